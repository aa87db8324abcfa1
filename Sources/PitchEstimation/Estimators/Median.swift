/// Finds the median without allocating, as the standard library's sort would.
enum Median {
  /// The median of some values, none of them NaN.
  ///
  /// Hoare's selection; reorders the values.
  ///
  /// - Parameter values: At least one value.
  /// - Returns: The middle value; of an even number of values the greater of the two.
  /// - Complexity: O(*n*) time on average.
  static func select(from values: UnsafeMutableBufferPointer<Double>) -> Double {
    let middle = values.count / 2
    var (low, high) = (0, values.count - 1)
    while low < high {
      let pivot = values[(low + high) / 2]
      var (left, right) = (low, high)
      while left <= right {
        while values[left] < pivot { left += 1 }
        while values[right] > pivot { right -= 1 }
        if left <= right {
          values.swapAt(left, right)
          left += 1
          right -= 1
        }
      }
      if right < middle { low = left }
      if left > middle { high = right }
    }
    return values[middle]
  }
}

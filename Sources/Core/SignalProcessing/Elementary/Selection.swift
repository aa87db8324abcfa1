/// Finds values by rank without allocating, as the standard library's sort would.
public enum Selection {
  /// Returns the value with a given rank in ascending order.
  ///
  /// This is Hoare's selection; it reorders the values.
  ///
  /// - Parameters:
  ///   - rank: The rank, in 0..<`values.count`.
  ///   - values: At least one value, none of them NaN.
  /// - Returns: The value; the median for a rank of `values.count / 2`.
  /// - Complexity: O(*n*) time on average.
  @inlinable
  public static func value<Value: Comparable>(
    atRank rank: Int, of values: UnsafeMutableBufferPointer<Value>
  ) -> Value {
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
      if rank <= right { high = right } else if rank >= left { low = left } else { break }
    }
    return values[rank]
  }
}

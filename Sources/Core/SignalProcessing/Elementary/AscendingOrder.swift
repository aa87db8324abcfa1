extension Sequence {
  /// Returns the elements by a number of each, the smallest first; those of equal numbers stay in
  /// order.
  ///
  /// `sorted(by:)` brings a sort of its own to each place that calls it, of 2 kB; these share one.
  ///
  /// - Parameter number: A number of an element, not NaN; a negated one for the largest first.
  /// - Returns: All elements.
  /// - Complexity: O(*n* log *n*) time for *n* elements.
  @inlinable
  package func ascending(by number: (Element) -> Double) -> [Element] {
    let elements = Array(self)
    return AscendingOrder.of(elements.map(number)).map { elements[$0] }
  }
}

/// The order of numbers.
@usableFromInline
package enum AscendingOrder {
  /// Returns the indices of numbers from the smallest to the largest.
  ///
  /// This is merge sort: runs of twice the length are merged from runs that are in order.
  ///
  /// - Parameter numbers: Any count of numbers, none of them NaN.
  /// - Returns: All indices; those of equal numbers ascend.
  /// - Complexity: O(*n* log *n*) time for *n* numbers.
  @inline(never)
  @usableFromInline
  package static func of(_ numbers: [Double]) -> [Int] {
    var order = Array(numbers.indices)
    var merged = order
    var length = 1
    while length < order.count {
      for start in stride(from: 0, to: order.count, by: 2 * length) {
        let middle = min(start + length, order.count)
        let end = min(middle + length, order.count)
        var (left, right) = (start, middle)
        for place in start..<end {
          let isLeft =
            left < middle && (right == end || numbers[order[left]] <= numbers[order[right]])
          merged[place] = order[isLeft ? left : right]
          left += isLeft ? 1 : 0
          right += isLeft ? 0 : 1
        }
      }
      swap(&order, &merged)
      length *= 2
    }
    return order
  }
}

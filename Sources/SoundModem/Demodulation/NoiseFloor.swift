/// The noise in each bin, from the slots of a packet itself.
///
/// Few tones sound in a slot, so the median over slots and neighbours is noise, whatever its colour.
struct NoiseFloor: Sendable {
  /// The median of the energy of Gaussian noise over its mean, ln 2.
  private static var medianOverMean: Float { 0.6931472 }
  /// At most so many values go into a median.
  private static var capacity: Int { 512 }

  private(set) var values: [Float]
  private var scratch: [Float]

  /// The noise in all bins together.
  var sum: Float { values.reduce(0, +) }

  init(_ grid: SlotGrid) {
    values = Array(repeating: 1, count: grid.binCount)
    scratch = Array(repeating: 0, count: Self.capacity)
  }

  /// Measures the noise.
  ///
  /// - Parameters:
  ///   - energies: One row a slot.
  ///   - rows: The slots to use.
  ///   - reach: How many neighbours to either side belong to a bin.
  mutating func measure(_ energies: [Float], rows: Range<Int>, reach: Int) {
    let bins = values.count
    var largest: Float = 0
    for bin in 0..<bins {
      let near = max(0, bin - reach)...min(bins - 1, bin + reach)
      let around = median(energies, rows: rows, bins: near)
      let own = median(energies, rows: rows, bins: bin...bin)
      // A whine owns one bin only. The median of few slots is rough.
      values[bin] = max(around, rows.count >= 5 ? 0.6 * own : 0) / Self.medianOverMean
      largest = max(largest, values[bin])
    }
    // Never 0, so that silence divides by something.
    let least = max(largest * 1e-6, 1e-25)
    for bin in 0..<bins { values[bin] = max(values[bin], least) }
  }

  private mutating func median(
    _ energies: [Float], rows: Range<Int>, bins: ClosedRange<Int>
  ) -> Float {
    let total = rows.count * bins.count
    let step = (total + Self.capacity - 1) / Self.capacity
    var count = 0
    for index in stride(from: 0, to: total, by: max(step, 1)) {
      let row = rows.lowerBound + index / bins.count
      scratch[count] = energies[row * values.count + bins.lowerBound + index % bins.count]
      count += 1
    }
    return select(count / 2, of: count)
  }

  /// Hoare's selection of the value at a rank.
  private mutating func select(_ rank: Int, of count: Int) -> Float {
    var (low, high) = (0, count - 1)
    while low < high {
      let pivot = scratch[(low + high) / 2]
      var (left, right) = (low, high)
      while left <= right {
        while scratch[left] < pivot { left += 1 }
        while scratch[right] > pivot { right -= 1 }
        if left <= right {
          scratch.swapAt(left, right)
          left += 1
          right -= 1
        }
      }
      if rank <= right { high = right } else if rank >= left { low = left } else { break }
    }
    return scratch[rank]
  }
}

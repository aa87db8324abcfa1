internal import SignalProcessing

/// The noise in each bin, from the symbols of a packet itself.
///
/// Few tones sound in a symbol, so the median over symbols and neighbours is noise, whatever its
/// colour.
struct NoiseFloor: Sendable {
  /// The median of the energy of Gaussian noise over its mean, ln 2.
  private static var medianOverMean: Float { 0.6931472 }
  /// The largest number of values in a median.
  private static var capacity: Int { 256 }

  private(set) var values: [Float]
  private var scratch: [Float]

  /// The noise in all bins together.
  var sum: Float { values.reduce(0, +) }

  init(_ grid: SymbolGrid) {
    values = Array(repeating: 1, count: grid.binCount)
    scratch = Array(repeating: 0, count: Self.capacity)
  }

  /// Measures the noise.
  ///
  /// - Parameters:
  ///   - energies: One row a symbol.
  ///   - rows: The symbols to use.
  ///   - reach: How many neighbours to either side belong to a bin.
  mutating func measure(_ energies: [Float], rows: Range<Int>, reach: Int) {
    let bins = values.count
    var largest: Float = 0
    for bin in 0..<bins {
      let near = max(0, bin - reach)...min(bins - 1, bin + reach)
      let around = median(energies, rows: rows, bins: near)
      // A whine owns one bin only. The median of few symbols is rough.
      let own = rows.count >= 5 ? median(energies, rows: rows, bins: bin...bin) : 0
      values[bin] = max(around, 0.6 * own) / Self.medianOverMean
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
    let step = max((total + Self.capacity - 1) / Self.capacity, 1)
    let width = values.count
    return energies.withUnsafeBufferPointer { energies in
      scratch.withUnsafeMutableBufferPointer { scratch in
        var (count, row, column) = (0, rows.lowerBound * width, 0)
        while row < rows.upperBound * width {
          scratch[count] = energies[row + bins.lowerBound + column]
          count += 1
          column += step
          while column >= bins.count { (row, column) = (row + width, column - bins.count) }
        }
        return Selection.value(
          atRank: count / 2, of: UnsafeMutableBufferPointer(rebasing: scratch[..<count]))
      }
    }
  }
}

import SignalProcessing

/// The amplitudes of the tones of a symbol relative to noise and echoes.
struct ToneMetrics: Sendable {
  private let grid: SymbolGrid
  /// The part of a bin's energy that may still ring in the next symbol: high tones decay sooner.
  private let ringing: Float
  private var echoes: [Float]
  private var lastSymbol = 0
  private let plan: TonePlan
  private(set) var values: [Float]  // one for each bin of the prepared symbol

  init(_ grid: SymbolGrid, _ plan: TonePlan) {
    self.grid = grid
    self.plan = plan
    values = Array(repeating: 0, count: grid.binCount)
    echoes = Array(repeating: 0, count: values.count)
    ringing = grid.centerFrequency > 10_000 ? 0.2 : 0.4
  }

  /// Prepares a symbol: divides the amplitude in each bin by that of noise or echo there, whichever
  /// is louder.
  mutating func prepare(symbol: Int, _ energies: [Float], _ noise: NoiseFloor) {
    let first = symbol * grid.binCount
    for bin in 0..<grid.binCount {
      var echo: Float = 0
      if symbol > 0 {
        let before = energies[first - grid.binCount + bin]
        echo = ringing * (symbol == lastSymbol + 1 ? max(before, echoes[bin]) : before)
      }
      echoes[bin] = echo
      values[bin] = (energies[first + bin] / max(noise.values[bin], echo)).squareRoot()
    }
    lastSymbol = symbol
  }

  /// The metric of a tone.
  @inline(__always)
  func value(ofTone tone: Int) -> Float { values[plan.bin(ofTone: tone, symbol: lastSymbol)] }

  /// Returns the sum over all groups of the prepared symbol of the logarithm of the largest energy
  /// in each, over a floor relative to noise: loud tones count little more than faint ones.
  func logarithmOfLargest(bitsPerTone: Int, floor: Float) -> Float {
    let order = 1 << bitsPerTone
    var sum = 0.0
    for group in 0..<grid.binCount / order {
      var largest: Float = 0
      for tone in 0..<order { largest = max(largest, value(ofTone: group * order + tone)) }
      sum += Elementary.log(1 + Double(largest * largest / floor))
    }
    return Float(sum)
  }

  /// Returns the sum over all groups of the prepared symbol of the largest energy in each, relative
  /// to noise.
  func sumOfLargest(bitsPerTone: Int) -> Float {
    let order = 1 << bitsPerTone
    var sum: Float = 0
    for group in 0..<grid.binCount / order {
      var largest: Float = 0
      for tone in 0..<order { largest = max(largest, value(ofTone: group * order + tone)) }
      sum += largest * largest
    }
    return sum
  }
}

/// The noise in each bin, estimated from the symbols of a packet itself.
///
/// Few tones sound in a symbol, so the median over symbols and neighbours is noise of any colour.
struct NoiseFloor: Sendable {
  /// The ratio of the median of the energy of Gaussian noise to its mean, ln 2.
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
  ///   - energies: One row per symbol.
  ///   - rows: The symbols to use.
  ///   - reach: The number of neighbours on either side that count for a bin.
  mutating func measure(_ energies: [Float], rows: Range<Int>, reach: Int) {
    let bins = values.count
    var largest: Float = 0
    for bin in 0..<bins {
      let near = max(0, bin - reach)...min(bins - 1, bin + reach)
      let around = median(energies, rows: rows, bins: near)
      // A whine fills one bin only. The median of few symbols is rough.
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

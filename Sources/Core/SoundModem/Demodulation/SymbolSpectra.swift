internal import SignalProcessing

/// The spectra of the symbols of a packet, so fine that the tones can be read at any speed of the
/// sender.
///
/// Each window is filled up with silence to eight times its length, with its middle at the time 0, so
/// that a straight line between two neighbours misses by 44 dB less than the louder of them.
///
/// - Complexity: O(window · log window) a symbol, then O(bins) for each speed. No allocation after
///   `init`.
struct SymbolSpectra: Sendable {
  private static var oversampling: Int { 8 }
  /// How many bins beyond the band motion may move a tone.
  private static var margin: Int { 7 }

  private let grid: SymbolGrid
  private let columnCount: Int
  private var transform: ComplexTransform
  private var real: [Float]  // one row a symbol, from below the band to above it
  private var imaginary: [Float]
  private let window: [Float]
  private var windowReal: [Float]
  private var windowImaginary: [Float]
  private var paddedReal: [Float]
  private var paddedImaginary: [Float]
  private var columns: [(column: Int, fraction: Float)]

  init(_ grid: SymbolGrid, maximumSymbolCount: Int) {
    self.grid = grid
    columnCount = Self.oversampling * (grid.binCount + 2 * Self.margin)
    transform = ComplexTransform(length: Self.oversampling * grid.windowLength)
    real = Array(repeating: 0, count: columnCount * maximumSymbolCount)
    imaginary = Array(repeating: 0, count: real.count)
    // A straight line between two values of a spectrum weighs the ends of the window less, by this
    // much on average.
    let weights = grid.analysisWindow
    let step = 2 * Float.pi / Float(Self.oversampling * grid.windowLength)
    window = weights.indices.map { index in
      let angle = step * (Float(index) - Float(weights.count) / 2)
      return weights[index] / (1 - angle * angle / 12)
    }
    windowReal = Array(repeating: 0, count: grid.analysisLength)
    windowImaginary = Array(repeating: 0, count: windowReal.count)
    paddedReal = Array(repeating: 0, count: transform.length)
    paddedImaginary = Array(repeating: 0, count: paddedReal.count)
    columns = Array(repeating: (0, 0), count: grid.binCount)
  }

  /// Measures the window of a symbol, from a position on.
  mutating func measure(_ ring: BasebandRing, from position: Int64, symbol: Int) {
    let count = window.count
    ring.copy(from: position, count: count, &windowReal, &windowImaginary)
    for index in paddedReal.indices { (paddedReal[index], paddedImaginary[index]) = (0, 0) }
    for index in 0..<count {
      let target = (index - count / 2) & (transform.length - 1)
      (paddedReal[target], paddedImaginary[target]) = (
        window[index] * windowReal[index], window[index] * windowImaginary[index]
      )
    }
    transform.forward(&paddedReal, &paddedImaginary)
    for column in 0..<columnCount {
      let bin = (column - columnCount / 2) & (transform.length - 1)
      real[symbol * columnCount + column] = paddedReal[bin]
      imaginary[symbol * columnCount + column] = paddedImaginary[bin]
    }
  }

  /// Prepares for a speed, as a part of the speed of sound.
  mutating func tune(to dopplerScale: Double) {
    for bin in columns.indices {
      let sent = grid.centerFrequency + grid.offset(ofBin: bin)
      let received = sent * (1 + dopplerScale) - grid.centerFrequency
      let exact = received / grid.spacing * Double(Self.oversampling) + Double(columnCount / 2)
      let limited = min(max(exact, 0), Double(columnCount) - 1.001)
      let column = Int(limited)
      columns[bin] = (column, Float(limited - Double(column)))
    }
  }

  /// Writes the energies of a symbol at the speed it is tuned to, one row of `energies`.
  func write(symbol: Int, into energies: inout [Float], row: Int) {
    for bin in columns.indices {
      let value = amplitude(ofBin: bin, symbol: symbol)
      energies[row * columns.count + bin] =
        value.real * value.real + value.imaginary * value.imaginary
    }
  }

  /// The amplitude of a bin at the speed it is tuned to, in the phase at the middle of the window.
  @inline(__always)
  func amplitude(ofBin bin: Int, symbol: Int) -> (real: Float, imaginary: Float) {
    let (column, fraction) = columns[bin]
    let first = symbol * columnCount + column
    let (a, b) = (real[first], real[first + 1])
    let (c, d) = (imaginary[first], imaginary[first + 1])
    return (a + (b - a) * fraction, c + (d - c) * fraction)
  }
}

import SignalProcessing

/// The spectra of a packet's symbols, fine enough to read the tones at any speed of the sender.
///
/// Each window is zero-padded to eight times its length, with its middle at the time 0, so that the
/// error of a straight line between two neighbours is 44 dB below the louder of them.
///
/// - Complexity: O(window · log window) per symbol, then O(bins) for each speed. No allocation
///   after `init`.
struct SymbolSpectra: Sendable {
  private static var oversampling: Int { 8 }
  /// The number of bins beyond the band by which motion may move a tone.
  private static var margin: Int { 7 }

  private let grid: SymbolGrid
  private let columnCount: Int
  private var transform: ComplexTransform
  private var real: [Float]  // one row per symbol, from below the band to above it
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
    // Linear interpolation between two values of a spectrum weakens the ends of the window, by this
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

  /// Prepares for a speed, given as a part of the speed of sound.
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

  /// Writes the energies of a symbol at the tuned speed into one row of `energies`.
  func write(symbol: Int, into energies: inout [Float], row: Int) {
    for bin in columns.indices {
      let value = amplitude(ofBin: bin, symbol: symbol)
      energies[row * columns.count + bin] =
        value.real * value.real + value.imaginary * value.imaginary
    }
  }

  /// The amplitude of a bin at the tuned speed, with the phase at the middle of the window.
  @inline(__always)
  func amplitude(ofBin bin: Int, symbol: Int) -> (real: Float, imaginary: Float) {
    let (column, fraction) = columns[bin]
    let first = symbol * columnCount + column
    let (a, b) = (real[first], real[first + 1])
    let (c, d) = (imaginary[first], imaginary[first + 1])
    return (a + (b - a) * fraction, c + (d - c) * fraction)
  }
}

/// Measures the amplitude and energy in every bin of a symbol, at the speed of a moving sender.
///
/// - Complexity: O(bins · window) per symbol. No allocation after `init`.
struct SymbolAnalyzer: Sendable {
  private let grid: SymbolGrid
  private var cosines: [Float]  // one row per sample for each eight bins
  private var sines: [Float]
  private var real: [Float]
  private var imaginary: [Float]
  private var sums: [Float]  // real parts, then imaginary ones
  private var dopplerScale = Double.nan

  init(_ grid: SymbolGrid) {
    self.grid = grid
    cosines = Array(repeating: 0, count: grid.binCount * grid.windowLength)
    sines = Array(repeating: 0, count: cosines.count)
    real = Array(repeating: 0, count: grid.windowLength)
    imaginary = Array(repeating: 0, count: real.count)
    sums = Array(repeating: 0, count: 2 * grid.binCount)
  }

  /// The amplitude of a bin in the last window, with the phase at its first sample.
  func amplitude(ofBin bin: Int) -> (real: Float, imaginary: Float) {
    (sums[bin], sums[grid.binCount + bin])
  }

  /// Prepares for a speed, given as a part of the speed of sound.
  mutating func tune(to dopplerScale: Double) {
    guard dopplerScale != self.dopplerScale else { return }
    self.dopplerScale = dopplerScale
    let count = grid.windowLength
    for first in stride(from: 0, to: grid.binCount, by: 8) {
      var (stepCosine, stepSine) = (SIMD8<Double>(), SIMD8<Double>())
      for lane in 0..<8 {
        let sent = grid.centerFrequency + grid.offset(ofBin: first + lane)
        let received = sent * (1 + dopplerScale) - grid.centerFrequency
        let step = Elementary.sineAndCosine(2 * .pi * received / grid.basebandRate)
        (stepCosine[lane], stepSine[lane]) = (step.cosine, step.sine)
      }
      cosines.withUnsafeMutableBufferPointer { cosines in
        sines.withUnsafeMutableBufferPointer { sines in
          var (cosine, sine) = (SIMD8<Double>(repeating: 1), SIMD8<Double>())
          for index in 0..<count {
            SIMD8<Float>(cosine).store(cosines, first * count + 8 * index)
            SIMD8<Float>(sine).store(sines, first * count + 8 * index)
            (cosine, sine) = (
              cosine * stepCosine - sine * stepSine, sine * stepCosine + cosine * stepSine
            )
          }
        }
      }
    }
  }

  /// Writes the energies of the window that starts at a position into one row of `energies`.
  mutating func analyze(
    _ ring: BasebandRing, from position: Int64, into energies: inout [Float], row: Int
  ) {
    analyze(ring, from: position)
    for bin in 0..<grid.binCount {
      let value = amplitude(ofBin: bin)
      energies[row * grid.binCount + bin] =
        value.real * value.real + value.imaginary * value.imaginary
    }
  }

  /// Measures the amplitudes in the window that starts at a position.
  mutating func analyze(_ ring: BasebandRing, from position: Int64) {
    let (count, bins) = (grid.windowLength, grid.binCount)
    ring.copy(from: position, count: count, &real, &imaginary)
    cosines.withUnsafeBufferPointer { cosines in
      sines.withUnsafeBufferPointer { sines in
        real.withUnsafeBufferPointer { real in
          imaginary.withUnsafeBufferPointer { imaginary in
            sums.withUnsafeMutableBufferPointer { sums in
              for first in stride(from: 0, to: bins, by: 8) {
                var (a, b) = (SIMD8<Float>(), SIMD8<Float>())
                for index in 0..<count {
                  let (x, y) = (real[index], imaginary[index])
                  let c = SIMD8(cosines, first * count + 8 * index)
                  let s = SIMD8(sines, first * count + 8 * index)
                  a += x * c + y * s
                  b += y * c - x * s
                }
                a.store(sums, first)
                b.store(sums, bins + first)
              }
            }
          }
        }
      }
    }
  }
}

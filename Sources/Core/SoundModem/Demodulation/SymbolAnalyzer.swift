internal import SignalProcessing

/// The amplitude and energy in every bin of a symbol, as a moving sender's tones arrive.
///
/// - Complexity: O(bins · window) a symbol. No allocation after `init`.
struct SymbolAnalyzer: Sendable {
  private let grid: SymbolGrid
  private var cosines: [Float]  // one row a sample for each eight bins
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

  /// The amplitude of a bin in the last window, in the phase at its first sample.
  func amplitude(ofBin bin: Int) -> (real: Float, imaginary: Float) {
    (sums[bin], sums[grid.binCount + bin])
  }

  /// Prepares for a speed, as a part of the speed of sound.
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

  /// Writes the energies of the window that starts at a position, one row of `energies`.
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

internal import SignalProcessing

/// The amplitude and energy in every bin of a slot, as a moving sender's tones arrive.
///
/// - Complexity: O(bins · window) a slot. No allocation after `init`.
struct SlotAnalyzer: Sendable {
  private let grid: SlotGrid
  private var cosines: [Float]  // one row a bin
  private var sines: [Float]
  private var real: [Float]
  private var imaginary: [Float]
  private var dilation = Double.nan
  private var kind = Preamble.Kind.short
  /// The amplitudes in the last window, in the phase at its first sample.
  private(set) var amplitudes: [(real: Float, imaginary: Float)]

  init(_ grid: SlotGrid) {
    self.grid = grid
    cosines = Array(repeating: 0, count: grid.binCount * grid.windowLength)
    sines = cosines
    real = Array(repeating: 0, count: grid.windowLength)
    imaginary = real
    amplitudes = Array(repeating: (0, 0), count: grid.binCount)
  }

  /// Prepares for a speed, as a part of the speed of sound.
  mutating func tune(to dilation: Double, _ kind: Preamble.Kind = .short) {
    guard dilation != self.dilation || kind != self.kind else { return }
    self.dilation = dilation
    self.kind = kind
    let grid = grid.tones(kind)
    for bin in 0..<grid.binCount {
      let sent = grid.centerFrequency + grid.offset(ofBin: bin)
      let received = sent * (1 + dilation) - grid.centerFrequency
      let step = Elementary.sineAndCosine(2 * .pi * received / grid.basebandRate)
      var (cosine, sine) = (1.0, 0.0)
      for index in 0..<grid.windowLength {
        cosines[bin * grid.windowLength + index] = Float(cosine)
        sines[bin * grid.windowLength + index] = Float(sine)
        (cosine, sine) = (
          cosine * step.cosine - sine * step.sine, sine * step.cosine + cosine * step.sine
        )
      }
    }
  }

  /// Writes the energies of the window that starts at a position, one row of `energies`.
  mutating func analyze(
    _ ring: BasebandRing, from position: Int64, into energies: inout [Float], row: Int
  ) {
    analyze(ring, from: position)
    for bin in 0..<grid.binCount {
      let value = amplitudes[bin]
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
            for bin in 0..<bins {
              let place = bin * count
              var (a, b) = (SIMD8<Float>(), SIMD8<Float>())
              for index in stride(from: 0, to: count, by: 8) {
                let x = SIMD8(real, index)
                let y = SIMD8(imaginary, index)
                let c = SIMD8(cosines, place + index)
                let s = SIMD8(sines, place + index)
                a += x * c + y * s
                b += y * c - x * s
              }
              amplitudes[bin] = (a.sum(), b.sum())
            }
          }
        }
      }
    }
  }
}

extension SIMD8<Float> {
  @inline(__always)
  fileprivate init(_ source: UnsafeBufferPointer<Float>, _ index: Int) {
    guard let base = source.baseAddress else { preconditionFailure("empty") }
    self = UnsafeRawPointer(base + index).loadUnaligned(as: Self.self)
  }
}

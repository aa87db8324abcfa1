internal import SignalProcessing

/// A complex number.
struct Complex: Sendable {
  var real = 0.0
  var imaginary = 0.0

  var power: Double { real * real + imaginary * imaginary }
}

/// One partial shifted to 0 Hz, at a low sample rate.
///
/// z(t) = Σ x(n) h(n − t) e^(−2πi f n), with a Hann kernel h, so that neighbours that lie two inverse
/// kernel lengths away or more vanish.
struct PartialBand: Sendable {
  /// The frequency that lies at 0 Hz here, in hertz.
  let frequency: Double
  /// The kernel's length, in seconds.
  let kernel: Double
  /// Seconds from one value to the next.
  let step: Double
  /// The first value's time after the onset, in seconds: the kernel's middle.
  let start: Double
  private(set) var values: [Complex] = []

  /// Shifts a partial.
  ///
  /// - Parameters:
  ///   - recording: The samples.
  ///   - frequency: In hertz.
  ///   - kernel: The kernel's length, in seconds.
  ///   - times: Where kernels may lie, in seconds after the onset.
  init(_ recording: Recording, frequency: Double, kernel: Double, times: ClosedRange<Double>) {
    let rate = recording.sampleRate
    let hop = max(1, Int(kernel * rate / 4))
    let size = 4 * hop
    self.frequency = frequency
    self.kernel = Double(size) / rate
    step = Double(hop) / rate
    let first = recording.onset + Int(times.lowerBound * rate)
    let end = min(recording.samples.count, recording.onset + Int(times.upperBound * rate))
    start = (Double(first - recording.onset) + Double(size) / 2) / rate
    let blockCount = (end - first) / hop
    guard blockCount >= 4, first >= 0 else { return }
    var kernelWeights: [Double] = []
    for index in 0..<size {
      let angle = 2 * Double.pi * (Double(index) + 0.5) / Double(size)
      kernelWeights.append((1 - Elementary.cos(angle)) / Double(size))
    }
    var sums = Array(repeating: Complex(), count: blockCount + 3)
    let turn = Elementary.sineAndCosine(2 * .pi * frequency / rate)
    recording.samples.withUnsafeBufferPointer { samples in
      for block in 0..<blockCount {
        // The phase is made anew for each block, so that rounding does not add up.
        let cycles = frequency * Double(block * hop) / rate
        let phase = Elementary.sineAndCosine(2 * .pi * (cycles - cycles.rounded(.down)))
        var (sine, cosine) = (-phase.sine, phase.cosine)
        var (s0, s1, s2, s3) = (Complex(), Complex(), Complex(), Complex())
        for offset in 0..<hop {
          let sample = Double(samples[first + block * hop + offset])
          let (real, imaginary) = (sample * cosine, sample * sine)
          s0.real += kernelWeights[offset] * real
          s0.imaginary += kernelWeights[offset] * imaginary
          s1.real += kernelWeights[offset + hop] * real
          s1.imaginary += kernelWeights[offset + hop] * imaginary
          s2.real += kernelWeights[offset + 2 * hop] * real
          s2.imaginary += kernelWeights[offset + 2 * hop] * imaginary
          s3.real += kernelWeights[offset + 3 * hop] * real
          s3.imaginary += kernelWeights[offset + 3 * hop] * imaginary
          (sine, cosine) = (
            sine * turn.cosine - cosine * turn.sine, cosine * turn.cosine + sine * turn.sine
          )
        }
        // Value i covers blocks i to i + 3: this one is the first quarter of value `block`.
        sums[block + 3].add(s0)
        sums[block + 2].add(s1)
        sums[block + 1].add(s2)
        sums[block].add(s3)
      }
    }
    values = Array(sums[3..<blockCount])
  }

  /// The time of a value after the onset, in seconds.
  func time(_ index: Int) -> Double { start + Double(index) * step }
}

extension Complex {
  mutating func add(_ other: Complex) {
    real += other.real
    imaginary += other.imaginary
  }
}

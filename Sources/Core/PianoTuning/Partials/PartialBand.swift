internal import SignalProcessing

/// One partial shifted to 0 Hz, at a low sample rate.
///
/// z(t) = Σ x(n) h(n − t) e^(−2πi f n), with a Hann kernel h, so that neighbours that lie two
/// inverse kernel lengths away or more vanish.
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
  ///   - times: The span that kernels may cover, in seconds after the onset.
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
        // The phase is computed again for each block, so that rounding does not add up.
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

  /// Returns the time of a value after the onset, in seconds.
  func time(_ index: Int) -> Double { start + Double(index) * step }
}

extension Complex {
  mutating func add(_ other: Complex) {
    real += other.real
    imaginary += other.imaginary
  }
}

/// The strongest line of a partial's band in a Hann window.
struct PartialPeak: Sendable {
  /// In hertz.
  let frequency: Double
  /// The amplitude at the peak over the median of the band around it.
  let clearness: Double
  /// The amplitude of the line, of full scale 1.
  let amplitude: Double

  /// Finds the highest maximum within `width` hertz of an expected frequency.
  init?(_ band: PartialBand, near expected: Double, width: Double, times: ClosedRange<Double>) {
    var (cosines, first) = ([Complex](), -1)
    for index in band.values.indices where times.contains(band.time(index)) {
      if first < 0 { first = index }
      cosines.append(band.values[index])
    }
    let count = cosines.count
    guard count >= 6 else { return nil }
    var sum = 0.0
    for index in 0..<count {
      let angle = 2 * Double.pi * (Double(index) + 0.5) / Double(count)
      let weight = 0.5 - 0.5 * Elementary.cos(angle)
      sum += weight
      cosines[index].real *= weight
      cosines[index].imaginary *= weight
    }
    let duration = Double(count) * band.step
    let grid = 0.25 / duration
    let reach = Int(0.5 / band.step / grid)
    var powers: [Double] = []
    for point in -reach...reach {
      powers.append(Self.power(cosines, Double(point) * grid * band.step))
    }
    let offset = expected - band.frequency
    let low = max(1, reach + Int(((offset - width) / grid).rounded(.up)))
    let high = min(powers.count - 2, reach + Int(((offset + width) / grid).rounded(.down)))
    guard low <= high else { return nil }
    var best = low
    for index in low...high where powers[index] > powers[best] { best = index }
    guard powers[best] > powers[best - 1], powers[best] >= powers[best + 1], powers[best] > 0
    else { return nil }
    let logarithms = (best - 1...best + 1).map { Elementary.log(max(1e-300, powers[$0])) }
    let curvature = logarithms[0] - 2 * logarithms[1] + logarithms[2]
    guard curvature < 0 else { return nil }
    let shift = 0.5 * (logarithms[0] - logarithms[2]) / curvature
    // Within ±1.5 / kernel the kernel passes everything; the noise is measured there.
    let quarter = min(reach, Int(1.2 / band.kernel / grid))
    var around = Array(powers[(reach - quarter)...(reach + quarter)])
    let median = around.withUnsafeMutableBufferPointer {
      Selection.value(atRank: $0.count / 2, of: $0)
    }
    frequency = band.frequency + (Double(best - reach) + shift) * grid
    clearness = (powers[best] / max(1e-300, median)).squareRoot()
    amplitude = 2 * powers[best].squareRoot() / sum
  }

  /// |Σ z(i) e^(−2πi u i)|², for u cycles from one value to the next.
  private static func power(_ values: [Complex], _ cycles: Double) -> Double {
    let turn = Elementary.sineAndCosine(-2 * .pi * cycles)
    var (sine, cosine, sum) = (0.0, 1.0, Complex())
    for value in values {
      sum.real += value.real * cosine - value.imaginary * sine
      sum.imaginary += value.real * sine + value.imaginary * cosine
      (sine, cosine) = (
        sine * turn.cosine + cosine * turn.sine, cosine * turn.cosine - sine * turn.sine
      )
    }
    return sum.power
  }
}

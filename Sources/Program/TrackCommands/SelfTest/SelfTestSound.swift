import SignalProcessing

/// Sums of partials, turned from sample to sample.
struct SelfTestSound {
  let sampleRate: Double
  private(set) var samples: [Double]

  /// Creates silence.
  init(duration: Double, sampleRate: Double) {
    self.sampleRate = sampleRate
    samples = Array(repeating: 0, count: Int(duration * sampleRate))
  }

  /// Adds a partial.
  ///
  /// - Parameters:
  ///   - frequency: In hertz.
  ///   - amplitude: At the start.
  ///   - phase: In turns.
  ///   - decay: By the factor e, so often a second.
  mutating func add(frequency: Double, amplitude: Double, phase: Double, decay: Double = 0) {
    let step = Elementary.sineAndCosine(2 * .pi * frequency / sampleRate)
    let shrink = Elementary.exp2(-decay / sampleRate / Elementary.log(2))
    let (stepSine, stepCosine) = (shrink * step.sine, shrink * step.cosine)
    var (sine, cosine) = (0.0, 0.0)
    (sine, cosine) = Elementary.sineAndCosine(2 * .pi * phase)
    (sine, cosine) = (amplitude * sine, amplitude * cosine)
    for index in samples.indices {
      samples[index] += sine
      (sine, cosine) = (
        sine * stepCosine + cosine * stepSine, cosine * stepCosine - sine * stepSine
      )
    }
  }

  /// Adds a tone with vibrato, with harmonics of these amplitudes.
  mutating func add(_ vibrato: SelfTestVibrato, frequency: Double, amplitudes: [Double]) {
    var turns = 0.0
    for index in samples.indices {
      let (sine, cosine) = Elementary.sineAndCosine(2 * .pi * turns)
      var (harmonicSine, harmonicCosine) = (sine, cosine)
      var sum = 0.0
      for (position, amplitude) in amplitudes.enumerated() {
        // Phases of their own, so that no peaks add up.
        sum += amplitude * (position % 3 == 0 ? harmonicSine : harmonicCosine)
        (harmonicSine, harmonicCosine) = (
          harmonicSine * cosine + harmonicCosine * sine,
          harmonicCosine * cosine - harmonicSine * sine
        )
      }
      samples[index] += sum
      // The frequency halfway to the next sample.
      let cents = vibrato.cents(at: (Double(index) + 0.5) / sampleRate)
      turns += frequency * Elementary.ratio(ofCents: cents) / sampleRate
      turns -= turns.rounded(.down)
    }
  }

  /// The samples with a root-mean-square level in dBFS, and a rise of 5 ms.
  func samples(level: Double) -> [Float] {
    let power = samples.reduce(0) { $0 + $1 * $1 } / Double(max(1, samples.count))
    let gain = amplitude(fromDecibels: level) / max(power, 1e-30).squareRoot()
    return samples.enumerated().map { index, sample in
      Float(gain * min(1, Double(index) / sampleRate / 0.005) * sample)
    }
  }
}

/// A sine around the pitch of a tone.
package struct SelfTestVibrato {
  /// How far it goes to either side, in cents.
  package var extent: Double
  /// In hertz.
  package var rate: Double

  func cents(at time: Double) -> Double {
    extent * Elementary.sin((2 * .pi * rate * time).truncatingRemainder(dividingBy: 2 * .pi))
  }
}

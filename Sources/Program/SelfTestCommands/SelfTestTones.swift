import SignalProcessing

/// The seeded recordings of the self-test: the same bits on every machine.
struct SelfTestTones {
  static let sampleRate = 44_100.0
  static let toneSeconds = 0.5
  static let noiseSeconds = 3.0
  /// Root-mean-square level of a tone, and of the noise 10 dB below, in dBFS.
  static let toneLevel = -20.0
  static let noiseLevel = -30.0
  static let range = 55.0...1760.0

  /// One harmonic tone.
  struct Tone {
    var frequency: Double
    var samples: [Float]
  }

  let tones: [Tone]
  /// The same tones in white noise.
  let noisyTones: [Tone]
  /// Noise alone.
  let noise: [Float]

  /// Makes tones spread over the range, with up to 20 harmonics of amplitude 1/n in random phases.
  init(count: Int, seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let octaves = Elementary.log2(Self.range.upperBound / Self.range.lowerBound)
    tones = (0..<count).map { index in
      let share = (Double(index) + generator.nextUniform()) / Double(count)
      let frequency = Self.range.lowerBound * Elementary.exp2(octaves * share)
      return Tone(frequency: frequency, samples: Self.tone(frequency, &generator))
    }
    var noise = WhiteNoise(level: Self.noiseLevel, seed: seed)
    noisyTones = tones.map { tone in
      Tone(frequency: tone.frequency, samples: tone.samples.map { $0 + noise.next() })
    }
    self.noise = (0..<Int(Self.noiseSeconds * Self.sampleRate)).map { _ in noise.next() }
  }

  private static func tone(_ frequency: Double, _ generator: inout SeededGenerator) -> [Float] {
    let count = min(20, Int(0.45 * sampleRate / frequency))
    let phases = (0..<count).map { _ in generator.nextUniform() }
    // The power of the harmonics is the sum of 1/(2n²).
    let power = (1...count).reduce(0) { $0 + 0.5 / Double($1 * $1) }
    let gain = Elementary.power(10, toneLevel / 20) / power.squareRoot()
    return (0..<Int(toneSeconds * sampleRate)).map { index in
      let turns = frequency * Double(index) / sampleRate
      let sum = phases.enumerated().reduce(0) { sum, harmonic in
        let order = Double(harmonic.offset + 1)
        let angle = (order * turns + harmonic.element).truncatingRemainder(dividingBy: 1)
        return sum + Elementary.sin(2 * .pi * angle) / order
      }
      return Float(gain * sum)
    }
  }
}

/// Sums of partials, rotated from sample to sample.
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
  ///   - frequency: The frequency, in hertz.
  ///   - amplitude: The amplitude at the start.
  ///   - phase: The phase at the start, in turns.
  ///   - decay: The rate of exponential decay, per second.
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

  /// Adds a tone with vibrato and with harmonics of the given amplitudes.
  mutating func add(_ vibrato: SelfTestVibrato, frequency: Double, amplitudes: [Double]) {
    var turns = 0.0
    for index in samples.indices {
      let (sine, cosine) = Elementary.sineAndCosine(2 * .pi * turns)
      var (harmonicSine, harmonicCosine) = (sine, cosine)
      var sum = 0.0
      for (position, amplitude) in amplitudes.enumerated() {
        // Different phases, so that no peaks add up.
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

  /// Returns the samples at a root-mean-square level in dBFS, with a rise of 5 ms.
  func samples(level: Double) -> [Float] {
    let power = samples.reduce(0) { $0 + $1 * $1 } / Double(max(1, samples.count))
    let gain = amplitude(fromDecibels: level) / max(power, 1e-30).squareRoot()
    return samples.enumerated().map { index, sample in
      Float(gain * min(1, Double(index) / sampleRate / 0.005) * sample)
    }
  }
}

/// A sine around the pitch of a tone.
struct SelfTestVibrato {
  /// The deviation to either side, in cents.
  var extent: Double
  /// The rate, in hertz.
  var rate: Double

  func cents(at time: Double) -> Double {
    extent * Elementary.sin((2 * .pi * rate * time).truncatingRemainder(dividingBy: 2 * .pi))
  }
}

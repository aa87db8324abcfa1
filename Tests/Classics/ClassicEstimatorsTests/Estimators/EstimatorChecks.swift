import PitchEstimation
import ToneGeneration
import _TestSignals

/// Measurements that the tests of several estimators share.
enum EstimatorChecks {
  static let range = 30.0...4200.0
  static let rates = [16_000.0, 44_100, 48_000]
  /// B0, E1, A1, E2, A2, D3, G3, B3, E4, A4, C6, A6, C8 in equal temperament.
  static let frequencies = [
    30.868, 41.203, 55, 82.407, 110, 146.832, 195.998, 246.942, 329.628, 440, 1046.502, 1760,
    4186.009,
  ]

  /// A tone of a timbre that an estimator has to know.
  enum Timbre: CaseIterable, Sendable {
    case sine, sawtooth, pluckedString

    /// A plucked string is 0.2 s old: its highest partials have gone.
    func samples(_ frequency: Double, sampleRate: Double, count: Int) -> [Float] {
      switch self {
      case .sine:
        return TestSignal.sine(frequency, sampleRate: sampleRate, count: count, phase: 1)
      case .sawtooth:
        return TestSignal.sawtooth(frequency, sampleRate: sampleRate, count: count)
      case .pluckedString:
        var string = PluckedString(frequency: frequency, sampleRate: sampleRate)
        return Array(string.render(count + Int(sampleRate / 5)).suffix(count))
      }
    }
  }

  /// The largest error over some frequencies, in cents; infinite if a tone is called unvoiced.
  static func worstError(
    of estimator: some PitchEstimator, sampleRate: Double, timbre: Timbre,
    frequencies: [Double] = frequencies
  ) -> Double {
    var estimator = estimator
    var worst = 0.0
    for frequency in frequencies {
      // In the highest octaves the string itself is cents off: its delay is a few samples.
      if timbre == .pluckedString, frequency > sampleRate / 16 { continue }
      let frame = timbre.samples(frequency, sampleRate: sampleRate, count: estimator.frameSize)
      guard let found = estimator.estimate(frame.span) else { return .infinity }
      worst = max(worst, cents(from: frequency, to: found.frequency).magnitude)
    }
    return worst
  }

  /// How many of 100 frames of white noise, and of silence and a constant, count as voiced.
  static func falseAlarms(of estimator: some PitchEstimator) -> Int {
    var estimator = estimator
    let count = estimator.frameSize
    var frames = (1...100 as ClosedRange<UInt64>).map {
      TestSignal.noise(count: count, rms: 0.1, seed: $0)
    }
    frames.append([Float](repeating: 0, count: count))
    frames.append([Float](repeating: 0.5, count: count))
    return frames.count { frame in
      let candidate = estimator.estimate(frame.span)
      return candidate != nil
    }
  }

  /// The largest distance, in cents, of the pitch at any level and offset from that of the tone.
  static func largestChange(of estimator: some PitchEstimator, sampleRate: Double) -> Double {
    var estimator = estimator
    let tone = TestSignal.sawtooth(196, sampleRate: sampleRate, count: estimator.frameSize)
    guard let reference = estimator.estimate(tone.span) else { return .infinity }
    var worst = 0.0
    for (gain, offset) in [(1e-4, 0), (1000, 0), (-1, 0), (1, 1)] as [(Float, Float)] {
      let changed = tone.map { $0 * gain + offset }
      guard let found = estimator.estimate(changed.span) else { return .infinity }
      worst = max(worst, cents(from: reference.frequency, to: found.frequency).magnitude)
    }
    return worst
  }

  /// The largest error, in cents, of a sawtooth in white noise about 15 dB below it.
  static func worstErrorInNoise(of estimator: some PitchEstimator, sampleRate: Double) -> Double {
    var estimator = estimator
    let count = estimator.frameSize
    let tone = TestSignal.sawtooth(146.832, sampleRate: sampleRate, count: count)
    var worst = 0.0
    for seed in 1...20 as ClosedRange<UInt64> {
      let noise = TestSignal.noise(count: count, rms: 0.03, seed: seed)
      let frame = zip(tone, noise).map { $0 + $1 }
      guard let found = estimator.estimate(frame.span) else { return .infinity }
      worst = max(worst, cents(from: 146.832, to: found.frequency).magnitude)
    }
    return worst
  }

  /// Whether an estimator survives frames that a ``PitchTracker`` would not hand on.
  static func survivesExtremes(_ estimator: some PitchEstimator) -> Bool {
    var estimator = estimator
    let count = estimator.frameSize
    let extremes: [Float] = [.nan, .infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude]
    for value in extremes {
      let constant = [Float](repeating: value, count: count)
      let alternating = (0..<count).map { $0.isMultiple(of: 3) ? value : -value }
      for frame in [constant, alternating] {
        let candidate = estimator.estimate(frame.span)
        if let candidate, !(candidate.frequency > 0) { return false }
      }
    }
    return true
  }
}

import PitchEstimation
import Testing
import _TestSignals

/// What holds for every estimator of the time domain.
@Suite("YIN and MPM")
struct EstimatorTests {
  static let range = 30.0...4200.0
  static let rates = [16_000.0, 44_100, 48_000, 96_000]
  /// B0, E1, A1, E2, A2, D3, G3, B3, E4, A4, C6, A6, C8 in equal temperament.
  static let frequencies = [
    30.868, 41.203, 55, 82.407, 110, 146.832, 195.998, 246.942, 329.628, 440, 1046.502, 1760,
    4186.009,
  ]

  enum Method: CaseIterable {
    case yin
    case mpm
  }

  /// Both methods behind one name.
  private struct NamedEstimator {
    private var yin: YIN?
    private var mpm: MPM?

    init(
      _ method: Method, sampleRate: Double, searchRange: ClosedRange<Double>
    ) throws(EstimatorError) {
      switch method {
      case .yin: yin = try YIN(sampleRate: sampleRate, searchRange: searchRange)
      case .mpm: mpm = try MPM(sampleRate: sampleRate, searchRange: searchRange)
      }
    }

    var frameSize: Int { yin?.frameSize ?? mpm?.frameSize ?? 0 }

    mutating func estimate(_ frame: Span<Float>) -> PitchCandidate? {
      yin != nil ? yin?.estimate(frame) : mpm?.estimate(frame)
    }
  }

  private func estimate(
    _ method: Method, _ rate: Double, range: ClosedRange<Double> = range,
    _ signal: (Int) -> [Float]
  ) throws -> PitchCandidate? {
    var estimator = try NamedEstimator(method, sampleRate: rate, searchRange: range)
    return estimator.estimate(signal(estimator.frameSize).span)
  }

  @Test(
    "find a sawtooth from B0 to C8 within 1 cent at 16, 44.1, 48 and 96 kHz",
    arguments: Method.allCases, rates)
  func sawtooth(method: Method, rate: Double) throws {
    for frequency in Self.frequencies {
      let candidate = try estimate(method, rate) {
        TestSignal.sawtooth(frequency, sampleRate: rate, count: $0)
      }
      let found = try #require(candidate, "\(frequency) Hz")
      #expect(cents(from: frequency, to: found.frequency).magnitude < 1, "\(frequency) Hz")
      #expect(found.periodicity > 0.95)
    }
  }

  @Test(
    "find a sine from B0 to C8 within 1 cent at 16, 44.1, 48 and 96 kHz",
    arguments: Method.allCases, rates)
  func sine(method: Method, rate: Double) throws {
    for frequency in Self.frequencies {
      let candidate = try estimate(method, rate) {
        TestSignal.sine(frequency, sampleRate: rate, count: $0, phase: 1)
      }
      let found = try #require(candidate, "\(frequency) Hz")
      #expect(cents(from: frequency, to: found.frequency).magnitude < 1, "\(frequency) Hz")
    }
  }

  @Test("hear the missing fundamental of harmonics 2, 3 and 4", arguments: Method.allCases)
  func missingFundamental(method: Method) throws {
    let candidate = try estimate(method, 44_100) {
      TestSignal.harmonics(110, amplitudes: [0, 0.2, 0.2, 0.2], sampleRate: 44_100, count: $0)
    }
    #expect(cents(from: 110, to: try #require(candidate).frequency).magnitude < 1)
  }

  @Test(
    "keep the octave where the second harmonic is 14 dB above the others",
    arguments: Method.allCases)
  func strongSecondHarmonic(method: Method) throws {
    let candidate = try estimate(method, 44_100) {
      TestSignal.harmonics(
        82.407, amplitudes: [0.1, 0.5, 0.1, 0.1], sampleRate: 44_100, count: $0)
    }
    #expect(cents(from: 82.407, to: try #require(candidate).frequency).magnitude < 5)
  }

  @Test("give the same pitch at any level and with any offset", arguments: Method.allCases)
  func invariance(method: Method) throws {
    for (gain, offset) in [(1, 0), (1e-4, 0), (1000, 0), (1, 10)] as [(Float, Float)] {
      let candidate = try estimate(method, 48_000) {
        TestSignal.sawtooth(196, sampleRate: 48_000, count: $0).map { $0 * gain + offset }
      }
      #expect(cents(from: 196, to: try #require(candidate).frequency).magnitude < 0.5)
    }
  }

  @Test(
    "twice the sample rate of the same samples is an octave", arguments: Method.allCases)
  func octaveShift(method: Method) throws {
    let slow = try estimate(method, 24_000, range: 30...2000) {
      TestSignal.sawtooth(100, sampleRate: 24_000, count: $0)
    }
    let fast = try estimate(method, 48_000, range: 60...4000) {
      TestSignal.sawtooth(200, sampleRate: 48_000, count: $0)
    }
    let (low, high) = (try #require(slow), try #require(fast))
    #expect(cents(from: low.frequency, to: high.frequency) - 1200 < 0.01)
  }

  @Test("call silence, constants and white noise unvoiced", arguments: Method.allCases)
  func unvoiced(method: Method) throws {
    #expect(try estimate(method, 44_100) { [Float](repeating: 0, count: $0) } == nil)
    #expect(try estimate(method, 44_100) { [Float](repeating: 0.5, count: $0) } == nil)
    for seed in 1...100 as ClosedRange<UInt64> {
      #expect(
        try estimate(method, 44_100) { TestSignal.noise(count: $0, rms: 0.1, seed: seed) } == nil)
    }
  }

  @Test("stay within 20 cents in white noise 20 dB below", arguments: Method.allCases)
  func noisyTone(method: Method) throws {
    for seed in 1...20 as ClosedRange<UInt64> {
      let candidate = try estimate(method, 44_100) { count in
        let tone = TestSignal.sawtooth(146.832, sampleRate: 44_100, count: count)
        let noise = TestSignal.noise(count: count, rms: 0.03, seed: seed)
        return zip(tone, noise).map { $0 + $1 }
      }
      #expect(cents(from: 146.832, to: try #require(candidate).frequency).magnitude < 20)
    }
  }

  @Test("refuse rates, ranges and thresholds that cannot work", arguments: Method.allCases)
  func refusals(method: Method) {
    for rate in [0, -1, 7999, 192_001, .infinity] {
      #expect(throws: EstimatorError.invalidSampleRate(rate)) {
        try NamedEstimator(method, sampleRate: rate, searchRange: 30...1000)
      }
    }
    for range in [0.0...100, -5...100, 30...24_000, 30...1e9] {
      #expect(throws: EstimatorError.frequencyOutOfRange(range, nyquist: 24_000)) {
        try NamedEstimator(method, sampleRate: 48_000, searchRange: range)
      }
    }
    #expect(throws: EstimatorError.frequencyOutOfRange(0.5...100, nyquist: 96_000)) {
      try NamedEstimator(method, sampleRate: 192_000, searchRange: 0.5...100)
    }
  }

  @Test("refuse thresholds outside 0...1")
  func thresholdRefusals() {
    #expect(throws: EstimatorError.invalidThreshold(1.5)) {
      try YIN(sampleRate: 48_000, searchRange: 60...1500, threshold: 1.5)
    }
    #expect(throws: EstimatorError.invalidThreshold(-0.1)) {
      try MPM(sampleRate: 48_000, searchRange: 60...1500, clarityThreshold: -0.1)
    }
  }
}

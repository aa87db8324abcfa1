import ClassicEstimators
import PitchEstimation
import Testing
import _TestSignals

/// What holds for both estimators that add up the harmonics of a spectrum.
@Suite("Harmonic product spectrum and subharmonic summation")
struct HarmonicSumTests {
  enum Method: CaseIterable {
    case product, subharmonic

    func estimate(
      _ rate: Double, range: ClosedRange<Double> = 30...4200, _ signal: (Int) -> [Float]
    ) throws -> PitchCandidate? {
      switch self {
      case .product:
        var estimator = try HarmonicProductSpectrum(sampleRate: rate, searchRange: range)
        return estimator.estimate(signal(estimator.frameSize).span)
      case .subharmonic:
        var estimator = try SubharmonicSummation(sampleRate: rate, searchRange: range)
        return estimator.estimate(signal(estimator.frameSize).span)
      }
    }
  }

  static let rates = [16_000.0, 44_100, 48_000]

  /// A sawtooth without its harmonics beyond the 60th, which take the tests minutes to add up.
  private static func tone(_ frequency: Double, sampleRate: Double, count: Int) -> [Float] {
    let number = min(60, Int(sampleRate / 2 / frequency))
    return TestSignal.harmonics(
      frequency, amplitudes: (1...number).map { 0.3 / Double($0) }, sampleRate: sampleRate,
      count: count)
  }

  private func partials(_ frequency: Double, _ amplitudes: [Double], _ rate: Double) -> [Double] {
    Array(amplitudes.prefix(Int(rate / 2 / frequency)))
  }

  @Test(
    "find a sine and a harmonic tone from B0 to C8 within 1 cent at 16, 44.1 and 48 kHz",
    arguments: Method.allCases, rates)
  func steadyTone(method: Method, rate: Double) throws {
    for frequency in EstimatorChecks.frequencies {
      let sine = try method.estimate(rate) {
        TestSignal.sine(frequency, sampleRate: rate, count: $0, phase: 1)
      }
      let sawtooth = try method.estimate(rate) {
        Self.tone(frequency, sampleRate: rate, count: $0)
      }
      for candidate in [try #require(sine), try #require(sawtooth)] {
        #expect(cents(from: frequency, to: candidate.frequency).magnitude < 1, "\(frequency) Hz")
        #expect(candidate.periodicity > 0.85)
      }
    }
  }

  @Test(
    "keep the octave from B0 to C6: second harmonic 14 dB up, odd ones alone, 2 to 4 alone",
    arguments: Method.allCases,
    [[0.1, 0.5, 0.1, 0.1], [0.5, 0, 0.3, 0, 0.2], [0, 0.2, 0.2, 0.2]])
  func octave(method: Method, amplitudes: [Double]) throws {
    for frequency in [30.868, 41.203, 82.407, 110, 146.832, 246.942, 440, 1046.502] {
      let candidate = try method.estimate(44_100) {
        TestSignal.harmonics(
          frequency, amplitudes: partials(frequency, amplitudes, 44_100), sampleRate: 44_100,
          count: $0)
      }
      let found = try #require(candidate, "\(frequency) Hz")
      #expect(cents(from: frequency, to: found.frequency).magnitude < 1, "\(frequency) Hz")
    }
  }

  @Test("stay within 5 cents in white noise 20 dB below", arguments: Method.allCases)
  func noisyTone(method: Method) throws {
    for seed in 1...20 as ClosedRange<UInt64> {
      let candidate = try method.estimate(44_100) { count in
        let tone = TestSignal.sawtooth(82.407, sampleRate: 44_100, count: count)
        let noise = TestSignal.noise(count: count, rms: 0.03, seed: seed)
        return zip(tone, noise).map { $0 + $1 }
      }
      #expect(cents(from: 82.407, to: try #require(candidate).frequency).magnitude < 5)
    }
  }

  @Test("give the same pitch at any level and with any offset", arguments: Method.allCases)
  func invariance(method: Method) throws {
    for (gain, offset) in [(1, 0), (1e-4, 0), (1000, 0), (1, 10)] as [(Float, Float)] {
      let candidate = try method.estimate(48_000) {
        TestSignal.sawtooth(196, sampleRate: 48_000, count: $0).map { $0 * gain + offset }
      }
      #expect(cents(from: 196, to: try #require(candidate).frequency).magnitude < 0.2)
    }
  }

  @Test("call silence, constants and white noise unvoiced", arguments: Method.allCases)
  func unvoiced(method: Method) throws {
    for range in [30.0...4200, 200...3000] {
      #expect(try method.estimate(44_100, range: range) { .init(repeating: 0, count: $0) } == nil)
      #expect(try method.estimate(44_100, range: range) { .init(repeating: 0.1, count: $0) } == nil)
      for seed in 1...50 as ClosedRange<UInt64> {
        #expect(
          try method.estimate(44_100, range: range) {
            TestSignal.noise(count: $0, rms: 0.1, seed: seed)
          } == nil)
      }
    }
  }

  @Test("survive samples that are not finite, and ranges of one bin", arguments: Method.allCases)
  func limits(method: Method) throws {
    for value in [Float.nan, .infinity, -.greatestFiniteMagnitude, .leastNonzeroMagnitude] {
      for range in [30.0...4200, 440...440, 7999...7999.5] {
        let one = try method.estimate(16_000, range: range) { count in
          var frame = TestSignal.sine(440, sampleRate: 16_000, count: count)
          frame[count / 2] = value
          return frame
        }
        let all = try method.estimate(16_000, range: range) { .init(repeating: value, count: $0) }
        #expect(one?.frequency.isFinite != false)
        #expect(all?.frequency.isFinite != false)
      }
    }
  }

  @Test("refuse rates, ranges and thresholds that cannot work", arguments: Method.allCases)
  func refusals(method: Method) {
    #expect(throws: EstimatorError.invalidSampleRate(7999)) {
      try method.estimate(7999) { .init(repeating: 0, count: $0) }
    }
    #expect(throws: EstimatorError.frequencyOutOfRange(0...100, nyquist: 24_000)) {
      try method.estimate(48_000, range: 0...100) { .init(repeating: 0, count: $0) }
    }
    #expect(throws: EstimatorError.frequencyOutOfRange(2...100, nyquist: 96_000)) {
      try method.estimate(192_000, range: 2...100) { .init(repeating: 0, count: $0) }
    }
  }

  @Test("refuse thresholds outside 0...1")
  func thresholdRefusals() {
    #expect(throws: EstimatorError.invalidThreshold(-1)) {
      try HarmonicProductSpectrum(sampleRate: 48_000, searchRange: 60...1500, shareThreshold: -1)
    }
    #expect(throws: EstimatorError.invalidThreshold(2)) {
      try SubharmonicSummation(sampleRate: 48_000, searchRange: 60...1500, compression: 2)
    }
  }
}

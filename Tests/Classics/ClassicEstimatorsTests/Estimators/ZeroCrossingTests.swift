import ClassicEstimators
import PitchEstimation
import Testing
import _TestSignals

@Suite("Zero crossing")
struct ZeroCrossingTests {
  private func estimator(_ rate: Double) throws(EstimatorError) -> ZeroCrossing {
    try ZeroCrossing(sampleRate: rate, searchRange: EstimatorChecks.range)
  }

  @Test(
    "finds sines and sawtooths from B0 to C8 within 0.2 cents at 16, 44.1 and 48 kHz",
    arguments: EstimatorChecks.rates, [EstimatorChecks.Timbre.sine, .sawtooth])
  func accuracy(rate: Double, timbre: EstimatorChecks.Timbre) throws {
    let worst = EstimatorChecks.worstError(
      of: try estimator(rate), sampleRate: rate, timbre: timbre)
    #expect(worst < 0.2)
  }

  @Test("finds high strings within 1 cent; low ones, whose overtones cross zero, are unvoiced")
  func pluckedStrings() throws {
    let worst = EstimatorChecks.worstError(
      of: try estimator(48_000), sampleRate: 48_000, timbre: .pluckedString,
      frequencies: [1046.502, 1760])
    #expect(worst < 1)
    var estimator = try estimator(48_000)
    for frequency in [41.203, 82.407, 146.832, 329.628] {
      let frame = EstimatorChecks.Timbre.pluckedString.samples(
        frequency, sampleRate: 48_000, count: estimator.frameSize)
      let candidate = estimator.estimate(frame.span)
      #expect(candidate == nil, "\(frequency) Hz")
    }
  }

  @Test("hears the octave above where the second harmonic is 14 dB above the others")
  func octaveError() throws {
    var estimator = try estimator(44_100)
    let frame = TestSignal.harmonics(
      110, amplitudes: [0.1, 0.5, 0.1, 0.1], sampleRate: 44_100, count: estimator.frameSize)
    let candidate = estimator.estimate(frame.span)
    #expect(cents(from: 220, to: try #require(candidate).frequency).magnitude < 5)
  }

  @Test("ripple of less than the hysteresis crosses zero uncounted")
  func hysteresis() throws {
    let frequency = 100.0
    for (hysteresis, expected) in [(0.3, true), (0, false)] {
      var estimator = try ZeroCrossing(
        sampleRate: 44_100, searchRange: 60...1000, hysteresis: hysteresis)
      let frame = TestSignal.harmonics(
        frequency, amplitudes: [0.5] + Array(repeating: 0, count: 17) + [0.2], sampleRate: 44_100,
        count: estimator.frameSize)
      let candidate = estimator.estimate(frame.span)
      let found = candidate.map { cents(from: frequency, to: $0.frequency).magnitude < 20 } ?? false
      #expect(found == expected)
    }
  }
}

import ClassicEstimators
import PitchEstimation
import SignalProcessing
import Testing
import _TestSignals

@Suite("Autocorrelation")
struct AutocorrelationTests {
  private func estimator(
    _ rate: Double, window: WindowShape = .hann
  ) throws(EstimatorError) -> Autocorrelation {
    try Autocorrelation(sampleRate: rate, searchRange: EstimatorChecks.range, window: window)
  }

  @Test(
    "finds B0 to C8 within 1 cent at 16, 44.1 and 48 kHz", arguments: EstimatorChecks.rates,
    EstimatorChecks.Timbre.allCases)
  func accuracy(rate: Double, timbre: EstimatorChecks.Timbre) throws {
    for window in [WindowShape.hann, .gaussian(deviation: 0.29)] {
      let worst = EstimatorChecks.worstError(
        of: try estimator(rate, window: window), sampleRate: rate, timbre: timbre)
      #expect(worst < 1)
    }
  }

  @Test("a frame is three periods of the lowest frequency, six under a Gaussian window")
  func frameSizes() throws {
    #expect(try estimator(48_000).frameSize == 3 * 1601)
    #expect(try estimator(48_000, window: .gaussian(deviation: 0.29)).frameSize == 6 * 1601)
  }

  @Test("an octave cost of 0.2 hears a strong second harmonic as the pitch")
  func octaveCost() throws {
    var estimator = try Autocorrelation(
      sampleRate: 44_100, searchRange: EstimatorChecks.range, octaveCost: 0.2)
    let frame = TestSignal.harmonics(
      110, amplitudes: [0.1, 0.5], sampleRate: 44_100, count: estimator.frameSize)
    let candidate = estimator.estimate(frame.span)
    #expect(cents(from: 220, to: try #require(candidate).frequency).magnitude < 20)
  }

  @Test("periodicity is the share of the tone's power: 0.8 with noise 6 dB below")
  func harmonicity() throws {
    var estimator = try estimator(44_100)
    let count = estimator.frameSize
    let tone = TestSignal.sine(220, sampleRate: 44_100, count: count)  // power 0.125
    var sum = 0.0
    for seed in 1...20 as ClosedRange<UInt64> {
      let noise = TestSignal.noise(count: count, rms: 0.03125.squareRoot(), seed: seed)
      let frame = zip(tone, noise).map { $0 + $1 }
      let candidate = estimator.estimate(frame.span)
      sum += try #require(candidate).periodicity
    }
    #expect((sum / 20 - 0.8).magnitude < 0.03)
  }
}

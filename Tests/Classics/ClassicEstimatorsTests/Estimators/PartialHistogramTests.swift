import ClassicEstimators
import PitchEstimation
import Testing
import _TestSignals

@Suite("Partial histogram")
struct PartialHistogramTests {
  private func estimator(_ rate: Double) throws(EstimatorError) -> PartialHistogram {
    try PartialHistogram(sampleRate: rate, searchRange: EstimatorChecks.range)
  }

  @Test("the frame is the power of two that holds three periods of the lowest frequency")
  func frameSizes() throws {
    #expect(try estimator(16_000).frameSize == 2048)
    #expect(try estimator(44_100).frameSize == 8192)
    let high = try PartialHistogram(sampleRate: 44_100, searchRange: 80...2000)
    #expect(high.frameSize == 2048)
  }

  @Test(
    "finds sines and sawtooths from B0 within 2 cents, from E2 within 0.1, up to C8",
    arguments: EstimatorChecks.rates, [EstimatorChecks.Timbre.sine, .sawtooth])
  func accuracy(rate: Double, timbre: EstimatorChecks.Timbre) throws {
    let all = EstimatorChecks.worstError(
      of: try estimator(rate), sampleRate: rate, timbre: timbre)
    #expect(all < 2)
    let high = EstimatorChecks.worstError(
      of: try estimator(rate), sampleRate: rate, timbre: timbre,
      frequencies: EstimatorChecks.frequencies.filter { $0 > 80 })
    #expect(high < 0.1)
  }

  @Test(
    "finds strings from D3 within 0.5 cents, 0.2 s after the pluck",
    arguments: EstimatorChecks.rates)
  func pluckedStrings(rate: Double) throws {
    let worst = EstimatorChecks.worstError(
      of: try estimator(rate), sampleRate: rate, timbre: .pluckedString,
      frequencies: EstimatorChecks.frequencies.filter { $0 > 140 })
    #expect(worst < 0.5)
  }

  @Test("hears odd harmonics alone at their fundamental, as of a clarinet")
  func oddHarmonics() throws {
    var estimator = try estimator(44_100)
    let frame = TestSignal.harmonics(
      146.832, amplitudes: [0.3, 0, 0.2, 0, 0.15, 0, 0.1], sampleRate: 44_100,
      count: estimator.frameSize)
    let candidate = estimator.estimate(frame.span)
    #expect(cents(from: 146.832, to: try #require(candidate).frequency).magnitude < 0.1)
  }
}

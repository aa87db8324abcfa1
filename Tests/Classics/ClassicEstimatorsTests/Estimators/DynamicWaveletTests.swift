import ClassicEstimators
import PitchEstimation
import Testing
import _TestSignals

@Suite("Dynamic wavelet")
struct DynamicWaveletTests {
  private func estimator(_ rate: Double) throws(EstimatorError) -> DynamicWavelet {
    try DynamicWavelet(sampleRate: rate, searchRange: EstimatorChecks.range)
  }

  @Test(
    "finds sines up to a ninth of the sample rate within 0.1 cents at 16, 44.1 and 48 kHz",
    arguments: EstimatorChecks.rates)
  func sines(rate: Double) throws {
    let worst = EstimatorChecks.worstError(
      of: try estimator(rate), sampleRate: rate, timbre: .sine,
      frequencies: EstimatorChecks.frequencies.filter { $0 < rate / 9 })
    #expect(worst < 0.1)
  }

  @Test(
    "finds sawtooths up to a fifteenth of the sample rate within 1 cent",
    arguments: EstimatorChecks.rates)
  func sawtooths(rate: Double) throws {
    let worst = EstimatorChecks.worstError(
      of: try estimator(rate), sampleRate: rate, timbre: .sawtooth,
      frequencies: EstimatorChecks.frequencies.filter { $0 < rate / 15 })
    #expect(worst < 1)
  }

  @Test(
    "finds strings from D3 within 1 cent, 0.2 s after the pluck", arguments: EstimatorChecks.rates)
  func pluckedStrings(rate: Double) throws {
    let worst = EstimatorChecks.worstError(
      of: try estimator(rate), sampleRate: rate, timbre: .pluckedString,
      frequencies: EstimatorChecks.frequencies.filter { $0 > 140 })
    #expect(worst < 1)
  }
}

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

  @Test("keeps the octave without a fundamental, and where the second harmonic is 14 dB above")
  func octaves() throws {
    var estimator = try estimator(44_100)
    for amplitudes in [[0, 0.2, 0.2, 0.2], [0.1, 0.5, 0.1, 0.1]] {
      let frame = TestSignal.harmonics(
        110, amplitudes: amplitudes, sampleRate: 44_100, count: estimator.frameSize)
      let candidate = estimator.estimate(frame.span)
      #expect(cents(from: 110, to: try #require(candidate).frequency).magnitude < 1)
    }
  }

  @Test("calls silence, constants and white noise unvoiced; no level or offset moves the pitch")
  func invariance() throws {
    #expect(EstimatorChecks.falseAlarms(of: try estimator(44_100)) == 0)
    #expect(EstimatorChecks.largestChange(of: try estimator(44_100), sampleRate: 44_100) < 0.1)
    #expect(EstimatorChecks.survivesExtremes(try estimator(44_100)))
  }

  @Test("stays within 10 cents in white noise 15 dB below")
  func noise() throws {
    let worst = EstimatorChecks.worstErrorInNoise(of: try estimator(44_100), sampleRate: 44_100)
    #expect(worst < 10)
  }

  @Test("refuses rates, ranges and thresholds that cannot work")
  func refusals() {
    let missed = firstMissedRefusal { rate, range throws(EstimatorError) in
      try DynamicWavelet(sampleRate: rate, searchRange: range)
    }
    #expect(missed == nil)
    #expect(throws: EstimatorError.invalidThreshold(2)) {
      try DynamicWavelet(sampleRate: 48_000, searchRange: 60...1500, peakThreshold: 2)
    }
  }
}

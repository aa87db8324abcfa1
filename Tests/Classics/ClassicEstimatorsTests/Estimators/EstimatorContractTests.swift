import ClassicEstimators
import PitchEstimation
import Testing
import _TestSignals

/// What holds for every estimator of one frame, whatever it measures.
@Suite("What every estimator holds")
struct EstimatorContractTests {
  enum Method: CaseIterable {
    case amdf, autocorrelation, dynamicWavelet, partialHistogram, zeroCrossing

    func estimator(
      _ rate: Double, _ range: ClosedRange<Double> = EstimatorChecks.range
    ) throws(EstimatorError) -> any PitchEstimator {
      switch self {
      case .amdf: try AMDF(sampleRate: rate, searchRange: range)
      case .autocorrelation: try Autocorrelation(sampleRate: rate, searchRange: range)
      case .dynamicWavelet: try DynamicWavelet(sampleRate: rate, searchRange: range)
      case .partialHistogram: try PartialHistogram(sampleRate: rate, searchRange: range)
      case .zeroCrossing: try ZeroCrossing(sampleRate: rate, searchRange: range)
      }
    }

    /// With a threshold that is none.
    func misused() throws(EstimatorError) -> any PitchEstimator {
      let (rate, range) = (48_000.0, 60.0...1500)
      return switch self {
      case .amdf: try AMDF(sampleRate: rate, searchRange: range, voicingThreshold: 2)
      case .autocorrelation:
        try Autocorrelation(sampleRate: rate, searchRange: range, voicingThreshold: 2)
      case .dynamicWavelet:
        try DynamicWavelet(sampleRate: rate, searchRange: range, peakThreshold: 2)
      case .partialHistogram:
        try PartialHistogram(sampleRate: rate, searchRange: range, voicingThreshold: 2)
      case .zeroCrossing: try ZeroCrossing(sampleRate: rate, searchRange: range, hysteresis: 2)
      }
    }
  }

  @Test(
    "keeps the octave without a fundamental, and where the second harmonic is 14 dB above",
    arguments: [
      (Method.amdf, 1.0), (.autocorrelation, 0.1), (.dynamicWavelet, 1), (.partialHistogram, 0.1),
    ])
  func octaves(method: Method, bound: Double) throws {
    var estimator = try method.estimator(44_100)
    for amplitudes in [[0, 0.2, 0.2, 0.2], [0.1, 0.5, 0.1, 0.1]] {
      let frame = TestSignal.harmonics(
        110, amplitudes: amplitudes, sampleRate: 44_100, count: estimator.frameSize)
      let candidate = estimator.estimate(frame.span)
      #expect(cents(from: 110, to: try #require(candidate).frequency).magnitude < bound)
    }
  }

  @Test(
    "calls silence, constants and white noise unvoiced; no level or offset moves the pitch",
    arguments: Method.allCases)
  func invariance(method: Method) throws {
    let estimator = try method.estimator(44_100)
    let falseAlarms = EstimatorChecks.falseAlarms(of: estimator)
    let change = EstimatorChecks.largestChange(of: estimator, sampleRate: 44_100)
    let survives = EstimatorChecks.survivesExtremes(estimator)
    #expect(falseAlarms == 0 && change < 0.1 && survives)
  }

  @Test(
    "stays within some cents in white noise 15 dB below",
    arguments: [
      (Method.amdf, 5.0), (.autocorrelation, 1), (.dynamicWavelet, 10), (.partialHistogram, 0.5),
      (.zeroCrossing, 1),
    ])
  func noise(method: Method, bound: Double) throws {
    let estimator = try method.estimator(44_100)
    let worst = EstimatorChecks.worstErrorInNoise(of: estimator, sampleRate: 44_100)
    #expect(worst < bound)
  }

  @Test("refuses rates, ranges and thresholds that cannot work", arguments: Method.allCases)
  func refusals(method: Method) {
    for rate in [0, -1, 7999, 192_001, .infinity] {
      #expect(throws: EstimatorError.invalidSampleRate(rate)) {
        try method.estimator(rate, 30...1000)
      }
    }
    #expect(throws: EstimatorError.self) { try method.estimator(.nan, 30...1000) }
    for range in [0.0...100, -5...100, 30...24_000, 0.2...100] {
      #expect(throws: EstimatorError.frequencyOutOfRange(range, nyquist: 24_000)) {
        try method.estimator(48_000, range)
      }
    }
    #expect(throws: EstimatorError.invalidThreshold(2)) { try method.misused() }
  }

  @Test("refuses negative thresholds, and costs beyond 1")
  func costs() {
    #expect(throws: EstimatorError.invalidThreshold(1.5)) {
      try Autocorrelation(sampleRate: 48_000, searchRange: 60...1500, octaveCost: 1.5)
    }
    #expect(throws: EstimatorError.invalidThreshold(-0.1)) {
      try Autocorrelation(sampleRate: 48_000, searchRange: 60...1500, voicingThreshold: -0.1)
    }
  }
}

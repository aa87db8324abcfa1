import Foundation
import PitchEstimation
import Testing
import _TestSignals

@Suite("AMDF")
struct AMDFTests {
  private func estimator(_ rate: Double) throws(EstimatorError) -> AMDF {
    try AMDF(sampleRate: rate, searchRange: EstimatorChecks.range)
  }

  @Test("D(τ) agrees with its textbook sum to 1e-5")
  func textbook() throws {
    let noise = TestSignal.noise(count: 500, rms: 0.3, seed: 3)
    let function = MagnitudeDifference(windowSize: 200, longestLag: 298)
    #expect((function.windowSize, function.longestLag) == (200, 299))
    var output = [Float](repeating: .nan, count: function.outputSize)
    var span = output.mutableSpan
    var copy = function
    copy.transform(noise.span.extracting(first: function.frameSize), into: &span)
    for lag in 0...299 {
      let exact =
        (0..<200).reduce(0.0) { $0 + Double((noise[$1] - noise[$1 + lag]).magnitude) } / 200
      #expect((Double(output[lag]) - exact).magnitude < 1e-5)
    }
  }

  @Test(
    "finds B0 to C8 within 1 cent, bright tones within 4, at 16, 44.1 and 48 kHz",
    arguments: EstimatorChecks.rates, EstimatorChecks.Timbre.allCases)
  func accuracy(rate: Double, timbre: EstimatorChecks.Timbre) throws {
    let worst = EstimatorChecks.worstError(
      of: try estimator(rate), sampleRate: rate, timbre: timbre)
    #expect(worst < (timbre == .sawtooth ? 4 : 1))
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

  @Test("follows its estimate to the dip itself: every semitone from B0 to C5 within 4 cents")
  func everySemitone() throws {
    let worst = EstimatorChecks.worstError(
      of: try estimator(44_100), sampleRate: 44_100, timbre: .sawtooth,
      frequencies: (0...49).map { 30.868 * pow(2, Double($0) / 12) })
    #expect(worst < 4)
  }

  @Test("stays within 5 cents in white noise 15 dB below")
  func noise() throws {
    let worst = EstimatorChecks.worstErrorInNoise(of: try estimator(44_100), sampleRate: 44_100)
    #expect(worst < 5)
  }

  @Test("refuses rates, ranges and thresholds that cannot work")
  func refusals() {
    let missed = firstMissedRefusal { rate, range throws(EstimatorError) in
      try AMDF(sampleRate: rate, searchRange: range)
    }
    #expect(missed == nil)
    #expect(throws: EstimatorError.invalidThreshold(2)) {
      try AMDF(sampleRate: 48_000, searchRange: 60...1500, voicingThreshold: 2)
    }
  }
}

import Foundation
import ClassicEstimators
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

  @Test("follows its estimate to the dip itself: every semitone from B0 to C5 within 4 cents")
  func everySemitone() throws {
    let worst = EstimatorChecks.worstError(
      of: try estimator(44_100), sampleRate: 44_100, timbre: .sawtooth,
      frequencies: (0...49).map { 30.868 * pow(2, Double($0) / 12) })
    #expect(worst < 4)
  }
}

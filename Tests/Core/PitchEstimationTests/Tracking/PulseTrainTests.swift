import SignalProcessing
import Testing
import ToneGeneration
import _TestSignals

@testable import PitchEstimation

/// All partials up to half the sample rate are equally strong: the peaks of the autocorrelation are as
/// narrow as can be, and lie between the samples. Below 50 Hz single clicks are heard, and not in every
/// frame.
@Suite("Pulse trains, by the default tracker")
struct PulseTrainTests {
  @Test(
    "every semitone from A1 to C8, and quarter tones between them, are within a cent",
    arguments: [16_000.0, 44_100, 48_000])
  func everyNote(sampleRate: Double) throws {
    for quarterTone in 24..<175 {
      let frequency = 27.5 * Elementary.exp2(Double(quarterTone) / 24)
      guard frequency < sampleRate / 8 else { break }  // fewer partials are no pulse
      var oscillator = try Oscillator(
        .pulse, frequency: frequency, level: -20, sampleRate: sampleRate)
      let samples = oscillator.render(frameCount: Int(0.6 * sampleRate))
      var tracker = try MultiresolutionTracker(
        sampleRate: sampleRate, searchRange: 26...4435, hopSize: sampleRate / 100)
      tracker.append(samples)
      tracker.finish()
      while let reading = tracker.next() {
        guard (0.2...0.4).contains(reading.time) else { continue }
        let found = try #require(reading.frequency, "\(frequency) Hz is unvoiced")
        #expect(cents(from: frequency, to: found).magnitude < 1, "\(frequency) Hz: \(found)")
      }
    }
  }
}

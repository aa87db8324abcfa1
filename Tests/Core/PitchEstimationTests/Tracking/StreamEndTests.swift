import ClassicEstimators
import PitchEstimation
import SignalProcessing
import Testing
import _TestSignals

/// The readings at the ends of a file: right within 5 cents, or unvoiced.
@Suite("Ends of a stream")
struct StreamEndTests {
  @Test(
    "no voiced reading of a steady tone is off by 5 cents, the first and the last included",
    arguments: [
      EstimatorMethod.best, .yin, .mpm, .autocorrelation, .pyin, .amdf, .swipe,
    ])
  func steadyTone(method: EstimatorMethod) throws {
    for frequency in [82.407, 443.21, 1046.5] {
      let tone = TestSignal.sawtooth(frequency, sampleRate: 44_100, count: 44_100)
      var tracker = try AnyPitchTracker(
        method, sampleRate: 44_100, searchRange: SearchRange.allKeys, hopSize: 441, lookahead: 0.3,
        gate: LevelGate())
      tracker.append(tone.span)
      tracker.finish()
      var voicedCount = 0
      while let reading = tracker.next() {
        guard let found = reading.frequency else { continue }
        voicedCount += 1
        #expect(
          cents(from: frequency, to: found).magnitude < 5, "\(frequency) Hz at \(reading.time) s")
      }
      #expect(voicedCount >= 98)
    }
  }
}

import InstrumentTuning
import PitchEstimation
import Testing

@Suite("How a tuner listens")
struct TunerListeningTests {
  @Test(
    "low strings lower the range to 0.6 of theirs, down to 15 Hz; others leave it",
    arguments: [
      (nil, 26), (82.4069, 26), (41.2034, 24.72204), (30.8677, 18.52062), (16.3516, 15),
    ] as [(Double?, Double)])
  func lowest(string: Double?, expected: Double) {
    let range = TunerListening().searchRange(sampleRate: 48_000, lowestString: string)
    #expect(abs(range.lowerBound - expected) < 1e-9)
    #expect(range.upperBound == SearchRange.allKeys.upperBound)
  }

  @Test("nothing is looked for above 0.45 of the sample rate")
  func highest() {
    #expect(TunerListening().searchRange(sampleRate: 8000) == 26...3600)
    #expect(TunerListening(range: 100...200).searchRange(sampleRate: 8000) == 100...200)
  }

  @Test("a range that begins lower than the strings stays")
  func ownRange() {
    let listening = TunerListening(range: 10...1000)
    #expect(listening.lowestFrequency(lowestString: 30) == 10)
  }
}

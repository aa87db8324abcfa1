import MusicTheory
import PianoTuning
import Testing

@Suite struct PianoKeyTests {
  @Test("There are 88 keys, from A0 at 27.5 Hz to C8 at 4186.01 Hz")
  func keys() throws {
    #expect(PianoKey.all.count == 88)
    #expect(PianoKey.all.first?.name == "A0")
    #expect(PianoKey.all.last?.name == "C8")
    #expect(try #require(PianoKey(midi: 21)).equalFrequency() == 27.5)
    #expect(abs(try #require(PianoKey(midi: 108)).equalFrequency() - 4186.009) < 0.001)
    #expect(try PianoKey(Note("A#0")) == PianoKey(midi: 22))
    #expect(try PianoKey(Note("Bb0")) == PianoKey(midi: 22) && PianoKey(Note("G#0")) == nil)
    #expect(PianoKey(midi: 20) == nil)
    #expect(PianoKey(midi: 109) == nil)
  }
}

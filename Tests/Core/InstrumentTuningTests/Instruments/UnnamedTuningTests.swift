import InstrumentTuning
import MusicTheory
import Testing

@Suite("A tuning that nobody names")
struct UnnamedTuningTests {
  @Test("is raised by 3 semitones by a capo at fret 3, as one with a name is")
  func capo() throws {
    let tuning = try Tuning(courses: [[TargetPitch(Note("E2"))]]).withCapo(fret: 3)
    #expect(tuning.strings.map { $0.pitch.note.midiNumber } == [43])
    #expect(tuning.name.isEmpty)
  }
}

import InstrumentTuning
import MusicTheory
import Testing

@Suite("The notes of an instrument")
struct PlayableNotesTests {
  private func notes(_ name: String) throws -> [String] {
    let instrument = try InstrumentCatalog.builtIn.instrument(named: name)
    let range = instrument.playableNotes(in: instrument.standardTuning)
    return [range.lowerBound, range.upperBound].map {
      Note(midiNumber: $0, spelling: .sharps).asciiDescription
    }
  }

  @Test("a violin has G3 to A7, a viola C3, a guitar with 24 frets E2 to E6, a four-string bass E1")
  func books() throws {
    #expect(try notes("violin") == ["G3", "A7"])
    #expect(try notes("viola").first == "C3")
    #expect(try notes("guitar") == ["E2", "E6"])
    #expect(try notes("bass guitar").first == "E1")
  }

  @Test("a concert harp ends with the sharp of its highest string, and every range is one")
  func all() throws {
    #expect(try notes("concert harp").last == "G#7")
    for instrument in InstrumentCatalog.builtIn.instruments {
      for tuning in instrument.tunings {
        let range = instrument.playableNotes(in: tuning)
        #expect(tuning.strings.allSatisfy { range.contains($0.pitch.note.midiNumber) })
      }
    }
  }
}

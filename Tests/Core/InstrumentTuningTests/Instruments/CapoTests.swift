import InstrumentTuning
import MusicTheory
import Testing

@Suite("A capo")
struct CapoTests {
  @Test("at fret 2 all six strings of a guitar sound two semitones higher: F#2 B2 E3 A3 C#4 F#4")
  func strings() throws {
    let guitar = try InstrumentCatalog.builtIn.instrument(named: "guitar").standardTuning
    let notes = try guitar.withCapo(fret: 2).strings.map(\.pitch.note.asciiDescription)
    #expect(notes == ["F#2", "B2", "E3", "A3", "C#4", "F#4"])
    #expect(try guitar.withCapo(fret: 0) == guitar)
  }

  @Test("is at fret 0 to 12", arguments: [-1, 13, .max])
  func limits(fret: Int) throws {
    let guitar = try InstrumentCatalog.builtIn.instrument(named: "guitar").standardTuning
    #expect(throws: InstrumentError.capoOutOfRange(fret)) { try guitar.withCapo(fret: fret) }
    #expect(InstrumentError.capoOutOfRange(fret).description.contains("0 to 12"))
  }
}

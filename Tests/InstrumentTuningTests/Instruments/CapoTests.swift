import InstrumentTuning
import MusicTheory
import Testing

@Suite("A capo")
struct CapoTests {
  private func guitar() throws -> Tuning {
    try InstrumentCatalog.builtIn.instrument(named: "guitar").standardTuning
  }

  @Test("at fret 2 raises E2 A2 D3 G3 B3 E4 to the six notes a whole tone higher")
  func wholeTone() throws {
    let tuning = try guitar().withCapo(fret: 2)
    #expect(tuning.name == "Standard")
    #expect(tuning.strings.map { $0.pitch.note.midiNumber } == [42, 47, 52, 57, 61, 66])
    #expect(tuning.strings.map(\.number) == [6, 5, 4, 3, 2, 1])
  }

  @Test("at fret 0 is none")
  func none() throws {
    let tuning = try guitar()
    #expect(try tuning.withCapo(fret: 0) == tuning)
  }

  @Test("raises a tuning that nobody named as well")
  func unnamed() throws {
    let tuning = try Tuning(courses: [[TargetPitch(Note("E2"))]]).withCapo(fret: 3)
    #expect(tuning.strings.map { $0.pitch.note.midiNumber } == [43])
  }

  @Test("beyond frets 0 to 12 is refused", arguments: [-1, 13])
  func refusals(fret: Int) throws {
    let tuning = try guitar()
    #expect(throws: InstrumentError.capoOutOfRange(fret)) { try tuning.withCapo(fret: fret) }
  }
}

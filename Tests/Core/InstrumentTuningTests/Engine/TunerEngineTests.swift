import InstrumentTuning
import MusicTheory
import PitchEstimation
import Testing

@Suite("Tuner engine")
struct TunerEngineTests {
  /// Plays frequencies for a second each, with half a second of silence between, and returns the
  /// notes that ended.
  private func notes(_ frequencies: [Double], _ mode: TargetMode) -> [HeardNote] {
    var engine = TunerEngine(mode: mode)
    var notes: [HeardNote] = []
    for index in 0..<150 * frequencies.count {
      let frequency = index % 150 < 100 ? frequencies[index / 150] : nil
      let reading = PitchReading(
        time: Double(index) / 100,
        candidate: frequency.map { PitchCandidate(frequency: $0, periodicity: 0.9) },
        isVoiced: frequency != nil, level: -20)
      if let note = engine.process(reading).ended { notes.append(note) }
    }
    return notes
  }

  @Test("a note 1186 cents from every string of a banjo is none of its notes")
  func farNotes() throws {
    let banjo = try InstrumentCatalog.builtIn.instrument(named: "banjo").standardTuning
    let heard = notes([74, 147, 74, 196.5], .strings(banjo))
    #expect(heard.map(\.note.description) == ["D3", "G3"])
    #expect(heard.allSatisfy { $0.meanCents.magnitude < 10 && $0.spread < 1 })
    let locked = notes([74, 147], .string(4, of: banjo))
    #expect(locked.map(\.note.description) == ["D3"])
  }

  @Test("of every note, none is far")
  func chromatic() {
    #expect(notes([74, 147], .chromatic).map(\.note.description) == ["D2", "D3"])
  }
}

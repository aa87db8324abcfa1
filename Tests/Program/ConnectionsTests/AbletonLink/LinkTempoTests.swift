@testable import Connections
import Metronome
import Testing

@Suite("The tempo of a Link session")
struct LinkTempoTests {
  @Test(
    "counts quarters, whatever note the metronome counts",
    arguments: [("120", 120), ("3/8=80", 120), ("1/2=60", 120), ("1/8=90", 45), ("1/16=600", 150)])
  func quarters(of notation: String, quarters: Double) throws {
    #expect(LinkTempo.quarters(of: try Tempo(notation: notation)) == quarters)
  }

  @Test(
    "is shown in the notes of the metronome while it has such a tempo; then in quarters, then in halves",
    arguments: [
      ("1/4", 120.0, "1/4", 120.0), ("3/8", 120, "3/8", 80), ("1/8", 120, "1/8", 240),
      ("1/8", 400, "1/4", 400), ("1/1", 20, "1/4", 20), ("1/4", 999, "1/2", 499.5),
      ("1/16", 999, "1/2", 499.5), ("1/1", 999, "1/1", 249.75),
    ])
  func note(wanted: String, quarters: Double, note: String, number: Double) throws {
    func value(_ text: String) throws -> NoteValue { try Tempo(notation: text + "=100").note }
    let tempo = try #require(LinkTempo.tempo(quarters: quarters, in: try value(wanted)))
    #expect(tempo.note == (try value(note)))
    #expect(tempo.beatsPerMinute == number)
    #expect(LinkTempo.quarters(of: tempo) == quarters)
  }

  @Test("every tempo of Link has one, in every note")
  func all() throws {
    for quarters in stride(from: 20.0, through: 999, by: 0.5) {
      for (numerator, denominator) in [(1, 4), (3, 8), (1, 64), (64, 1), (1, 16), (1, 2)] {
        let note = try #require(NoteValue(numerator: numerator, denominator: denominator))
        let tempo = try #require(LinkTempo.tempo(quarters: quarters, in: note))
        #expect((LinkTempo.quarters(of: tempo) / quarters - 1).magnitude < 1e-6)
      }
    }
  }

  @Test(
    "a bar is as long in quarters as its meter says",
    arguments: [
      ("4/4", 4.0), ("3/4", 3), ("6/8", 3), ("7/8=2+2+3", 3.5), ("2/2", 4), ("5/16", 1.25),
    ])
  func quantum(meter: String, quarters: Double) throws {
    #expect(LinkTempo.quantum(of: try Meter(notation: meter)) == quarters)
  }

  @Test(
    "a session can be begun with 20 to 999 quarters per minute",
    arguments: [
      ("20", true), ("19.9", false), ("1/2=499.5", true), ("1/2=500", false), ("600", true),
    ])
  func limits(notation: String, isAllowed: Bool) throws {
    #expect(SharedTempo.allows(try Tempo(notation: notation)) == isAllowed)
  }
}

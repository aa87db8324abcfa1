import Metronome
import Testing

@Suite("Words for tempos")
struct TempoMarkingTests {
  @Test("14 words rise from grave to prestissimo, and each means the middle of its range")
  func middle() {
    let markings = TempoMarking.allCases
    #expect(markings.count == 14)
    let tempos = markings.map(\.tempo.beatsPerMinute)
    #expect(tempos == [32.5, 50, 52.5, 63, 71, 74, 92, 94, 114, 116, 144, 172, 184, 204])
    for marking in markings {
      let range = marking.beatsPerMinute
      #expect(range.contains(marking.tempo.beatsPerMinute))
      #expect(Tempo.limits.contains(range.lowerBound) && Tempo.limits.contains(range.upperBound))
    }
  }

  @Test("a word stands for its number: alone, in capitals, with a note value, and in a tempo map")
  func notation() throws {
    #expect(try Tempo(notation: "andante") == Tempo(92))
    #expect(try Tempo(notation: "Allegro") == Tempo(144))
    #expect(try Tempo(notation: "3/8=largo") == Tempo(notation: "3/8=50"))
    let map = try TempoMap(parsing: Array("8 andante-allegro\n* 3/4 presto\n".utf8))
    let (andante, allegro) = (TempoMarking.andante.tempo, TempoMarking.allegro.tempo)
    #expect(map.sections[0].tempo == .gradual(from: andante, to: allegro))
    #expect(map.sections[1].tempo == .steady(TempoMarking.presto.tempo))
  }

  @Test("other words are no tempos", arguments: ["andant", "", "allegro!", "alllegro"])
  func refusals(text: String) {
    #expect(throws: MetronomeError.invalidTempo(text)) { try Tempo(notation: text) }
  }
}

import MusicTheory
import Testing

@Suite("Transposition")
struct TranspositionTests {
  @Test(
    "a written C5 sounds as orchestration books say (Adler, The Study of Orchestration)",
    arguments: [
      ("bb-trumpet", "Bb4"), ("f-horn", "F4"), ("a-clarinet", "A4"), ("eb-clarinet", "Eb5"),
      ("bb-clarinet", "Bb4"), ("bass-clarinet", "Bb3"), ("english-horn", "F4"),
      ("oboe-damore", "A4"), ("alto-flute", "G4"), ("piccolo", "C6"), ("contrabassoon", "C4"),
      ("soprano-saxophone", "Bb4"), ("alto-saxophone", "Eb4"), ("tenor-saxophone", "Bb3"),
      ("baritone-saxophone", "Eb3"), ("double-bass", "C4"), ("guitar", "C4"), ("celesta", "C6"),
      ("glockenspiel", "C7"), ("piccolo-trumpet", "Bb5"), ("d-trumpet", "D5"),
      ("basset-horn", "F4"), ("xylophone", "C6"), ("contrabass-clarinet", "Bb2"),
    ])
  func instruments(name: String, sounding: String) throws {
    let transposition = try TransposingInstrument(named: name).transposition
    #expect(transposition.sounding(Note(.c, octave: 5)) == (try Note(sounding)))
    #expect(transposition.written(try Note(sounding)) == Note(.c, octave: 5))
  }

  @Test("written and sounding notes keep their letters: F♯5 sounds E5 on a trumpet, G♭5 F♭5")
  func spelling() throws {
    let trumpet = try TransposingInstrument(named: "B♭ trumpet").transposition
    #expect(trumpet.sounding(try Note("F#5")) == (try Note("E5")))
    #expect(trumpet.sounding(try Note("Gb5")) == (try Note("Fb5")))
    #expect(trumpet.written(try Note("A4")) == (try Note("B4")))
    #expect(trumpet.written(try Note("B4")) == (try Note("C#5")))
  }

  @Test("writing and sounding are inverse in pitch, for every instrument and note")
  func inverse() {
    for instrument in TransposingInstrument.all {
      for note in Note.notes(inOctaves: 0...8, spelling: .mixed) {
        let written = instrument.transposition.written(note)
        #expect(instrument.transposition.sounding(written).midiNumber == note.midiNumber)
      }
    }
  }

  @Test("an E shape with a capo at the third fret sounds G; dropped by two semitones E sounds D")
  func capo() throws {
    #expect(Transposition.capo(3).sounding(try Note("E2")) == (try Note("G2")))
    #expect(Transposition.drop(2).sounding(try Note("E2")) == (try Note("D2")))
    #expect(Transposition.drop(1).sounding(try Note("E2")) == (try Note("D#2")))
    #expect(Transposition.none.sounding(try Note("E2")) == (try Note("E2")))
  }

  @Test(
    "a note named by its frequency is written in the player's spelling, not the interval's",
    arguments: [
      (1, "C#2", "sharps", "C2"), (1, "F#4", "sharps", "F4"), (2, "A#4", "sharps", "G#4"),
      (1, "G4", "sharps", "F#4"), (1, "G4", "flats", "Gb4"), (1, "C4", "mixed", "B3"),
      (3, "F#4", "mixed", "Eb4"),
    ])
  func spelled(fret: Int, sounding: String, spelling: String, written: String) throws {
    let spellings = ["sharps": Spelling.sharps, "flats": .flats, "mixed": .mixed]
    let note = Transposition.capo(fret).written(
      try Note(sounding), spelling: try #require(spellings[spelling]))
    #expect(note == (try Note(written)))
  }

  @Test("a trumpet's A♯4 is written C5, and in a key the name moves with the key")
  func spelledTrumpet() throws {
    let trumpet = try TransposingInstrument(named: "bb-trumpet").transposition
    #expect(trumpet.written(try Note("A#4"), spelling: .sharps) == (try Note("C5")))
    // E♭ major sounds where the trumpet reads F major; F♯ major where it reads G♯, or A♭.
    #expect(trumpet.written(try Note("Ab4"), spelling: .key(try Key("Eb"))) == (try Note("Bb4")))
    let sharps = try Note.notes(inOctaves: 4...4, spelling: .key(Key("F#"))).map {
      trumpet.written($0, spelling: .key(try Key("F#")))
    }
    #expect(sharps.allSatisfy { abs($0.accidental.rawValue) < 2 })
  }

  @Test("an interval that would need three accidentals falls back to a plain spelling")
  func extremes() throws {
    let third = Interval(steps: 2, semitones: 4)
    #expect(try Note("B##4").transposed(by: third).midiNumber == 77)
  }

  @Test("names are unique, and unknown ones are refused with near ones")
  func names() throws {
    let names = TransposingInstrument.all.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(try TransposingInstrument(named: "Bb Trumpet").name == "bb-trumpet")
    let error = #expect(throws: TransposingInstrumentError.self) {
      try TransposingInstrument(named: "bb-trompet")
    }
    #expect(error?.description.contains("bb-trumpet") == true)
  }
}

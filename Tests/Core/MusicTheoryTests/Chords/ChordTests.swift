import MusicTheory
import Testing

@Suite("Chords")
struct ChordTests {
  @Test(
    "a name gives the notes that harmony books give, each with its own letter",
    arguments: [
      ("C", "C4 E4 G4"), ("Am", "A4 C5 E5"), ("F#m7", "F#4 A4 C#5 E5"),
      ("Bbmaj7", "Bb4 D5 F5 A5"), ("Dsus4", "D4 G4 A4"), ("Bdim", "B4 D5 F5"),
      ("Ebm", "Eb4 Gb4 Bb4"), ("G7", "G4 B4 D5 F5"), ("Caug", "C4 E4 G#4"),
      ("E5", "E4 B4"), ("Bm7b5", "B4 D5 F5 A5"), ("Fdim7", "F4 Ab4 Cb5 Ebb5"),
      ("Asus2", "A4 B4 E5"), ("C6", "C4 E4 G4 A4"), ("C9", "C4 E4 G4 Bb4 D5"),
      ("D6/9", "D4 F#4 A4 B4 E5"), ("AmM7", "A4 C5 E5 G#5"), ("A7sus4", "A4 D5 E5 G5"),
      ("Cadd9", "C4 E4 G4 D5"), ("bb", "Bb4 D5 F5"), ("E♭", "Eb4 G4 Bb4"),
    ])
  func notes(name: String, expected: String) throws {
    let notes = try Chord(name).notes(octave: 4)
    #expect(notes.map(\.asciiDescription).joined(separator: " ") == expected)
  }

  @Test("a bass note is below the root, and sounds once")
  func bass() throws {
    let names = try ["C/E", "Am7/G", "D/F#", "C/Bb", "C/B"].map { name in
      try Chord(name).notes(octave: 4).map(\.asciiDescription).joined(separator: " ")
    }
    #expect(
      names == [
        "E3 C4 G4", "G4 A4 C5 E5", "F#3 D4 A4", "Bb3 C4 E4 G4", "B3 C4 E4 G4",
      ])
  }

  @Test("letters of other languages are roots: H minor is B minor, Es is E flat, Lam is A minor")
  func notations() throws {
    let german = NoteNotation(.german)
    #expect(try Chord("Hm", in: german) == Chord("Bm"))
    #expect(try Chord("B", in: german) == Chord("Bb"))
    #expect(try Chord("Esmaj7", in: german) == Chord("Ebmaj7"))
    #expect(try Chord("Asus4", in: german) == Chord(NoteName(.a), .suspendedFourth))
    #expect(try Chord("As", in: german) == Chord("Ab"))
    #expect(try Chord("Lam", in: NoteNotation(.fixedDo)) == Chord("Am"))
    #expect(try Chord("Sol7", in: NoteNotation(.fixedDo)) == Chord("G7"))
  }

  @Test("every name of a quality is read, no two qualities share one, and each has a perfect root")
  func names() throws {
    var seen: Set<String> = []
    for quality in ChordQuality.allCases {
      #expect(quality.intervals.first == Interval(steps: 0, semitones: 0))
      let semitones = quality.intervals.map(\.semitones)
      #expect(semitones == semitones.sorted() && semitones.count >= 2)
      for name in quality.names {
        #expect(seen.insert(name).inserted, "\(name)")
        #expect(try Chord("G" + name) == Chord(NoteName(.g), quality), "G\(name)")
      }
    }
    #expect(seen.count > 40)
    #expect(try Chord("Bbmaj7/D").description == "B♭maj7/D")
  }

  @Test("what is no chord is refused by what is wrong with it", arguments: ["", "H", "x", "4/5"])
  func refusals(text: String) {
    #expect(throws: ChordError.notAChord(text)) { try Chord(text) }
  }

  @Test("a wrong quality is named, with the root", arguments: ["foo", "m8", "4", "min77"])
  func qualities(text: String) {
    #expect(throws: ChordError.unknownQuality(text, root: NoteName(.c))) { try Chord("C" + text) }
  }
}

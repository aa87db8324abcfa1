import MusicTheory
import Testing

@Suite("Spelling")
struct SpellingTests {
  private func names(_ spelling: Spelling) -> String {
    (0..<12).map { spelling.name(ofPitchClass: $0).description }.joined(separator: " ")
  }

  @Test("sharps, flats and the mixed spelling of the seed tuners give 12 names")
  func fixedSpellings() {
    #expect(names(.sharps) == "C C♯ D D♯ E F F♯ G G♯ A A♯ B")
    #expect(names(.flats) == "C D♭ D E♭ E F G♭ G A♭ A B♭ B")
    #expect(names(.mixed) == "C C♯ D E♭ E F F♯ G A♭ A B♭ B")
  }

  @Test(
    "a major key spells its scale, and other notes by its side",
    arguments: [
      ("C", "C C♯ D E♭ E F F♯ G A♭ A B♭ B"), ("G", "C C♯ D D♯ E F F♯ G G♯ A A♯ B"),
      ("F", "C D♭ D E♭ E F G♭ G A♭ A B♭ B"), ("F#", "C C♯ D D♯ E E♯ F♯ G G♯ A A♯ B"),
      ("C#", "B♯ C♯ D D♯ E E♯ F♯ G G♯ A A♯ B"), ("Gb", "C D♭ D E♭ E F G♭ G A♭ A B♭ C♭"),
      ("Cb", "C D♭ D E♭ F♭ F G♭ G A♭ A B♭ C♭"),
    ])
  func majorKeys(key: String, expected: String) throws {
    #expect(names(.key(try Key(key))) == expected)
  }

  @Test(
    "a minor key spells its scale, raised sixth and seventh included",
    arguments: [
      ("Am", "C C♯ D D♯ E F F♯ G G♯ A B♭ B"), ("Dm", "C C♯ D E♭ E F F♯ G G♯ A B♭ B"),
      ("C#m", "B♯ C♯ D D♯ E E♯ F♯ G G♯ A A♯ B"), ("G#m", "B♯ C♯ D D♯ E E♯ F♯ F♯♯ G♯ A A♯ B"),
      ("Cm", "C D♭ D E♭ E F F♯ G A♭ A B♭ B"), ("Abm", "C D♭ D E♭ F♭ F G♭ G A♭ A B♭ C♭"),
    ])
  func minorKeys(key: String, expected: String) throws {
    #expect(names(.key(try Key(key))) == expected)
  }

  @Test("in all 30 keys every scale note is written with its own letter")
  func scalesUseSevenLetters() throws {
    for fifths in -7...7 {
      for (mode, shift, steps) in [
        (Key.Mode.major, 0, [0, 2, 4, 5, 7, 9, 11]), (.minor, 3, [0, 2, 3, 5, 7, 8, 10]),
      ] {
        let tonic = try #require(Self.tonic(fifths: fifths + shift))
        let spelling = Spelling.key(try Key(tonic, mode))
        let scale = steps.map { spelling.name(ofPitchClass: tonic.pitchClass + $0) }
        #expect(scale.first == tonic)
        #expect(Set(scale.map(\.letter)).count == 7)
      }
    }
  }

  @Test("every spelling names every pitch class, also outside 0 to 11")
  func pitchClassesSurvive() {
    for pitchClass in -24..<24 {
      for spelling in NoteTests.spellings {
        let name = spelling.name(ofPitchClass: pitchClass)
        #expect(name.pitchClass == ((pitchClass % 12) + 12) % 12)
      }
    }
  }

  private static func tonic(fifths: Int) -> NoteName? {
    let names = [
      "Cb", "Gb", "Db", "Ab", "Eb", "Bb", "F", "C", "G", "D", "A", "E", "B", "F#", "C#", "G#", "D#",
      "A#",
    ]
    return try? NoteName(names[fifths + 7])
  }
}

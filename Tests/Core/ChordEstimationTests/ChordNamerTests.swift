import ChordEstimation
import MusicTheory
import Testing

/// The names of chords, against the notes that ``Chord`` gives them.
@Suite struct ChordNamerTests {
  private static let roots = [
    "C", "Db", "D", "Eb", "E", "F", "F#", "G", "Ab", "A", "Bb", "B",
  ]
  /// Chords whose notes are those of another one, too, which is preferred over a third note.
  private static let ambiguous: [ChordQuality] = [
    .sixth, .minorSixth, .suspendedSecond, .augmented, .diminishedSeventh,
  ]

  /// The notes of a chord, with each of them as the lowest one.
  private static func inversions(_ chord: Chord) -> [[Int]] {
    let notes = chord.notes(octave: 3).map(\.midiNumber)
    return notes.indices.map { count in
      notes.enumerated().map { index, number in
        // Ninths fall together with seconds.
        let within = notes[0] + (number - notes[0]) % 12
        return within + ((notes[count] - notes[0]) % 12 > (number - notes[0]) % 12 ? 12 : 0)
      }
    }
  }

  @Test(arguments: ChordQuality.allCases)
  func everyQualityOnEveryRootInEveryInversion(quality: ChordQuality) throws {
    for name in Self.roots {
      let root = try NoteName(name)
      for (inversion, notes) in Self.inversions(Chord(root, quality)).enumerated() {
        let found = ChordNamer().name(of: notes)
        let chord = try #require(found.chord, "\(name)\(quality.name), \(notes)")
        let lowest = try #require(notes.min())
        // Whatever it is called, these are its notes, and this is its bass.
        #expect((chord.bass ?? chord.root).pitchClass == lowest % 12)
        #expect(
          Set(chord.quality.intervals.map { (chord.root.pitchClass + $0.semitones) % 12 })
            == Set(notes.map { $0 % 12 }))
        if inversion == 0 || !Self.ambiguous.contains(quality) {
          // Notes with two names, over the root of the other one, have that one.
          let isOther = chord.bass == nil && inversion > 0
          #expect(isOther || chord.root.pitchClass == root.pitchClass, "\(found) for \(name)")
          #expect(isOther || chord.quality == quality, "\(found) for \(name)\(quality.name)")
        }
        if quality == .augmented || quality == .diminishedSeventh { #expect(chord.bass == nil) }
      }
    }
  }

  @Test(arguments: ChordQuality.allCases)
  func octavesOfItsNotesChangeNothing(quality: ChordQuality) throws {
    for notes in Self.inversions(Chord(NoteName(.e), quality)) {
      let name = ChordNamer().name(of: notes)
      #expect(ChordNamer().name(of: notes + notes.map { $0 + 12 }) == name)
      #expect(ChordNamer().name(of: notes.reversed() + [notes[0] + 24, notes[1] + 36]) == name)
    }
  }

  @Test(
    arguments: [
      ([48, 52, 55], "C"), ([52, 55, 60], "C/E"), ([55, 60, 64], "C/G"), ([57, 60, 64, 67], "Am7"),
      ([60, 64, 67, 69], "C6"), ([52, 57, 60, 67], "Am7/E"), ([47, 50, 53, 55], "G7/B"),
      ([48, 55], "C5"), ([48, 60, 67], "C5"), ([55, 60], "C5/G"), ([46, 50, 53], "Bb"),
      ([51, 55, 58], "Eb"), ([54, 58, 61], "F#"), ([49, 52, 56], "C#m"), ([56, 60, 63], "Ab"),
      ([48, 52, 58], "C7(no5)"), ([45, 48, 55], "Am7(no5)"), ([50, 55, 60], "Gsus4/D"),
      ([48, 51, 54, 57], "Cdim7"), ([51, 54, 57, 60], "D#dim7"), ([50, 54, 57, 60, 64], "D9"),
      ([48, 52], "M3"), ([48, 64], "M3"), ([48, 51], "m3"), ([48, 54], "A4"), ([48, 60], "P8"),
      ([48, 60, 64], "M3"), ([48], ""), ([], ""), ([60, 61, 62], ""), ([48, 50, 52, 53], ""),
    ] as [([Int], String)])
  func namesThatMusiciansWrite(notes: [Int], name: String) {
    #expect(ChordNamer().name(of: notes).asciiDescription == name)
  }

  @Test func theSpellingDecidesBetweenEqualNamesAndAKeyAlways() throws {
    let notes = [54, 58, 61]
    #expect(ChordNamer(spelling: .flats).name(of: notes).description == "G♭")
    #expect(ChordNamer(spelling: .flats).name(of: [49, 52, 56]).description == "C♯m")
    let key = Spelling.key(try Key("F#"))
    #expect(ChordNamer(spelling: key).name(of: [58, 61, 65]).description == "A♯m")
    #expect(ChordNamer().name(of: [58, 61, 65]).description == "B♭m")
  }

  @Test func notesAreSpelledByTheirPlaceInTheChord() {
    let name = ChordNamer().name(of: [48, 51, 55])
    #expect(name.description == "Cm")
    #expect(
      [48, 51, 55, 63].map { name.note($0, spelling: .sharps).description }
        == ["C3", "E♭3", "G3", "E♭4"])
    let low = ChordNamer().name(of: [44, 48, 51])  // over B♯ it would be another letter
    #expect(
      [44, 48, 51, 60].map { low.note($0, spelling: .sharps).asciiDescription }
        == ["Ab2", "C3", "Eb3", "C4"])
    let cluster = ChordNamer().name(of: [60, 61, 62])
    #expect(cluster.note(61, spelling: .flats).description == "D♭4")
  }

  @Test func lettersOfOtherLanguages() {
    let german = NoteNotation(.german)
    let name = ChordNamer().name(of: [46, 50, 53, 56])
    #expect(name.text { german.text($0) } == "B7")
    #expect(ChordNamer().name(of: [50, 55, 59]).text { german.text($0) } == "G/D")
    #expect(ChordNamer().name(of: [47, 50, 55]).text { german.text($0) } == "G/H")
  }
}

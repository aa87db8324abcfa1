import MusicTheory
import Testing

@Suite("Note")
struct NoteTests {
  @Test(
    "octave numbers belong to the letter: B♯3 is MIDI 60, C♭4 is 59",
    arguments: [
      ("C4", 60), ("B#3", 60), ("Dbb4", 60), ("Cb4", 59), ("B3", 59), ("Cbb4", 58), ("B##3", 61),
      ("A4", 69), ("C-1", 0), ("G9", 127), ("Cb-1", -1), ("C-2", -12), ("E10", 136),
    ])
  func midiNumber(name: String, midiNumber: Int) throws {
    let note = try Note(name)
    #expect(note.midiNumber == midiNumber)
    #expect(note.index == midiNumber - 69)
    #expect(note.isEnharmonic(to: Note(midiNumber: midiNumber)))
  }

  static let spellings: [Spelling] =
    [.sharps, .flats, .mixed]
    + ["C#", "Cb", "G#m", "A#m", "Abm", "F#", "Gb"].compactMap { name in
      (try? Key(name)).map { .key($0) }
    }

  @Test("MIDI numbers -12 to 140, Int.min and Int.max survive every spelling", arguments: spellings)
  func roundTrip(spelling: Spelling) {
    for midiNumber in [Int.min, Int.min + 11, Int.max - 11, Int.max] + Array(-12...140) {
      let note = Note(midiNumber: midiNumber, spelling: spelling)
      #expect(note.midiNumber == midiNumber)
      #expect(Note(index: note.index, spelling: spelling) == note)
    }
  }

  @Test("flats stay flats and other notes take sharps when a note moves")
  func transposition() throws {
    #expect(try Note("Eb4").lower == Note("D4"))
    #expect(try Note("Eb4") + 3 == Note("Gb4"))
    #expect(try Note("A4") + 3 == Note("C5"))
    #expect(try Note("A4") - 1 == Note("G#4"))
    #expect(try Note("C4").lower == Note("B3"))
    #expect(try Note("B4").higher == Note("C5"))
    #expect(try Note("A4").transposed(by: 1, spelling: .flats) == Note("Bb4"))
    #expect(try Note("A4") + 1000 - 1000 == Note("A4"))
  }

  @Test("octaves 2 to 6 hold 60 pitches from 65.406 to 1975.533 Hz, 0 to 8 hold 108")
  func tables() throws {
    let table = Note.notes(inOctaves: 2...6, spelling: .mixed)
    #expect(table.count == 60)
    #expect(abs(try #require(table.first).frequency() - 65.406) < 0.001)
    #expect(abs(try #require(table.last).frequency() - 1975.533) < 0.001)
    #expect(Note.notes(inOctaves: 0...8).count == 108)
  }

  @Test("a note written otherwise is another note that sounds alike")
  func equality() throws {
    let sharp = try Note("C#4")
    let flat = try Note("Db4")
    #expect(sharp != flat)
    #expect(sharp.isEnharmonic(to: flat))
    #expect(sharp.frequency() == flat.frequency())
    #expect(Set([sharp, flat, sharp]).count == 2)
  }

  @Test("notes print with signs or in ASCII, and read back")
  func description() throws {
    let note = Note(.e, .flat, octave: 4)
    #expect(note.description == "E♭4")
    #expect(note.asciiDescription == "Eb4")
    for letter in Note.Letter.allCases {
      for accidental in Note.Accidental.allCases {
        let note = Note(letter, accidental, octave: -1)
        #expect(try Note(note.description) == note)
        #expect(try Note(note.asciiDescription) == note)
      }
    }
  }
}

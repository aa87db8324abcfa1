import MusicTheory
import Testing

@Suite("Notations")
struct NoteNotationTests {
  @Test(
    "the chromatic scale is named as each tradition names it",
    arguments: [
      ("english", "C C♯ D E♭ E F F♯ G G♯ A B♭ B"), ("ascii", "C C# D Eb E F F# G G# A Bb B"),
      ("german", "C Cis D Es E F Fis G Gis A B H"),
      ("scandinavian", "C C♯ D E♭ E F F♯ G G♯ A B♭ H"),
      ("fixed-do", "Do Do♯ Re Mi♭ Mi Fa Fa♯ Sol Sol♯ La Si♭ Si"),
      ("french", "Do Do♯ Ré Mi♭ Mi Fa Fa♯ Sol Sol♯ La Si♭ Si"),
      ("fixed-do-ti", "Do Do♯ Re Mi♭ Mi Fa Fa♯ Sol Sol♯ La Ti♭ Ti"),
      ("solfege", "Do Di Re Me Mi Fa Fi Sol Si La Te Ti"),
      ("hindustani", "S r R g G m M P d D n N"),
      ("carnatic", "S R1 R2 G2 G3 M1 M2 P D1 D2 N2 N3"),
      ("byzantine", "Ni Ni♯ Pa Vou♭ Vou Ga Ga♯ Di Di♯ Ke Zo♭ Zo"),
      ("vietnamese", "Đô Đô♯ Rê Mi♭ Mi Fa Fa♯ Sol Sol♯ La Si♭ Si"),
      ("midi", "0 1 2 3 4 5 6 7 8 9 10 11"),
    ])
  func chromatic(notation: String, names: String) throws {
    let notation = try NoteNotation(named: notation)
    let scale = try ["C", "C#", "D", "Eb", "E", "F", "F#", "G", "G#", "A", "Bb", "B"].map {
      notation.text(try NoteName($0))
    }
    #expect(scale.joined(separator: " ") == names)
  }

  @Test(
    "German names follow the Duden: As and Es without e, B for B♭, Heses and Asas for double flats",
    arguments: [
      ("Ab", "As"), ("Eb", "Es"), ("Db", "Des"), ("Bb", "B"), ("B", "H"), ("B#", "His"),
      ("Bbb", "Heses"), ("Abb", "Asas"), ("Ebb", "Eses"), ("Fx", "Fisis"), ("Cb", "Ces"),
    ])
  func german(name: String, german: String) throws {
    #expect(NoteNotation(.german).text(try NoteName(name)) == german)
  }

  @Test("swaras that share a sound keep their letters: R3 and G2, N2 and D3, G1 and R2")
  func swaras() throws {
    let carnatic = NoteNotation(.carnatic)
    let names = try ["D#", "Eb", "A#", "Bb", "Ebb", "D", "Bbb", "A"].map {
      carnatic.text(try NoteName($0))
    }
    #expect(names == ["R3", "G2", "D3", "N2", "G1", "R2", "N1", "D2"])
  }

  @Test(
    "Helmholtz's octaves: C1 is C, (contra), C2 C, C3 c, C4 c′, B3 h in German",
    arguments: [
      ("english-helmholtz", "C4", "c′"), ("helmholtz", "C3", "c"), ("helmholtz", "C2", "C"),
      ("helmholtz", "C1", "C,"), ("helmholtz", "C0", "C,,"), ("helmholtz", "A4", "a′"),
      ("helmholtz", "C#6", "c♯′′′"), ("ascii-helmholtz", "Bb5", "bb''"),
      ("german-helmholtz", "B3", "h"), ("german-helmholtz", "Bb3", "b"),
      ("german-helmholtz", "F#2", "Fis"), ("german-helmholtz", "Ab4", "as′"),
      ("fixed-do-helmholtz", "C4", "Do4"),
    ])
  func helmholtz(notation: String, note: String, text: String) throws {
    #expect(try NoteNotation(named: notation).text(Note(note)) == text)
  }

  @Test(
    "Helmholtz's marks are read as they are written, with typewriter signs too; digits as well",
    arguments: [
      ("helmholtz", "c′", "C4"), ("helmholtz", "c'", "C4"), ("helmholtz", "c’", "C4"),
      ("helmholtz", "a″", "A5"), ("helmholtz", "a‴", "A6"), ("helmholtz", "f♯''", "F#5"),
      ("helmholtz", "C,,", "C0"), ("helmholtz", "Eb,", "Eb1"), ("helmholtz", "A", "A2"),
      ("helmholtz", "a", "A3"), ("helmholtz", "bb'", "Bb4"), ("helmholtz", "A4", "A4"),
      ("german-helmholtz", "h'", "B4"), ("german-helmholtz", "B", "Bb2"),
      ("german-helmholtz", "Fis,", "F#1"), ("german-helmholtz", "as", "Ab3"),
      // Marks mean the same where the notation writes numbers; a letter alone does not.
      ("german", "fis''", "F#5"), ("english", "C,", "C1"), ("english", "A", "A4"),
      ("c3", "a'", "A4"), ("c3", "A3", "A4"),
    ])
  func readsHelmholtz(notation: String, text: String, note: String) throws {
    #expect(try NoteNotation(named: notation).note(text) == (try Note(note)))
  }

  @Test(
    "primes behind capitals, commas behind small letters and both together are refused",
    arguments: ["C'", "c,", "c',", "C,'", "'", ",", "h'", "c'4", "c4'"])
  func refusesMarks(text: String) {
    #expect(throws: NotationError.notANoteIn(text, notation: "english")) {
      try NoteNotation(octaves: .helmholtz).note(text)
    }
  }

  @Test("middle C is C4, or C3 where asked, or 60")
  func middleC() throws {
    let middleC = Note(.c, octave: 4)
    #expect(NoteNotation().text(middleC) == "C4")
    #expect(NoteNotation(octaves: .middleC3).text(middleC) == "C3")
    #expect(NoteNotation(.midi).text(middleC) == "60")
    #expect(try NoteNotation(named: "c3").note("C3") == middleC)
    #expect(try NoteNotation(named: "german-c3").note("H2") == Note(.b, octave: 3))
  }

  @Test(
    "what is written is read: every name and octave, in every notation",
    arguments: NoteNotation.Names.allCases)
  func roundTrip(names: NoteNotation.Names) throws {
    for octaves in NoteNotation.Octaves.allCases {
      let notation = NoteNotation(names, octaves: octaves)
      for note in Note.notes(inOctaves: -1...9) + Note.notes(inOctaves: -1...9, spelling: .flats) {
        #expect(try notation.note(notation.text(note)).midiNumber == note.midiNumber)
      }
    }
  }

  @Test(
    "notes are read in the words of a notation",
    arguments: [
      ("german", "H4", "B4"), ("german", "B4", "Bb4"), ("german", "fis3", "F#3"),
      ("german", "es", "Eb4"), ("german", "As2", "Ab2"), ("german", "CIS-1", "C#-1"),
      ("fixed-do", "sol#3", "G#3"), ("fixed-do", "Si♭", "Bb4"), ("solfege", "te4", "Bb4"),
      ("solfege", "Si4", "G#4"), ("hindustani", "g4", "Eb4"), ("hindustani", "G4", "E4"),
      ("scandinavian", "Bb3", "Bb3"), ("scandinavian", "H3", "B3"), ("vietnamese", "đô4", "C4"),
    ])
  func reads(notation: String, text: String, note: String) throws {
    #expect(try NoteNotation(named: notation).note(text) == (try Note(note)))
  }

  @Test(
    "text that is no note in a notation is refused",
    arguments: [
      ("german", "K4"), ("german", "H4x"), ("fixed-do", "C4"), ("midi", "C4"), ("german", ""),
    ])
  func refuses(notation: String, text: String) throws {
    let notation = try NoteNotation(named: notation)
    #expect(throws: NotationError.notANoteIn(text, notation: notation.names.name)) {
      try notation.note(text)
    }
  }

  @Test(
    "French octaves: concert pitch is La3, middle C is Do3, and below Do1 comes Si−1",
    arguments: [
      ("A4", "La3"), ("C4", "Do3"), ("D4", "Ré3"), ("B3", "Si2"), ("E2", "Mi1"), ("C2", "Do1"),
      ("B1", "Si-1"), ("A0", "La-2"), ("C8", "Do7"),
    ])
  func french(note: String, french: String) throws {
    let notation = try NoteNotation(named: "french")
    #expect(notation.text(try Note(note)) == french)
    #expect(try notation.note(french) == Note(note))
  }

  @Test("French is read as it is typed: with and without the accent, and with other octaves")
  func readsFrench() throws {
    for text in ["Ré3", "re3", "RÉ3"] {
      #expect(try NoteNotation(named: "french").note(text) == Note("D4"), "\(text)")
    }
    #expect(try NoteNotation(named: "french-c4").text(Note("A4")) == "La4")
    #expect(try NoteNotation(named: "fixed-do-do3").text(Note("A4")) == "La3")
  }

  @Test("Italian and Spanish names are those of fixed do")
  func languages() throws {
    for name in ["italian", "spanish", "do"] {
      #expect(try NoteNotation(named: name) == NoteNotation(.fixedDo))
    }
    let german = NoteNotation(.german, octaves: .helmholtz)
    #expect(try NoteNotation(named: "deutsch-helmholtz") == german)
  }

  @Test("unknown notations are refused with near names")
  func unknown() {
    #expect(throws: NotationError.unknownNotation("germam", near: ["german"])) {
      try NoteNotation(named: "germam")
    }
    #expect(throws: NotationError.self) { try NoteNotation(named: "") }
  }
}

@Suite("Ups and downs")
struct UpsAndDownsTests {
  @Test(
    "divisions are named as Giedraitis's guide names them",
    arguments: [
      (12, "C C♯ D D♯ E F F♯ G G♯ A A♯ B"), (7, "C D E F G A B"),
      (17, "C D♭ C♯ D E♭ D♯ E F G♭ F♯ G A♭ G♯ A B♭ A♯ B"),
      (19, "C C♯ D♭ D D♯ E♭ E E♯ F F♯ G♭ G G♯ A♭ A A♯ B♭ B B♯"),
      (24, "C ^C C♯ vD D ^D D♯ vE E ^E F ^F F♯ vG G ^G G♯ vA A ^A A♯ vB B ^B"),
    ])
  func names(count: Int, expected: String) throws {
    let names = try UpsAndDowns(count: count)
    let text = (0..<count).map { degree in
      let name = names.name(ofDegree: degree)
      return String(repeating: name.arrows > 0 ? "^" : "v", count: abs(name.arrows))
        + name.note.name.description
    }
    #expect(text.joined(separator: " ") == expected)
  }

  @Test("22 and 53 steps need one and two arrows; 41 has its fifth at step 24")
  func arrows() throws {
    let twentyTwo = try UpsAndDowns(count: 22)
    #expect((0..<22).allSatisfy { abs(twentyTwo.name(ofDegree: $0).arrows) <= 1 })
    #expect(twentyTwo.name(ofDegree: 1).description == "D♭4")
    #expect(twentyTwo.name(ofDegree: 3).description == "C♯4")
    let fiftyThree = try UpsAndDowns(count: 53)
    #expect((0..<53).allSatisfy { abs(fiftyThree.name(ofDegree: $0).arrows) <= 2 })
    #expect(fiftyThree.name(ofDegree: 2).description == "^^C4")
    #expect(try UpsAndDowns(count: 41).name(ofDegree: 24).description == "G4")
  }

  @Test("every degree's name leads back to it, on other roots and octaves too")
  func everyDegree() throws {
    for count in [1, 2, 3, 5, 7, 9, 13, 16, 31, 72, 311] {
      let names = try UpsAndDowns(count: count)
      #expect(names.name(ofDegree: count).note == Note(.c, octave: 5))
      #expect(names.name(ofDegree: -count).note == Note(.c, octave: 3))
      guard count >= 5 else { continue }  // fewer steps than letters that differ
      #expect(names.name(ofDegree: 0, root: Note(.a, octave: 4)).note.name == NoteName(.a))
    }
    #expect(throws: ScaleError.countOutOfRange(0)) { try UpsAndDowns(count: 0) }
  }
}

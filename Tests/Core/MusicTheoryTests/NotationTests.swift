import MusicTheory
import Testing

@Suite("Notation")
struct NotationTests {
  @Test(
    "a note is read with #, ♯, b, ♭, double signs, small letters and octaves -99 to 99",
    arguments: [
      ("A4", Note(.a, octave: 4)), ("C#6", Note(.c, .sharp, octave: 6)),
      ("Eb3", Note(.e, .flat, octave: 3)), ("E♭3", Note(.e, .flat, octave: 3)),
      ("F♯-1", Note(.f, .sharp, octave: -1)), ("F♯−1", Note(.f, .sharp, octave: -1)),
      ("Bb", Note(.b, .flat, octave: 4)), ("b", Note(.b, octave: 4)),
      ("bb", Note(.b, .flat, octave: 4)), ("bbb2", Note(.b, .doubleFlat, octave: 2)),
      ("c", Note(.c, octave: 4)), ("fx5", Note(.f, .doubleSharp, octave: 5)),
      ("F##5", Note(.f, .doubleSharp, octave: 5)), ("F𝄪5", Note(.f, .doubleSharp, octave: 5)),
      ("B𝄫1", Note(.b, .doubleFlat, octave: 1)), ("A♮4", Note(.a, octave: 4)),
      (" g#2\t", Note(.g, .sharp, octave: 2)), ("C99", Note(.c, octave: 99)),
      ("C-99", Note(.c, octave: -99)),
    ])
  func reads(text: String, note: Note) throws {
    #expect(try Note(text) == note)
  }

  @Test(
    "text that is no note is refused by name",
    arguments: [
      "", " ", "H4", "4", "A 4", "A4x", "A#b4", "A###4", "Abbb", "A-", "A4.5", "A+4", "440", "é4",
      "A4️⃣", "nan", "♯", "#4", "A♮♮", "Ax#", "EB3",
    ])
  func refuses(text: String) {
    #expect(throws: NotationError.notANote(text)) { try Note(text) }
  }

  @Test(
    "octaves beyond ±99 are refused with the limit", arguments: ["A100", "A-100", "A99999999999"])
  func refusesOctave(text: String) {
    #expect(throws: NotationError.octaveOutOfRange(text, limits: -99...99)) { try Note(text) }
  }

  @Test("a name has no octave")
  func names() throws {
    #expect(try NoteName("f♯") == NoteName(.f, .sharp))
    #expect(throws: NotationError.notANote("F#3")) { try NoteName("F#3") }
  }

  @Test(
    "keys are read as letter, sign and mode",
    arguments: [
      ("C", "C major", 0), ("Eb", "E♭ major", -3), ("F#m", "F♯ minor", 3),
      ("bb minor", "B♭ minor", -5), ("A maj", "A major", 3), ("Dmin", "D minor", -1),
      ("GM", "G major", 1), ("c#", "C♯ major", 7), ("abm", "A♭ minor", -7),
    ])
  func readsKeys(text: String, description: String, signature: Int) throws {
    let key = try Key(text)
    #expect(key.description == description)
    #expect(key.signature == signature)
  }

  @Test("text that is no key is refused", arguments: ["", "H", "A4", "C dorian", "sharps", "Cmm"])
  func refusesKeys(text: String) {
    #expect(throws: NotationError.notAKey(text)) { try Key(text) }
  }

  @Test("a key with more than seven accidentals is refused with their number")
  func refusesSignatures() {
    #expect(throws: NotationError.signatureOutOfRange(fifths: 8)) { try Key("G#") }
    #expect(throws: NotationError.signatureOutOfRange(fifths: -8)) { try Key("Dbm") }
  }

  @Test("messages name the text and what is accepted")
  func messages() {
    let message = NotationError.notANote("H4").description
    #expect(message.contains("'H4'") && message.contains("A to G") && message.contains("Eb3"))
    #expect(NotationError.notAKey("H").description.contains("F#m"))
    #expect(
      NotationError.octaveOutOfRange("A100", limits: -99...99).description
        == "The octave of 'A100' must be between -99 and 99.")
    #expect(NotationError.signatureOutOfRange(fifths: -8).description.contains("8 flats"))
  }
}

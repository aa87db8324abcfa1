import IntonationPractice
import MusicTheory
import Testing

@Suite("Scales to practise")
struct ScalePatternTests {
  private func notes(_ name: String, _ tonic: String, octaves: Int = 1) throws -> [String] {
    let pattern = try #require(ScalePattern.all.first { $0.name == name })
    let score = try pattern.score(on: Note(tonic), octaves: octaves)
    let spelling = Spelling.key(try #require(score.key))
    return score.notes.map { Note(midiNumber: $0.midiNumber, spelling: spelling).asciiDescription }
  }

  @Test("scales have the notes of every school book")
  func books() throws {
    #expect(
      try notes("major", "C4").joined(separator: " ")
        == "C4 D4 E4 F4 G4 A4 B4 C5 B4 A4 G4 F4 E4 D4 C4")
    #expect(
      try notes("melodic-minor", "A3").joined(separator: " ")
        == "A3 B3 C4 D4 E4 F#4 G#4 A4 G4 F4 E4 D4 C4 B3 A3")
    #expect(
      try notes("harmonic-minor", "D4").joined(separator: " ")
        == "D4 E4 F4 G4 A4 Bb4 C#5 D5 C#5 Bb4 A4 G4 F4 E4 D4")
    #expect(try notes("major", "F4").contains("Bb4"))
    #expect(try notes("major", "D4").contains("F#4"))
    #expect(try notes("major-arpeggio", "G3", octaves: 2).first == "G3")
    #expect(try notes("major-arpeggio", "G3", octaves: 2).count == 13)
  }

  private func notes(
    _ name: String, _ tonic: String, _ form: ScaleForm
  ) throws -> String {
    let pattern = try #require(ScalePattern.all.first { $0.name == name })
    let score = try pattern.score(on: Note(tonic), form)
    let spelling = Spelling.key(try #require(score.key))
    return score.notes.map {
      Note(midiNumber: $0.midiNumber, spelling: spelling).asciiDescription
    }.joined(separator: " ")
  }

  @Test("a scale goes one way, and melodic minor has other notes downwards")
  func oneWay() throws {
    #expect(try notes("major", "C4", ScaleForm(.up)) == "C4 D4 E4 F4 G4 A4 B4 C5")
    #expect(try notes("major", "C4", ScaleForm(.down)) == "C5 B4 A4 G4 F4 E4 D4 C4")
    #expect(
      try notes("melodic-minor", "A3", ScaleForm(.down)) == "A4 G4 F4 E4 D4 C4 B3 A3")
  }

  @Test("a scale goes from note to note, also below its tonic, and turns at the second")
  func ends() throws {
    let (low, high) = (try Note("G3"), try Note("D4"))
    #expect(
      try notes("major", "C4", ScaleForm(from: low, to: high))
        == "G3 A3 B3 C4 D4 C4 B3 A3 G3")
    #expect(
      try notes("major", "C4", ScaleForm(from: high, to: low))
        == "D4 C4 B3 A3 G3 A3 B3 C4 D4")
    #expect(try notes("major", "C4", ScaleForm(.up, from: high, to: low)) == "G3 A3 B3 C4 D4")
    #expect(try notes("major", "C4", ScaleForm(.up, from: low)) == "G3 A3 B3 C4 D4 E4 F4 G4")
    #expect(try notes("major", "C4", ScaleForm(.up, to: try Note("E4"))) == "C4 D4 E4")
  }

  @Test("thirds go a step beyond the octave, as in school books, but not beyond named ends")
  func thirds() throws {
    #expect(
      try notes("major", "C4", ScaleForm(isInThirds: true))
        == """
        C4 E4 D4 F4 E4 G4 F4 A4 G4 B4 A4 C5 B4 D5 C5 \
        A4 B4 G4 A4 F4 G4 E4 F4 D4 E4 C4 D4 B3 C4
        """)
    #expect(
      try notes(
        "major", "G3", ScaleForm(.up, isInThirds: true, from: try Note("G3"), to: try Note("D4")))
        == "G3 B3 A3 C4 B3 D4 C4 D4")
  }

  @Test("seventh chords are broken over their octaves")
  func sevenths() throws {
    #expect(try notes("dominant-seventh", "G3", ScaleForm(.up)) == "G3 B3 D4 F4 G4")
    #expect(
      try notes("diminished-seventh", "B3", ScaleForm(.up, octaves: 2)).split(separator: " ").count
        == 9)
  }

  @Test("ends that the scale does not have, or that are the same, are refused")
  func refusedEnds() throws {
    let major = try #require(ScalePattern.all.first)
    #expect(throws: PracticeScoreError.notInScale(66)) {
      try major.score(on: Note("C4"), ScaleForm(from: Note("F#4")))
    }
    #expect(throws: PracticeScoreError.noRange) {
      try major.score(on: Note("C4"), ScaleForm(from: Note("G4"), to: Note("G4")))
    }
  }

  @Test("a scale beyond the keys is refused")
  func refused() throws {
    let major = try #require(ScalePattern.all.first)
    #expect(throws: PracticeScoreError.noteOutOfRange(129)) {
      try major.score(on: Note("G9"), octaves: 1)
    }
  }
}

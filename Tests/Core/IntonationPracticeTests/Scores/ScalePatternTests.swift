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

  @Test("a scale beyond the keys is refused")
  func refused() throws {
    let major = try #require(ScalePattern.all.first)
    #expect(throws: PracticeScoreError.noteOutOfRange(129)) {
      try major.score(on: Note("G9"), octaves: 1)
    }
  }
}

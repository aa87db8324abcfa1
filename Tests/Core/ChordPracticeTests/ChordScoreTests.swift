import ChordPractice
import IntonationPractice
import MusicTheory
import Testing

@Suite struct ChordScoreTests {
  private static func numbers(_ score: ChordScore) -> [[Int]] {
    score.steps.map { $0.notes.map { $0.midiNumber } }
  }

  private static func score(_ notes: [(Int, Double, Double)]) throws -> ChordScore {
    try ChordScore(
      PracticeScore(
        notes: notes.map { PracticeNote(midiNumber: $0.0, onset: $0.1, duration: $0.2) }))
  }

  @Test func typedChordsHaveNotesLengthsAndRests() throws {
    let score = try ChordScore(
      text: Array("C4+E4+G4:2 -:1 F#3+A 60".replacing("60", with: "Bb3").utf8))
    #expect(Self.numbers(score) == [[60, 64, 67], [54, 69], [58]])
    #expect(score.steps.map { $0.onset } == [0, 3, 4])
    #expect(score.outline.notes.map { $0.midiNumber } == [67, 69, 58])
  }

  @Test(arguments: ["C4+", "C4++E4", "C4+H9x", "C4+E4:0", "+"])
  func aWordThatIsNoChordIsRefusedWithItsNumber(word: String) {
    #expect(throws: ChordScoreError.notAChord(word: 2)) {
      try ChordScore(text: Array("C4+E4 \(word)".utf8))
    }
  }

  @Test func notesWithinA64thAreOneChordAndLaterOnesAreNot() throws {
    let score = try Self.score([(60, 0, 1), (64, 0.03, 1), (67, 0.06, 1), (72, 0.125, 0.5)])
    #expect(Self.numbers(score) == [[60, 64, 67], [72]])
  }

  @Test func aNoteThatSoundsOnIsHeldAndOneThatHasEndedIsNot() throws {
    // A bass of two quarters below two chords of one.
    let score = try Self.score([(48, 0, 2), (60, 0, 1), (62, 1, 1), (64, 2, 1)])
    #expect(Self.numbers(score) == [[48, 60], [62], [64]])
    #expect(score.steps.map { $0.held.map { $0.midiNumber } } == [[], [48], []])
  }

  @Test func aNoteOfBothHandsIsOne() throws {
    let score = try Self.score([(60, 0, 1), (60, 0, 2), (64, 0, 1)])
    #expect(Self.numbers(score) == [[60, 64]])
    #expect(score.steps[0].notes[0].duration == 2)
  }

  @Test func moreThanSixNotesAndNotesBeyondTheRangeAreRefusedWithTheirBar() {
    #expect(throws: ChordScoreError.tooManyNotes(7, 2)) {
      try Self.score((0..<7).map { (50 + 2 * $0, 4, 1) })
    }
    #expect(throws: ChordScoreError.noteOutOfRange(97, 1)) { try Self.score([(97, 0, 1)]) }
    #expect(throws: ChordScoreError.noteOutOfRange(20, nil)) {
      try ChordScore(text: Array("C4+Ab0".utf8))
    }
    #expect(throws: ChordScoreError.empty) { try ChordScore(PracticeScore(notes: [])) }
  }

  @Test func graceNotesAreLeftOut() throws {
    let grace = PracticeNote(midiNumber: 71, onset: 0, duration: 0, isGrace: true)
    let score = try ChordScore(
      PracticeScore(notes: [grace, PracticeNote(midiNumber: 72, onset: 0, duration: 1)]))
    #expect(Self.numbers(score) == [[72]])
  }
}

import IntonationPractice
import MusicTheory
import Testing

@Suite("Scores as text")
struct ScoreTextTests {
  @Test("notes have their octave, length and onset, and a hyphen is a rest")
  func notes() throws {
    let score = try PracticeScore(text: Array("C4 D4:0.5 -:1  Eb3:2\tB".utf8))
    #expect(score.notes.map { $0.midiNumber } == [60, 62, 51, 71])
    #expect(score.notes.map { $0.onset } == [0, 1, 2.5, 4.5])
    #expect(score.notes.map { $0.duration } == [1, 0.5, 2, 1])
    #expect(score.bars.map { $0.onset } == [0, 4])
  }

  @Test(
    "a scale is named with hyphens or blanks, in letters of any size",
    arguments: ["Bb3-harmonic-minor", "Bb3 harmonic minor", " bb3-Harmonic Minor "])
  func scale(text: String) throws {
    let score = try PracticeScore(text: Array(text.utf8))
    #expect(
      score.notes.map { $0.midiNumber }
        == [58, 60, 61, 63, 65, 66, 69, 70, 69, 66, 65, 63, 61, 60, 58])
    #expect(score.temperamentRoot == NoteName(.b, .flat))
  }

  @Test("a scale has the octaves that are asked for, and notes have no tonic")
  func octaves() throws {
    let scale = try PracticeScore(text: Array("C4-major-arpeggio".utf8), octaves: 2)
    #expect(
      scale.notes.map { $0.midiNumber }
        == [60, 64, 67, 72, 76, 79, 84, 79, 76, 72, 67, 64, 60])
    #expect(try PracticeScore(text: Array("A4 B4".utf8)).temperamentRoot == NoteName(.c))
  }

  @Test(
    "words after a scale say which way it goes, from where, to where, and that it goes in thirds",
    arguments: [
      ("C-major-up", [60, 62, 64, 65, 67, 69, 71, 72]),
      ("C Major DOWN", [72, 71, 69, 67, 65, 64, 62, 60]),
      ("C-major up and down", [60, 62, 64, 65, 67, 69, 71, 72, 71, 69, 67, 65, 64, 62, 60]),
      ("C-major-up-from-G3-to-C4", [55, 57, 59, 60]),
      ("C major in thirds up to E4", [60, 64, 62, 64]),
      ("A3-minor-pentatonic-up", [57, 60, 62, 64, 67, 69]),
      ("G3-dominant-seventh-up", [55, 59, 62, 65, 67]),
    ])
  func forms(text: String, numbers: [Int]) throws {
    #expect(try PracticeScore(text: Array(text.utf8)).notes.map { $0.midiNumber } == numbers)
  }

  @Test(
    "what is no score is refused, with the word that is wrong",
    arguments: [
      ("", ScoreTextError.score(.empty)), ("- -:2", .score(.empty)),
      ("C4 H4", .notANote(word: 2)), ("C-majo", .notANote(word: 1)),
      ("C-major-sideways", .notANote(word: 1)), ("C-major-from", .notANote(word: 1)),
      ("C-major-from-F#4", .score(.notInScale(66))),
      ("C4:0", .notALength(word: 1)), ("C4 D4:", .notALength(word: 2)),
      ("C4:65", .notALength(word: 1)), ("C4 D4:1:2", .notALength(word: 2)),
      ("C12", .score(.noteOutOfRange(156))), ("C9-major", .score(.noteOutOfRange(129))),
      (String(repeating: "A ", count: 4001), .score(.tooManyNotes)),
    ])
  func refused(text: String, error: ScoreTextError) {
    #expect(throws: error) { try PracticeScore(text: Array(text.utf8)) }
  }

  @Test("a beat is missing only after one that was played")
  func missingBeats() throws {
    let meter = try #require(PracticeMeter(beatCount: 4, beatUnit: 4))
    let rhythm = Rhythm(
      onsets: [0.5, 1, 2], pattern: RhythmPattern(meter: meter), tempo: 120, clickStart: 0)
    let missing = rhythm.onsets.indices.filter { rhythm.isMissing(at: $0) }
    #expect(missing == [3])
    #expect(rhythm.missingCount == 1)
  }
}

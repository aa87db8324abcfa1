import ChordEstimation
import ChordPractice
import IntonationPractice
import MusicTheory
import OnsetDetection
import SignalProcessing
import Testing

@Suite struct ChordWaitingTests {
  private static func waiting(_ text: String) throws -> ChordWaiting {
    try ChordWaiting(ChordScore(text: Array(text.utf8)), under: .standard)
  }

  /// Gives readings, and returns the answers.
  @discardableResult
  private static func play(
    _ numbers: [Double], _ times: Range<Double>, attack: Bool = true, to waiting: inout ChordWaiting
  ) -> [ChordWaiting.Answer] {
    var answers: [ChordWaiting.Answer] = []
    if attack { _ = waiting.take(.attack(Onset(time: times.lowerBound))) }
    let first = Int((times.lowerBound / ChordHearing.hop).rounded())
    for index in first..<Int((times.upperBound / ChordHearing.hop).rounded()) {
      let reading = ChordReading(
        time: Double(index) * ChordHearing.hop,
        notes: numbers.map {
          ChordNote(
            frequency: 440 * Elementary.exp2(($0 - 69) / 12), level: -20, confidence: 0.9, error: 1)
        })
      if let answer = waiting.take(.notes(reading)) { answers.append(answer) }
    }
    return answers
  }

  @Test func itGoesOnWhenAllNotesSoundAndTellsTheirCents() throws {
    var waiting = try Self.waiting("C4+E4 D4+F4")
    #expect(Self.play([60, 64.12], 1.0..<1.5, to: &waiting) == [.right(0)])
    #expect(Self.play([62, 65], 2.0..<2.5, to: &waiting) == [.right(1)])
    #expect(waiting.isFinished && waiting.wrongCount == 0)
    let cents = try #require(waiting.steps[0].notes[1].cents)
    #expect((cents - 12).magnitude < 0.1)
  }

  @Test func whatIsMissingAndWhatIsWrongIsToldOnceAndThenTheRightChordCounts() throws {
    var waiting = try Self.waiting("C4+E4+G4 D4+F4")
    #expect(
      Self.play([60, 65], 1.0..<2.5, to: &waiting) == [.wrong(missing: [1, 2], others: [65])])
    #expect(Self.play([60, 64], 3.0..<4.0, to: &waiting) == [.wrong(missing: [2], others: [])])
    #expect(Self.play([60, 64, 67], 5.0..<5.5, to: &waiting) == [.right(0)])
    #expect(waiting.position == 1 && waiting.wrongCount == 2)
  }

  @Test func theSameChordAgainNeedsAnotherAttack() throws {
    var waiting = try Self.waiting("C4+E4 C4+E4")
    #expect(Self.play([60, 64], 1.0..<3.0, to: &waiting) == [.right(0)])
    #expect(Self.play([60, 64], 3.0..<4.0, to: &waiting) == [.right(1)])
  }

  @Test func anOctaveThatCannotBeToldIsNotWaitedFor() throws {
    var waiting = try Self.waiting("C4+C5 D4+F4")
    #expect(Self.play([60], 1.0..<1.5, to: &waiting) == [.right(0)])
    #expect(waiting.steps[0].notes[1].state == .hidden)
  }

  @Test func aStepCanBeSkippedAndTheRestIsMissing() throws {
    var waiting = try Self.waiting("C4+E4 D4+F4 E4+G4")
    waiting.skip()
    Self.play([62, 65], 1.0..<1.5, to: &waiting)
    let result = waiting.result
    #expect(result.steps.map { $0.isMissing } == [true, false, true])
    #expect(waiting.skippedCount == 1 && !waiting.isFinished)
  }
}

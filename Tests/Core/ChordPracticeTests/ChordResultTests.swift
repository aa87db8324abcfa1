import ChordPractice
import IntonationPractice
import MusicTheory
import Testing

@Suite struct ChordResultTests {
  private static func result(_ text: String, _ sounds: [HeardSound]) throws -> ChordResult {
    try ChordResult(ChordScore(text: Array(text.utf8)), sounds, concertPitch: .standard)
  }

  private static func sound(_ notes: [Double], _ start: Double, hasAttack: Bool = true)
    -> HeardSound
  {
    SyntheticChords.sound(notes, from: start, for: 0.5, hasAttack: hasAttack)
  }

  @Test func aPerfectTakeHasAllNotesRight() throws {
    let result = try SyntheticChords().result
    #expect(result.rightCount == 30)
    #expect(result.wrongCount + result.missingCount + result.hiddenCount == 0)
    #expect(result.extra.isEmpty && result.missingStepCount == 0)
    #expect(try #require(result.spread) < 0.01)
  }

  @Test func eachNoteHasItsCentsApartFromTheWhole() throws {
    var take = try SyntheticChords()
    for step in take.chords.indices { take.chords[step] = take.chords[step].map { $0 + 0.31 } }
    take.chords[2][1] += 0.3
    let result = take.result
    #expect((result.offset - 31).magnitude < 0.01)
    let cents = try #require(result.steps[2].notes[1].cents)
    #expect((cents - 30).magnitude < 0.01)
    #expect(result.rightCount == 30)
  }

  @Test func aMissingNoteAndAnotherOneAreTold() throws {
    var take = try SyntheticChords()
    take.chords[3].remove(at: 1)
    take.chords[5][2] += 1
    let result = take.result
    #expect(result.steps[3].notes[1].state == .missing)
    #expect(result.steps[5].notes[2].state == .wrong(65))
    #expect(result.rightCount == 28 && result.extraNoteCount == 0)
  }

  @Test func anOctaveThatIsNotHeardIsNotCalledMissing() throws {
    let result = try Self.result(
      "C4+E4+C5 C4+E4+B4", [Self.sound([60, 64], 1), Self.sound([60, 64], 2)])
    #expect(result.steps[0].notes[2].state == .hidden)
    #expect(result.steps[1].notes[2].state == .missing)
  }

  @Test func anotherNoteBesideAnOctaveThatIsNotHeardIsWrong() throws {
    let result = try Self.result(
      "C4+C5 C4+E4", [Self.sound([60, 73], 1), Self.sound([60, 64], 2)])
    #expect(result.steps[0].notes[1].state == .wrong(73))
  }

  @Test func aNoteThatSpeaksLateIsNotMissing() throws {
    var rest = Self.sound([60, 64, 70], 1.4, hasAttack: false)
    for index in 0..<2 { rest.tones[index].begins = false }
    let first = SyntheticChords.sound([60, 64], from: 1, for: 0.4)
    let result = try Self.result("C4+E4+Bb4 D4+F4", [first, rest, Self.sound([62, 65], 2)])
    #expect(result.rightCount == 5 && result.extra.isEmpty)
  }

  @Test func anOvertoneThatIsHeardIsNotCalledWrong() throws {
    let result = try Self.result(
      "C4+E4 D4+F4", [Self.sound([60, 64, 72, 79], 1), Self.sound([62, 65], 2)])
    #expect(result.extraNoteCount == 0 && result.rightCount == 4)
  }

  @Test func aNoteBesidesIsTooMany() throws {
    let result = try Self.result(
      "C4+E4 D4+F4", [Self.sound([60, 64, 66], 1), Self.sound([62, 65], 2)])
    #expect(result.steps[0].extra == [66] && result.rightCount == 4)
  }

  @Test(arguments: 0..<10)
  func aChordThatIsLeftOutIsMissingAndTheOthersAreRight(index: Int) throws {
    var take = try SyntheticChords()
    take.chords[index] = []
    let result = take.result
    #expect(result.steps.indices.filter { result.steps[$0].isMissing } == [index])
    #expect(result.rightCount == 30 - take.score.steps[index].notes.count)
    #expect(result.extra.isEmpty && result.wrongCount == 0)
  }

  @Test(arguments: 0..<9)
  func aChordBesidesIsTooManyAndTheOthersAreRight(index: Int) throws {
    var take = try SyntheticChords()
    take.extra = [(index, [54.0, 58, 61])]
    let result = take.result
    #expect(result.extra.count == 1)
    #expect(result.rightCount == 30 && result.missingStepCount == 0)
  }

  @Test func aHeldNoteMayBeHeardAndNeedNot() throws {
    let score = try ChordScore(
      PracticeScore(
        notes: [(48, 0, 3), (64, 0, 1), (65, 1, 1), (67, 2, 1)].map {
          PracticeNote(midiNumber: $0, onset: $1, duration: $2)
        }))
    let sounds = [
      Self.sound([48, 64], 1), Self.sound([48, 65], 2), Self.sound([67], 3),
    ]
    let result = ChordResult(score, sounds, concertPitch: .standard)
    #expect(result.rightCount == 4)
    #expect(result.missingCount + result.extraNoteCount + result.wrongCount == 0)
  }

  @Test func aRolledChordIsOne() throws {
    let rolled = [
      SyntheticChords.sound([48, 55], from: 1, for: 0.15),
      SyntheticChords.sound([48, 55, 64, 71], from: 1.15, for: 0.5),
    ]
    let result = try Self.result("C3+G3+E4+B4 D3+A3+F4", rolled + [Self.sound([50, 57, 65], 2)])
    #expect(result.rightCount == 7 && result.extra.isEmpty)
    #expect(result.steps[0].onset == 1)
  }

  @Test func whatRingsOnIsNoChord() throws {
    var rest = Self.sound([60, 64], 1.5, hasAttack: false)
    for index in rest.tones.indices { rest.tones[index].begins = false }
    let result = try Self.result(
      "C4+E4 C4+E4 D4+F4", [Self.sound([60, 64], 1), rest, Self.sound([62, 65], 2)])
    // Which of two equal chords is missing cannot be told.
    #expect(result.steps.count { $0.isMissing } == 1 && !result.steps[2].isMissing)
  }

  @Test func anOctaveHigherIsTheSameScore() throws {
    var take = try SyntheticChords()
    for step in take.chords.indices { take.chords[step] = take.chords[step].map { $0 + 12 } }
    let result = take.result
    #expect(result.octaves == 1 && result.rightCount == 30)
  }

  @Test func silenceHasNoNotes() throws {
    let result = try SyntheticChords().score.played([])
    #expect(result.spread == nil && result.missingStepCount == 10)
  }

  @Test(.timeLimit(.minutes(1)))
  func aThousandChordsAreMatchedInSeconds() throws {
    var take = try SyntheticChords()
    let text = (0..<100).map { _ in
      "C3+G3+E4+B4 A2+E3+C4+G4 F3+C4+A4 D3+A3+F4 G2+D3+B3+F4 C3+G3+E4 A3+C4 B3+D4 C4+E4 G3+D4+B4"
    }.joined(separator: " ")
    let score = try ChordScore(text: Array(text.utf8))
    take.chords = score.steps.map { $0.notes.map { Double($0.midiNumber) } }
    take.late = take.chords.map { _ in 0 }
    #expect(score.played(take.sounds).rightCount == 3000)
  }

  @Test func aSoundWithoutAttackHasNoTime() throws {
    let result = try Self.result(
      "C4+E4 D4+F4", [Self.sound([60, 64], 1), Self.sound([62, 65], 2, hasAttack: false)])
    #expect(result.onsets == [1, nil])
  }
}

extension ChordScore {
  fileprivate func played(_ sounds: [HeardSound]) -> ChordResult {
    ChordResult(self, sounds, concertPitch: .standard)
  }
}

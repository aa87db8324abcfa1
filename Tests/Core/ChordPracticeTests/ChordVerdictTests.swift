@testable import ChordPractice
import IntonationPractice
import MusicTheory
import Testing
import _TestSignals

/// Of takes with known faults, the first sentence names the largest one, and never contradicts the table.
@Suite struct ChordVerdictTests {
  private static let jitters: [(cents: Double, seed: UInt64)] =
    (1...12).map { (Double($0 % 4) * 2, UInt64($0)) }

  private static func take(_ jitter: (cents: Double, seed: UInt64)) throws -> SyntheticChords {
    try SyntheticChords(cents: jitter.cents, milliseconds: 8, seed: jitter.seed)
  }

  @Test(arguments: jitters)
  func oneNoteOfAChordThatIs30CentsSharpIsNamed(jitter: (cents: Double, seed: UInt64)) throws {
    var take = try Self.take(jitter)
    take.chords[2][1] = 60.30
    let said = take.said
    guard case .note(2, 1, let cents, 0) = said.finding else {
      Issue.record("\(said.sentence)")
      return
    }
    #expect((25.0...35).contains(cents))
    #expect(
      said.sentence.hasPrefix("C4 in bar 1, beat 3 is \(Int(cents.rounded())) cents too high"))
  }

  @Test func praiseIsOfTheNotesThatCanBeToldApart() throws {
    let score = try ChordScore(text: Array("C4+E4+C5 C4+F4+A4".utf8))
    let sounds = [
      SyntheticChords.sound([60, 64], from: 1, for: 0.5),
      SyntheticChords.sound([60, 65, 69], from: 2, for: 0.5),
    ]
    let result = ChordResult(score, sounds, concertPitch: .standard)
    let sentence = ChordVerdict(result, nil).sentence(of: score, result) { _, _ in "" }
    #expect(sentence.hasPrefix("The 5 notes that can be told apart are in tune, within "))
  }

  @Test(arguments: jitters)
  func oneNoteThatIsMissingIsNamed(jitter: (cents: Double, seed: UInt64)) throws {
    var take = try Self.take(jitter)
    take.chords[4].remove(at: 1)
    #expect(take.said.sentence == "1 note is missing: D3 in bar 2, beat 1.")
  }

  @Test(arguments: jitters)
  func aWrongNoteIsNamedWithTheRightOne(jitter: (cents: Double, seed: UInt64)) throws {
    var take = try Self.take(jitter)
    take.chords[3][2] += 1
    #expect(take.said.sentence == "1 note is wrong: F#4 instead of F4 in bar 1, beat 4.")
  }

  @Test(arguments: jitters)
  func aChordThatIsMissingIsNamed(jitter: (cents: Double, seed: UInt64)) throws {
    var take = try Self.take(jitter)
    take.chords[5] = []
    #expect(take.said.sentence == "1 chord is missing: C3+G3+E4 in bar 2, beat 2.")
  }

  @Test(arguments: jitters)
  func theWholeThatIsFlatIsNamed(jitter: (cents: Double, seed: UInt64)) throws {
    var take = try Self.take(jitter)
    for step in take.chords.indices { take.chords[step] = take.chords[step].map { $0 - 0.25 } }
    let said = take.said
    guard case .offset(let cents) = said.finding else {
      Issue.record("\(said.sentence)")
      return
    }
    #expect((-30.0 ... -20).contains(cents))
    #expect(said.sentence.contains("too low"))
  }

  @Test(arguments: jitters)
  func aPitchThatSinksIsNamed(jitter: (cents: Double, seed: UInt64)) throws {
    var take = try Self.take(jitter)
    for step in take.chords.indices {
      take.chords[step] = take.chords[step].map { $0 - 0.06 * Double(step) }
    }
    let said = take.said
    guard case .drift(let cents) = said.finding else {
      Issue.record("\(said.sentence)")
      return
    }
    #expect((-62.0 ... -46).contains(cents))
  }

  @Test(arguments: jitters)
  func whoStopsEarlyIsJudgedByWhatWasPlayed(jitter: (cents: Double, seed: UInt64)) throws {
    var take = try Self.take(jitter)
    for step in 6..<10 { take.chords[step] = [] }
    take.chords[1][0] += 0.3
    let said = take.said
    #expect(said.sentence.hasPrefix("You stopped after chord 6 of 10. A2 in bar 1, beat 2 is "))
  }

  @Test(arguments: jitters)
  func praiseComesOnlyIfNoNumberOfTheTableSpeaksAgainstIt(
    jitter: (cents: Double, seed: UInt64)
  ) throws {
    let said = try Self.take(jitter).said
    guard case .good(let count, let cents, _) = said.finding else {
      Issue.record("\(said.sentence)")
      return
    }
    let all = said.result.steps.flatMap { $0.notes.compactMap { $0.cents?.magnitude } }
    #expect(count == all.count && all.allSatisfy { $0 <= 10 })
    #expect(cents == all.max())
  }

  /// Random faults: what the sentence names is in the table, and praise is for tables without faults.
  @Test(arguments: 1...60)
  func theSentenceNeverContradictsTheTable(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    var take = try SyntheticChords(cents: 4, milliseconds: 5, seed: UInt64(seed))
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      let step = Int.random(in: 0..<10, using: &random)
      guard !take.chords[step].isEmpty else { continue }
      let place = Int.random(in: 0..<take.chords[step].count, using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0: take.chords[step].remove(at: place)
      case 1: take.chords[step] = []
      case 2: take.chords[step][place] += Double.random(in: -0.5...0.5, using: &random)
      case 3: take.chords[step][place] += Bool.random(using: &random) ? 1 : -1
      default: take.extra.append((step, [54, 58.0]))
      }
    }
    let (finding, sentence, result) = take.said
    let cents = result.steps.flatMap { $0.notes.compactMap { $0.cents?.magnitude } }
    let steps = ChordVerdict(result, nil).played
    let mistakes =
      result.wrongCount + result.missingCount + result.extraNoteCount + result.extra.count
      + steps.count { result.steps[$0].isMissing }
    switch finding {
    case .good:
      #expect(mistakes == 0 && cents.allSatisfy { $0 <= 10 } && result.offset.magnitude <= 10)
    case .mistakes(let told, _, _):
      #expect(
        told.wrong == result.wrongCount && told.missing == result.missingCount
          && told.extraNotes == result.extraNoteCount && told.extraSteps == result.extra.count)
    case .note(let step, let place, let told, let others):
      #expect(result.steps[step].notes[place].cents == told && told.magnitude > 10)
      #expect(others == cents.count { $0 > 10 } - 1)
      #expect(mistakes == 0 || told.magnitude > 30, "\(sentence)")
    case .offset(let told): #expect(told == result.offset)
    default: break
    }
    #expect(sentence.hasSuffix(".") && !sentence.contains("  "))
  }
}

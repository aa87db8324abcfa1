import IntonationPractice
import MusicTheory
import SignalProcessing
import Testing

@Suite("What is said of a playing")
struct PracticeVerdictTests {
  @Test("a choir that sinks by 6 cents a note has sunk, and is not in tune")
  func sinking() {
    var take = SyntheticTake()
    for index in take.notes.indices { take.detune(index, by: -6 * Double(index)) }
    #expect(take.said.sentence == "You sank 84 cents from the first note to the last, 6 a note.")
    var rising = SyntheticTake()
    for index in rising.notes.indices { rising.detune(index, by: 1.5 * Double(index)) }
    #expect(
      rising.said.sentence == "You rose 21 cents from the first note to the last, 1.5 a note.")
  }

  @Test("notes that a drift has carried away are not wrong ones")
  func farDrift() {
    var take = SyntheticTake()
    for index in take.notes.indices { take.detune(index, by: -12 * Double(index)) }
    #expect(take.said.sentence == "You sank 168 cents from the first note to the last, 12 a note.")
  }

  @Test("everything 35 or 90 cents flat is flat, although its notes agree", arguments: [35.0, 90])
  func offset(cents: Double) {
    var take = SyntheticTake(cents: 3, milliseconds: 4)
    for index in take.notes.indices { take.detune(index, by: -cents) }
    let said = take.said.sentence
    #expect(
      [
        "On the whole you are \(Int(cents)) cents flat: tune first.",
        "On the whole you are \(Int(cents) - 1) cents flat: tune first.",
        "On the whole you are \(Int(cents) + 1) cents flat: tune first.",
      ].contains(said), "\(said)")
  }

  @Test("a single E4 that is 26 cents sharp is named with its bar and beat")
  func singleNote() {
    var take = SyntheticTake()
    take.detune(2, by: 26)
    #expect(
      take.said.sentence
        == "E4 (bar 1, beat 3) is 26 cents too high; no other note is more than 10 cents off.")
  }

  @Test("an F4 that is sharp once and right once is named once; sharp twice, both times")
  func onceAndTwice() {
    var take = SyntheticTake()
    take.detune(3, by: 35)
    #expect(
      take.said.sentence
        == "F4 (bar 1, beat 4) is 35 cents too high; no other note is more than 10 cents off.")
    take.detune(11, by: 25)
    #expect(
      take.said.sentence == "F4 is too high each time, by 30 cents on average over 2 notes; "
        + "no other note is more than 10 cents off.")
    take.detune(5, by: -20)
    #expect(take.said.sentence.hasSuffix("; 1 other note is more than 10 cents off."))
  }

  @Test("one note of 15 that is 90 ms late is named, whatever the spread of the others")
  func lateNote() {
    var take = SyntheticTake()
    take.delay(6, by: 90)
    #expect(
      take.said.sentence
        == "B4 (bar 2, beat 3) comes 90 ms late; no other note is more than 20 ms off.")
    take.delay(6, by: -150)
    #expect(take.said.sentence.hasPrefix("B4 (bar 2, beat 3) comes 60 ms early; "))
  }

  @Test("of a scale that was played upwards only, what was played is judged")
  func upwardsOnly() {
    var take = SyntheticTake(octaves: 2)
    take.stop(after: 15)
    #expect(
      take.said.sentence == "You stopped after note 15 of 29. "
        + "All 15 notes are in tune, within 1 cent. Your time is steady, within 1 ms.")
    // A sound after it is too many, and no wrong note of the way down.
    take.extra = [(14, 66)]
    let said = take.said
    #expect(said.result.wrongCount == 0 && said.result.rightCount == 15)
    #expect(said.sentence == "You stopped after note 15 of 29. 1 note is too many.")
    take.extra = []
    take.detune(2, by: -30)
    #expect(
      take.said.sentence.hasPrefix(
        "You stopped after note 15 of 29. E4 (bar 1, beat 3) is 30 cents too low; "))
  }

  @Test("who begins later, or plays a part, is told which notes were played")
  func parts() {
    var late = SyntheticTake()
    for index in 0..<4 { late.notes[index] = nil }
    #expect(late.said.sentence.hasPrefix("You began with note 5 of 15. All 11 notes are in tune"))
    late.stop(after: 12)
    #expect(late.said.sentence.hasPrefix("You played notes 5 to 12 of 15. All 8 notes are in tune"))
  }

  @Test("a wrong and a missing note are named, and more than a fifth are to be learned")
  func mistakes() {
    var take = SyntheticTake()
    take.detune(3, by: 100)
    #expect(take.said.sentence == "1 note is wrong: F#4 instead of F4 (bar 1, beat 4).")
    take.notes[8] = nil
    #expect(
      take.said.sentence
        == "1 note is wrong and 1 is missing, the first is F#4 instead of F4 (bar 1, beat 4).")
    take.notes[3] = nil
    #expect(take.said.sentence == "2 notes are missing, the first is F4 (bar 1, beat 4).")
    take.detune(5, by: 100)
    take.detune(10, by: -100)
    #expect(
      take.said.sentence == "Learn the notes first: of 15, 2 are wrong and 2 are missing.")
  }

  @Test("notes too many do not hide a note that is far off, nor the reverse")
  func extraNotes() {
    var take = SyntheticTake()
    take.extra = [(4, 61)]
    #expect(take.said.sentence == "1 note is too many.")
    take.detune(9, by: 45)
    #expect(take.said.sentence.hasPrefix("A4 (bar 3, beat 2) is 45 cents too high"))
  }

  @Test("a change of pitch at one note is no drift")
  func step() {
    var take = SyntheticTake(octaves: 2, cents: 2)
    for index in 12..<29 { take.detune(index, by: -40) }
    let said = take.said
    guard case .step(let cents, at: 12) = said.finding else {
      Issue.record("\(said.sentence)")
      return
    }
    #expect(abs(cents + 40) < 3 && said.sentence.hasPrefix("From A5 (bar 4, beat 1) on you are "))
    #expect(said.sentence.hasSuffix(" cents lower than before."))
  }

  @Test("only what all notes have in common is an offset, and the rest a rise")
  func courseAndOffset() {
    var take = SyntheticTake()
    for index in 6..<15 { take.detune(index, by: 34) }
    #expect(take.said.sentence == "From B4 (bar 2, beat 3) on you are 34 cents higher than before.")
    for index in take.notes.indices { take.detune(index, by: 40) }
    #expect(take.said.sentence == "On the whole you are 74 cents sharp: tune first.")
  }

  @Test("the first six notes of two octaves are no six notes of the other octave")
  func firstNotes() {
    for seed in 1...20 {
      var take = SyntheticTake(octaves: 2, cents: 4, seed: UInt64(seed))
      take.stop(after: 6)
      #expect(take.said.sentence.hasPrefix("You stopped after note 6 of 29. All 6 notes are in"))
      for index in take.notes.indices { take.detune(index, by: -1200) }
      #expect(take.said.sentence.hasPrefix("You stopped after note 6 of 29. All 6 notes are in"))
    }
  }

  @Test("beside an offset, the cents of a note are those beside the others")
  func besideOthers() {
    var take = SyntheticTake()
    for index in take.notes.indices { take.detune(index, by: -20) }
    take.detune(4, by: 50)
    #expect(
      take.said.sentence == "Beside your other notes, G4 (bar 2, beat 1) is 50 cents too high; "
        + "no other note is more than 10 cents off.")
  }

  @Test("notes that were corrected are not praised as if they had begun in tune")
  func corrections() {
    let take = SyntheticTake()
    let played = take.notes.compactMap { $0 }.map { note in
      var played = PlayedNote(
        onset: note.onset, duration: 0.4,
        frequency: ConcertPitch.standard.frequency(ofMIDINumber: note.number), hasAttack: true)
      played.firstFrequency = ConcertPitch.standard.frequency(ofMIDINumber: note.number - 0.3)
      played.lastFrequency = played.frequency
      return played
    }
    let result = Intonation(take.score, played: played, concertPitch: .standard)
    let sentence = PracticeVerdict(result, nil).sentence(of: take.score, timing: nil) { _, _ in "" }
    #expect(
      sentence == "You corrected 15 of 15 notes: they spread by 30 cents at first, "
        + "and by 0 cents in the end.")
  }

  @Test("times are praised only if they count, and silence is told")
  func withoutTimes() {
    let take = SyntheticTake(cents: 5)
    let result = take.result
    let verdict = PracticeVerdict(result, nil)
    let said = verdict.sentence(of: take.score, timing: nil) { _, _ in "" }
    #expect(said.hasPrefix("All 15 notes are in tune, within ") && !said.contains("time"))
    let nothing = Intonation(take.score, played: [], concertPitch: .standard)
    #expect(
      PracticeVerdict(nothing, nil).sentence(of: take.score, timing: nil) { _, _ in "" }
        == "No note of the score was recognised.")
  }

  @Test("a swing that was not asked for is told, and one that was is not")
  func swing() {
    let score = TimingTests.eighths(32)
    let onsets = score.notes.indices.map { 0.6 * Double($0 / 2) + ($0 % 2 == 1 ? 0.4 : 0) }
    let straight = Timing(score, onsets: onsets)
    #expect(straight.advice.sentence == "You swing: second eighths come at 67 % of the beat.")
    let own = Timing(score, onsets: onsets, plan: TimingPlan(swing: .own))
    #expect(own.advice.sentence.hasPrefix("Your time is steady"))
  }

  @Test("beats that are missing or too many are told of a rhythm")
  func rhythm() {
    let pattern = RhythmPattern(meter: .common)
    var onsets = (0..<16).map { 0.5 * Double($0) }
    func said() -> String {
      RhythmResult(onsets: onsets, pattern: pattern, plan: TimingPlan(tempo: 120)).sentence
    }
    #expect(said() == "Your time is steady: notes spread by 0 ms.")
    onsets.remove(at: 6)
    #expect(said() == "1 beat is missing: bar 2, beat 3.")
    onsets.insert(2.25, at: 5)
    #expect(said() == "1 beat is missing: bar 2, beat 3; 1 sound is too many.")
    onsets = (0..<16).map { 0.5 * Double($0) + ($0 == 9 ? 0.08 : 0) }
    #expect(
      said() == "The note in bar 3, beat 2 comes 80 ms late; no other note is more than 20 ms off.")
  }

  private func verdict(of numbers: [Int], _ onsets: [Double]? = nil) -> PracticeVerdict {
    let score = SyntheticTake().score
    let played = numbers.enumerated().map { index, number in
      PlayedNote(
        onset: onsets?[index] ?? 1 + 0.6 * Double(index), duration: 0.5,
        frequency: ConcertPitch.standard.frequency(ofMIDINumber: Double(number)), hasAttack: true)
    }
    return PracticeVerdict(
      Intonation(score, played: played, concertPitch: .standard), nil)
  }

  private static let scale = [60, 62, 64, 65, 67, 69, 71, 72, 71, 69, 67, 65, 64, 62, 60]

  @Test(
    "who stops early in a scale up and down has stopped there, and left nothing out",
    arguments: 1...14)
  func stoppedEarly(count: Int) {
    let verdict = verdict(of: Array(Self.scale.prefix(count)))
    #expect(verdict.played == 0..<count)
    guard case .good = verdict.finding else {
      Issue.record("\(verdict.finding)")
      return
    }
  }

  @Test("who begins in the middle is judged from there", arguments: 1...13)
  func begunLate(start: Int) {
    let verdict = verdict(of: Array(Self.scale.dropFirst(start)))
    // The last note alone is the first one, too.
    #expect(verdict.played == start..<15)
    guard case .good = verdict.finding else {
      Issue.record("\(verdict.finding)")
      return
    }
  }

  @Test("a first attempt is no mistake, and the second one is judged", arguments: 2...12)
  func begunAgain(count: Int) {
    let first = Self.scale.prefix(count)
    let verdict = verdict(
      of: first + Self.scale,
      first.indices.map { 1 + 0.6 * Double($0) }
        + Self.scale.indices.map { 3 + 0.6 * Double(count + $0) })
    #expect(verdict.finding == .again(count: count, times: 1, first: 0))
    #expect(verdict.played == 0..<15)
  }

  @Test("of two attempts the last one is judged, even if notes of the first one were nearer")
  func lastAttempt() {
    let score = SyntheticTake().score
    let numbers = Self.scale + Self.scale
    let played = numbers.enumerated().map { index, number in
      // The first attempt is in tune on every other note.
      let cents = index % 2 == 0 && index < 15 ? 0.0 : 6
      return PlayedNote(
        onset: 1 + 0.6 * Double(index) + (index < 15 ? 0 : 2), duration: 0.5,
        frequency: ConcertPitch.standard.frequency(ofMIDINumber: Double(number) + cents / 100),
        hasAttack: true)
    }
    let result = Intonation(score, played: played, concertPitch: .standard)
    #expect(result.notes.allSatisfy { ($0.played?.onset ?? 0) > 10 })
    #expect(
      PracticeVerdict(result, nil).finding == .again(count: 15, times: 1, first: 0))
  }

  @Test("who goes back two notes is told where, and a note that is touched twice is one too many")
  func wentBack() {
    let back = Self.scale.prefix(6) + Self.scale[4...]
    #expect(verdict(of: Array(back)).finding == .again(count: 2, times: 1, first: 4))
    let twice = Self.scale.prefix(5) + Self.scale[4...]
    #expect(
      verdict(of: Array(twice)).finding
        == .mistakes(wrong: 0, missing: 0, extra: 1, first: nil, instead: nil))
    let other = Self.scale.prefix(4) + [70, 68, 73] + Self.scale[4...]
    guard case .mistakes(_, _, let extra, _, _) = verdict(of: Array(other)).finding else {
      Issue.record("not a mistake")
      return
    }
    #expect(extra == 3)
  }
}

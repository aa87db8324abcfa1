import IntonationPractice
import MusicTheory
import Testing
import _TestSignals

@Suite("Passages of a score")
struct PracticePassageTests {
  @Test("bars are written as one number, two, or all")
  func reading() {
    #expect(PracticePassage("5-8") == .bars(5...8))
    #expect(PracticePassage("5") == .bars(5...5))
    #expect(PracticePassage("5..8") == .bars(5...8))
    #expect(PracticePassage("0–2") == .bars(0...2))
    #expect(PracticePassage("All") == .all)
    #expect(PracticePassage("2a") == .printed(from: "2a", to: "2a"))
    #expect(PracticePassage("2a-4") == .printed(from: "2a", to: "4"))
    #expect(PracticePassage("X1..12") == .printed(from: "X1", to: "12"))
    for text in ["", "8-5", "a", "-5", "5-", "5-6-7", "1.5x", "99999999999999999999"] {
      #expect(PracticePassage(text) == nil, "\(text)")
    }
  }

  @Test("a passage begins at quarter 0, with the numbers of its bars and its tempo")
  func bars() throws {
    var score = quarters(Array(60..<76))
    score.tempos = [
      PracticeTempo(onset: 0, quartersPerMinute: 80),
      PracticeTempo(onset: 6, quartersPerMinute: 100),
    ]
    let passage = try score.passage(.bars(2...3))
    #expect(passage.notes.map { $0.midiNumber } == Array(64..<72))
    #expect(passage.notes.map { $0.onset } == (0..<8).map { Double($0) })
    #expect(passage.bars.map { $0.number } == [2, 3])
    #expect(passage.bars.map { $0.onset } == [0, 4])
    #expect(
      passage.tempos == [
        PracticeTempo(onset: 0, quartersPerMinute: 80),
        PracticeTempo(onset: 2, quartersPerMinute: 100),
      ])
    #expect(try score.passage(.all) == score)
  }

  @Test("bars that the score does not have, that have no notes, and scores without bars")
  func errors() {
    var score = quarters(Array(60..<68))
    #expect(throws: PracticePassageError.noBar(9, bars: 1...2)) {
      try score.passage(.bars(1...9))
    }
    score.notes.removeLast(4)
    #expect(throws: PracticePassageError.noNotes(2...2)) { try score.passage(.bars(2...2)) }
    score.bars = []
    #expect(throws: PracticePassageError.noBars) { try score.passage(.bars(1...1)) }
  }

  @Test("a repeated bar counts once, as it is played first")
  func repeats() throws {
    var score = quarters(Array(60..<72))
    score.bars[2].number = 1
    #expect(try score.passage(.bars(1...1)).notes.map { $0.midiNumber } == [60, 61, 62, 63])
  }
}

@Suite("Repeating a passage until it is right")
struct PracticeLoopTests {
  private let right = PassVerdict(
    Intonation(quarters([60]), played: played([60]), concertPitch: .standard))
  private let wrong = PassVerdict(
    Intonation(quarters([60]), played: played([62]), concertPitch: .standard))

  @Test("three times right in a row is done, and a wrong pass counts from the beginning")
  func count() {
    var loop = PracticeLoop()
    for verdict in [right, right, wrong, right, right] { loop.add(verdict) }
    #expect(!loop.isDone && loop.streak == 2 && loop.tempo == nil)
    loop.add(right)
    #expect(loop.isDone && loop.passes.count == 6)
  }

  @Test("a wrong pass is followed by a slower one, right ones by faster ones up to the tempo")
  func tempo() {
    var loop = PracticeLoop(tempo: 100)
    loop.add(wrong)
    #expect(loop.tempo == 90)
    loop.add(right)
    #expect(loop.tempo == 94.5 && loop.streak == 0)
    for _ in 0..<2 { loop.add(right) }
    #expect(loop.tempo == 100 && loop.streak == 0)
    for _ in 0..<3 { loop.add(right) }
    #expect(loop.isDone)
    #expect(loop.passes.compactMap { $0.tempo }.max() == 100)
  }

  @Test("the tempo never falls below half of the wanted one")
  func slowest() {
    var loop = PracticeLoop(tempo: 100)
    for _ in 0..<50 { loop.add(wrong) }
    #expect(loop.tempo == 50)
  }

  @Test("whatever happens, the tempo can be played: 20 to 400, and half of the wanted one or more")
  func tempos() {
    var random = SeededRandom(seed: 2)
    for _ in 0..<200 {
      let wanted = Double.random(in: 1...1000, using: &random)
      var loop = PracticeLoop(tempo: wanted)
      let goal = min(400, max(20, wanted))
      #expect(loop.tempo == goal)
      for _ in 0..<30 where !loop.isDone {
        loop.add(Int.random(in: 0..<3, using: &random) == 0 ? right : wrong)
        let tempo = loop.tempo ?? 0
        #expect(TimingPlan.tempos.contains(tempo) && tempo <= goal && tempo >= 0.5 * goal)
      }
    }
    var loop = PracticeLoop(tempo: 22)
    for _ in 0..<3 { loop.add(wrong) }
    #expect(loop.tempo == 20)
  }

  @Test("right is: every note, nothing else, and within the tolerance")
  func verdicts() {
    let score = quarters([60, 62, 64])
    func verdict(_ numbers: [Double]) -> PassVerdict {
      PassVerdict(
        Intonation(score, played: played(numbers), concertPitch: .standard), tolerance: 20)
    }
    #expect(verdict([60, 62.1, 63.9]).isRight)
    #expect(verdict([60, 62, 64.3]).outOfTune == [2])
    #expect(verdict([60, 62]).missingCount == 1)
    #expect(verdict([60, 61, 62, 64]).extraCount == 1)
    #expect(verdict([60, 65, 64]).wrongCount == 1)
    #expect(!verdict([]).isRight)
    #expect(verdict([61, 63, 65]).isTransposed && !verdict([61, 63, 65]).isRight)
  }
}

@Suite("Passes in a stream of notes")
struct PassSplitterTests {
  private func passes(_ notes: [PlayedNote], of score: PracticeScore) -> [Int] {
    var splitter = PassSplitter(score, under: .standard)
    var passes: [[PlayedNote]] = []
    for note in notes { passes += splitter.add(note) }
    if let last = splitter.finish() { passes.append(last) }
    return passes.map { $0.count }
  }

  @Test("a pass ends with the last note, without a pause")
  func lastNote() {
    let score = quarters([60, 62, 64, 65])
    #expect(passes(played([60, 62, 64, 65, 60, 62, 64, 65]), of: score) == [4, 4])
  }

  @Test("a scale that comes back to its first note is one pass")
  func scale() {
    let numbers = [60.0, 62, 64, 62, 60]
    #expect(passes(played(numbers + numbers), of: quarters(numbers.map { Int($0) })) == [5, 5])
  }

  @Test("a pause ends a pass that was broken off; a slow note does not")
  func pause() {
    let score = quarters([60, 62, 64, 65])
    let brokenOff = played([60, 62]) + played([60, 62, 64, 65], from: 4)
    #expect(passes(brokenOff, of: score) == [2, 4])
    #expect(passes(played([60, 62, 64, 65], spacing: 3), of: score) == [4])
    var splitter = PassSplitter(score, under: .standard)
    _ = splitter.add(played([60])[0])
    #expect(splitter.pass(endingBefore: 1) == nil)
    #expect(splitter.pass(endingBefore: 3)?.count == 1)
    #expect(splitter.finish() == nil)
  }

  @Test("another octave is the same passage")
  func octave() {
    let score = quarters([60, 62, 64, 65])
    #expect(passes(played([48, 50, 52, 53, 48, 50, 52, 53]), of: score) == [4, 4])
  }
}

import IntonationPractice
import MusicTheory
import Testing
import _TestSignals

@Suite("Practice in a loop: what is right, and how fast the next pass is")
struct ScorePracticeTests {
  private let right = PassVerdict(
    Intonation(quarters([60]), played: played([60]), concertPitch: .standard))
  private let wrong = PassVerdict(
    Intonation(quarters([60]), played: played([62]), concertPitch: .standard))

  private func score(_ count: Int) -> PracticeScore { quarters((0..<count).map { 60 + $0 % 5 }) }

  /// Returns a take with a click whose latency is known.
  private func judged(
    _ score: PracticeScore, tempo: Double, late: [Double], start: Double = 2
  ) -> (Intonation, Timing) {
    let notes = zip(score.notes, late).map { note, late in
      PlayedNote(
        onset: start + note.onset * 60 / tempo + late, duration: 0.8 * 60 / tempo,
        frequency: ConcertPitch.standard.frequency(ofMIDINumber: Double(note.midiNumber)))
    }
    let result = Intonation(score, played: notes, concertPitch: .standard)
    return (result, Timing(score, result, plan: TimingPlan(tempo: tempo, clickStart: start)))
  }

  @Test("at a tempo, a pass that is over 100 ms late or early everywhere is wrong, and slower next")
  func late() {
    var random = SeededRandom(seed: 1)
    for _ in 0..<100 {
      let score = score(Int.random(in: 4...24, using: &random))
      let tempo = Double.random(in: 40...90, using: &random)
      // Below half a beat: more is an entry on another beat.
      let sign = Bool.random(using: &random) ? 1.0 : -1
      let late = sign * Double.random(in: 0.11...0.3, using: &random)
      for (late, isRight) in [(late, false), (late / 4, true)] {
        var practice = ScorePractice()
        practice.choose(.loop, ignoresOctaves: false, tempo: tempo)
        let (result, timing) = judged(score, tempo: tempo, late: score.notes.map { _ in late })
        practice.end(result, timing)
        let loop = practice.loop
        #expect(loop?.passes.last?.verdict.isRight == isRight, "\(tempo) \(late)")
        #expect(loop?.streak == (isRight ? 1 : 0))
        #expect(loop?.tempo == (isRight ? tempo : tempo * 0.9))
      }
    }
  }

  @Test("without a tempo, times do not count")
  func untimed() {
    let (result, timing) = judged(score(8), tempo: 60, late: [0, 0.3, 0, -0.2, 0.4, 0, 0, 0.2])
    for (tempo, isRight) in [(nil, true), (60.0, false)] {
      var practice = ScorePractice()
      practice.choose(.loop, ignoresOctaves: false, tempo: tempo)
      practice.end(result, timing)
      #expect(practice.loop?.passes.last?.verdict.isRight == isRight)
    }
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

  @Test("with a click, a pass is over a second after the score")
  func ends() {
    var practice = ScorePractice()
    practice.choose(.loop, ignoresOctaves: false, tempo: 60)
    #expect(!practice.isOver(at: 100, scoreEnd: nil))
    #expect(!practice.isOver(at: 10.9, scoreEnd: 10) && practice.isOver(at: 11.1, scoreEnd: 10))
    practice.choose(.through, ignoresOctaves: false, tempo: nil)
    #expect(!practice.isOver(at: 100, scoreEnd: 10))
  }
}

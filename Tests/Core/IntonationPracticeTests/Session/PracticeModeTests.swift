import IntonationPractice
import Testing

@Suite("The silence that ends a practice")
struct PracticeModeTests {
  private let score = PracticeScore(
    notes: [(0.0, 60), (1, 64), (12, 67), (13, 60)].map {
      PracticeNote(midiNumber: $0.1, onset: $0.0, duration: 1)
    })

  @Test("four seconds, two in a loop, and longer than the rests that a click or a melody counts")
  func pauses() {
    for tempo in [30.0, 60, 120] {
      let rest = 10 * 60 / tempo
      #expect(score.longestRest(at: tempo) == rest)
      #expect(PracticeMode.through.pause(of: score, tempo: tempo, isLed: false) == 4)
      #expect(PracticeMode.through.pause(of: score, tempo: tempo, isLed: true) == 4 + rest)
      #expect(PracticeMode.loop.pause(of: score, tempo: tempo, isLed: false) == 2)
      #expect(PracticeMode.loop.pause(of: score, tempo: tempo, isLed: true) == 2 + rest)
      #expect(PracticeMode.wait.pause(of: score, tempo: tempo, isLed: true) == nil)
    }
    #expect(score.longestRest() == 0)
  }

  @Test("of a rhythm two bars, because bars without a click are no end")
  func rhythms() throws {
    let pattern = RhythmPattern(meter: try #require(PracticeMeter(beatCount: 7, beatUnit: 4)))
    #expect(pattern.pause(at: 60) == 14 && pattern.pause(at: 400) == 4)
    #expect(pattern.pause(at: nil) == 10.5)
  }
}

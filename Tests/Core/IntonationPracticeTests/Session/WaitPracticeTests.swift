import IntonationPractice
import MusicTheory
import PitchEstimation
import Testing
import _TestSignals

@Suite("A practice that waits for each note")
struct WaitPracticeTests {
  private func pitch(_ number: Double, at time: Double) -> StableStretch {
    StableStretch(
      start: time, duration: 0.2, frequency: ConcertPitch.standard.frequency(ofMIDINumber: number))
  }

  @Test("it is over with the end of the last note, whatever was played before it")
  func end() {
    var random = SeededRandom(seed: 3)
    for _ in 0..<50 {
      let numbers = (0..<5).map { _ in Int.random(in: 55...75, using: &random) }
      var practice = WaitPractice(quarters(numbers), under: .standard)
      var time = 0.0
      func play(_ number: Int) {
        #expect(practice.process(pitch(Double(number), at: time + 0.1)) != nil)
        #expect(!practice.isOver)
        #expect(practice.process(played([Double(number)], from: time)[0]) == nil)
        time += 1
      }
      for number in numbers {
        if Bool.random(using: &random) {
          play(number + 1)
          #expect(practice.answer == .wrong(midiNumber: number + 1))
        }
        play(number)
      }
      #expect(practice.waiting.isFinished && practice.isOver)
    }
  }

  @Test("a second of silence ends it too, and a score that was skipped is over at once")
  func silence() {
    var practice = WaitPractice(quarters([60]), under: .standard)
    practice.process(silence: 5)
    #expect(!practice.isOver)
    _ = practice.process(pitch(60, at: 1))
    practice.process(silence: 0.5)
    #expect(!practice.isOver)
    practice.process(silence: 1.1)
    #expect(practice.isOver)
    var skipped = WaitPractice(quarters([60, 62]), under: .standard)
    skipped.skip()
    #expect(!skipped.isOver)
    skipped.skip()
    #expect(skipped.isOver && skipped.answer == nil)
  }
}

import IntonationPractice
import MusicTheory
import PitchEstimation
import Testing

@Suite("A score that waits")
struct WaitingScoreTests {
  private func pitch(_ number: Double, at time: Double = 0) -> StableStretch {
    StableStretch(
      start: time, duration: 0.2, frequency: ConcertPitch.standard.frequency(ofMIDINumber: number))
  }

  private func isRight(_ answer: WaitingScore.Answer?, _ index: Int) -> Bool {
    if case .right(index, _)? = answer { true } else { false }
  }

  @Test("it goes on with the right note only, and counts the wrong ones")
  func waiting() {
    var score = WaitingScore(quarters([60, 62]), under: .standard)
    #expect(isRight(score.take(pitch(60.2)), 0))
    #expect(score.take(pitch(64)) == .wrong(midiNumber: 64))
    #expect(score.position == 1 && score.next?.midiNumber == 62 && score.wrongCount == 1)
    #expect(isRight(score.take(pitch(62)), 1))
    #expect(score.isFinished && score.next == nil)
    #expect(score.take(pitch(62)) == nil)
  }

  @Test("any octave will do, but then the same one; played again, another one counts")
  func octaves() {
    var score = WaitingScore(quarters([60, 62, 64]), under: .standard)
    #expect(isRight(score.take(pitch(36)), 0))
    #expect(score.octaves == -2)
    #expect(score.take(pitch(62)) == .octave(2))
    #expect(isRight(score.take(pitch(38)), 1))
    #expect(score.take(pitch(64)) == .octave(2))
    #expect(isRight(score.take(pitch(64)), 2))
  }

  @Test("if octaves are ignored, every one of them is right")
  func ignoredOctaves() {
    var score = WaitingScore(quarters([60, 62, 64]), under: .standard, ignoresOctaves: true)
    for (index, number) in [36.0, 62, 52].enumerated() {
      #expect(isRight(score.take(pitch(number)), index))
    }
    #expect(score.isFinished && score.wrongCount == 0)
  }

  @Test("grace notes may be left out")
  func grace() {
    var tune = quarters([60, 62])
    tune.notes.insert(PracticeNote(midiNumber: 65, onset: 1, duration: 0, isGrace: true), at: 1)
    var score = WaitingScore(tune, under: .standard)
    _ = score.take(pitch(60))
    var copy = score
    #expect(isRight(score.take(pitch(62)), 2) && score.isFinished)
    #expect(isRight(copy.take(pitch(65)), 1))
    #expect(isRight(copy.take(pitch(62)), 2) && copy.isFinished)
  }

  @Test("a note can be skipped")
  func skip() {
    var score = WaitingScore(quarters([60, 62]), under: .standard)
    score.skip()
    #expect(score.skipped == [0])
    #expect(isRight(score.take(pitch(62)), 1))
    score.skip()
    #expect(score.skipped == [0])
  }

  @Test("a note that was answered while it sounded does not count again when it ends")
  func ends() {
    var score = WaitingScore(quarters([60, 60, 62]), under: .standard)
    _ = score.take(pitch(60, at: 0.1))
    #expect(score.take(played([60])[0]) == nil)
    #expect(score.position == 1)
    // A fast note, without a stable pitch: right ones count, and glitches are not wrong.
    #expect(score.take(played([71], from: 1, spacing: 0.1)[0]) == nil)
    #expect(isRight(score.take(played([60], from: 2, spacing: 0.1)[0]), 1))
    #expect(score.wrongCount == 0)
  }

  @Test("a player who is half a semitone off plays the right notes")
  func offset() {
    var score = WaitingScore(quarters([60, 62]), under: .standard)
    #expect(isRight(score.take(pitch(60.5)), 0))
    #expect(isRight(score.take(pitch(62.5)), 1))
  }
}

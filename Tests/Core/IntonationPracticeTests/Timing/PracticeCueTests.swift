@testable import IntonationPractice
import MusicTheory
import Testing

@Suite("What a player hears of a note that was off")
struct PracticeCueTests {
  private func cue(cents: Double?, late: Double?, isWrong: Bool = false) -> PracticeCue? {
    PracticeCue(
      Intonation.Note(
        note: PracticeNote(midiNumber: 60, onset: 0, duration: 1), played: nil, cents: cents,
        isWrong: isWrong), late: late)
  }

  @Test("the pitch or the time, whichever is farther off; nothing after a good note")
  func choice() {
    #expect(cue(cents: 9, late: -19) == nil)
    #expect(cue(cents: 9, late: -21) == .early && cue(cents: nil, late: 30) == .late)
    #expect(cue(cents: 12, late: nil) == .sharp && cue(cents: -12, late: 22) == .flat)
    #expect(cue(cents: -12, late: 50) == .late)
    #expect(cue(cents: nil, late: 100, isWrong: true) == .wrong)
  }

  /// The cues after each note of a scale in C, half a second apart, by cents and milliseconds.
  private func cues(_ notes: [(midi: Int, cents: Double, late: Double)], isTimed: Bool)
    -> [PracticeCue?]
  {
    let score = PracticeScore(
      notes: [60, 62, 64, 65, 67, 69, 71, 72].enumerated().map {
        PracticeNote(midiNumber: $1, onset: Double($0), duration: 1)
      })
    let pitch = ConcertPitch.standard
    let played = notes.enumerated().map { index, note in
      PlayedNote(
        onset: 0.5 * Double(index) + note.late / 1000, duration: 0.45,
        frequency: pitch.frequency(ofMIDINumber: Double(note.midi) + note.cents / 100),
        hasAttack: true)
    }
    return played.indices.map { last in
      let result = Intonation(
        score, played: Array(played[...last]), concertPitch: pitch, isFinished: false)
      let timing = Timing(score, result, plan: TimingPlan(tempo: 120))
      return PracticeCue(after: played[last], result, isTimed ? timing : nil)
    }
  }

  @Test("a note is told by its pitch at once, and by its time from the sixth one on")
  func soFar() {
    let notes: [(midi: Int, cents: Double, late: Double)] = [
      (60, 0, 0), (62, 0, 0), (64, 25, 0), (65, 0, 40), (67, 0, 0), (69, 0, 0), (71, 0, 60),
      (72, -30, 0),
    ]
    #expect(
      cues(notes, isTimed: true)
        == [nil, nil, .sharp, nil, nil, nil, .late, .flat])
    #expect(cues(notes, isTimed: false) == [nil, nil, .sharp, nil, nil, nil, nil, .flat])
  }

  @Test("a note that is not in the score is another note")
  func other() {
    let notes: [(midi: Int, cents: Double, late: Double)] = [
      (60, 0, 0), (62, 0, 0), (64, 0, 0), (66, 0, 0),
    ]
    #expect(cues(notes, isTimed: false) == [nil, nil, nil, .wrong])
  }
}

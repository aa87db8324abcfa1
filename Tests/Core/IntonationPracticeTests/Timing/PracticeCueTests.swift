@testable import IntonationPractice
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
}

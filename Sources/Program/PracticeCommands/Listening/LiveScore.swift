import IntonationPractice
import MusicTheory

/// A score that is compared with what was played so far, while somebody plays.
struct LiveScore: Sendable {
  let score: PracticeScore
  let concertPitch: ConcertPitch
  let plan: TimingPlan

  /// What was played so far.
  struct Compared {
    let result: Intonation
    let timing: Timing

    /// Returns how late a note was, in milliseconds; `nil` if that means nothing yet.
    func late(at index: Int) -> Double? { timing.lateSoFar(at: index) }
  }

  /// Compares notes with the beginning of the score.
  func compare(_ notes: [PlayedNote]) -> Compared {
    let result = Intonation(score, played: notes, concertPitch: concertPitch, isFinished: false)
    return Compared(result: result, timing: Timing(score, result, plan: plan))
  }
}

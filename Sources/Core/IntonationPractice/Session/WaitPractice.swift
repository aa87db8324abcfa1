package import MusicTheory
package import PitchEstimation

/// The practice with a score that waits: the answers to what is played, and when it is over.
///
/// The last note counts in full: the practice ends with the end of that note, or after a second of
/// silence.
package struct WaitPractice: Sendable {
  /// The score, and how far the player has come.
  package private(set) var waiting: WaitingScore
  /// The answer to the last note; `nil` before the first one, and after a note was skipped.
  package private(set) var answer: WaitingScore.Answer?
  /// True once the last note has ended.
  package private(set) var isOver = false
  private var lastStart: Double?  // of the newest stable pitch, in seconds

  /// The silence after the last note that ends the practice, in seconds.
  private static var pause: Double { 1 }

  /// Creates a practice before its first note.
  ///
  /// - Parameters:
  ///   - score: The score.
  ///   - concertPitch: A4 and the temperament.
  ///   - ignoresOctaves: Whether a note is right in any octave.
  package init(
    _ score: PracticeScore, under concertPitch: ConcertPitch, ignoresOctaves: Bool = false
  ) {
    waiting = WaitingScore(score, under: concertPitch, ignoresOctaves: ignoresOctaves)
  }

  /// Takes the first stable pitch of a note that sounds.
  ///
  /// - Returns: The answer; `nil` if there is no new one.
  package mutating func process(_ pitch: StableStretch) -> WaitingScore.Answer? {
    lastStart = pitch.start
    return tell(waiting.take(pitch))
  }

  /// Takes a note that has ended.
  ///
  /// - Returns: The answer; `nil` if there is no new one.
  package mutating func process(_ note: PlayedNote) -> WaitingScore.Answer? {
    let said = tell(waiting.take(note))
    isOver = waiting.isFinished && note.end >= (lastStart ?? 0)
    lastStart = lastStart ?? note.onset
    return said
  }

  /// Takes the silence since the last pitch, in seconds; 0 while something sounds.
  package mutating func process(silence: Double) {
    if waiting.isFinished, silence > Self.pause { isOver = true }
  }

  /// Leaves out the note that is waited for.
  package mutating func skip() {
    waiting.skip()
    answer = nil
    // Nothing sounds whose end could be awaited.
    if waiting.isFinished, lastStart == nil { isOver = true }
  }

  private mutating func tell(_ said: WaitingScore.Answer?) -> WaitingScore.Answer? {
    if let said { answer = said }
    return said
  }
}

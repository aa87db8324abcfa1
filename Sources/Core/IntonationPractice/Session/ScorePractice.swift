package import MusicTheory
package import PitchEstimation

/// A practice of a score in one of the three modes: what is asked of the player next, and when the
/// playing is over.
///
/// The face of a program tells it what it hears, and shows what it says.
package struct ScorePractice: Sendable {
  /// How the score is gone through.
  package private(set) var mode = PracticeMode.through
  /// The score that waits; `nil` unless it was started in this mode.
  package private(set) var waiting: WaitPractice?
  /// The passes; `nil` unless they are asked for.
  package private(set) var loop: PracticeLoop?
  private var ignoresOctaves = false

  /// A click ends a pass this long after the score, in seconds, though nobody was silent.
  private static var afterEnd: Double { 1 }

  /// Creates a practice from the beginning to the end.
  package init() {}

  /// Begins anew.
  ///
  /// - Parameters:
  ///   - mode: How the score is gone through.
  ///   - ignoresOctaves: Whether a note that is waited for is right in any octave.
  ///   - tempo: The tempo that a loop ends with, in quarter notes per minute; `nil` if times do not
  ///     count.
  package mutating func choose(_ mode: PracticeMode, ignoresOctaves: Bool, tempo: Double?) {
    self.mode = mode
    self.ignoresOctaves = ignoresOctaves
    waiting = nil
    loop = mode == .loop ? PracticeLoop(tempo: tempo) : nil
  }

  /// Begins to wait for the first note, if notes are waited for.
  ///
  /// - Parameters:
  ///   - score: The score.
  ///   - concertPitch: A4 and the temperament.
  package mutating func start(_ score: PracticeScore, under concertPitch: ConcertPitch) {
    waiting =
      mode == .wait
      ? WaitPractice(score, under: concertPitch, ignoresOctaves: ignoresOctaves) : nil
  }

  /// Takes what a player did while each note was waited for.
  ///
  /// - Parameters:
  ///   - pitches: The first stable pitches of notes that sound.
  ///   - notes: The notes that have ended.
  ///   - silence: The silence since the last pitch, in seconds.
  /// - Returns: Whether there is another answer.
  package mutating func take(
    _ pitches: [StableStretch], _ notes: [PlayedNote], silence: Double
  ) -> Bool {
    var isAnswered = false
    for pitch in pitches where waiting?.take(pitch) != nil { isAnswered = true }
    for note in notes where waiting?.take(note) != nil { isAnswered = true }
    waiting?.take(silence: silence)
    return isAnswered
  }

  /// Leaves out the note that is waited for.
  package mutating func skip() { waiting?.skip() }

  /// Tells whether the playing is over, though nobody was silent.
  ///
  /// - Parameters:
  ///   - time: Now, in seconds.
  ///   - end: When the score ends by the click, in seconds; `nil` without one.
  /// - Returns: True once it is over.
  package func isOver(at time: Double, scoreEnd end: Double?) -> Bool {
    if let waiting { return waiting.isOver }
    guard mode == .loop, let end else { return false }
    return time > end + Self.afterEnd
  }

  /// Ends the playing: a pass of a loop is judged.
  ///
  /// - Parameters:
  ///   - result: The comparison with the score.
  ///   - timing: The times.
  package mutating func end(_ result: Intonation, _ timing: Timing?) {
    loop?.add(result, timing: timing)
  }
}

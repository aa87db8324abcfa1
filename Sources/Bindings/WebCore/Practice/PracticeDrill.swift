internal import IntonationPractice
internal import MusicTheory
internal import PitchEstimation

/// How a score is gone through: in one go, note by note, or again and again until it is right.
struct PracticeDrill {
  /// The manners of going through a score.
  enum PracticeMode: Int, CaseIterable { case through, wait, loop }

  /// What was said last to a player who is waited for.
  enum PracticeAnswer: Int, CaseIterable { case none, right, octave, wrong }

  private(set) var mode = PracticeMode.through
  /// Whether a note that is waited for is right in any octave.
  private(set) var ignoresOctaves = false
  private(set) var waiting: WaitingScore?
  private(set) var loop: PracticeLoop?
  private(set) var answer = PracticeAnswer.none
  /// The MIDI number of a wrong note, or the octaves of one in another octave.
  private(set) var answerValue = 0

  /// Begins anew.
  ///
  /// - Parameters:
  ///   - mode: The manner.
  ///   - ignoresOctaves: Whether a note that is waited for is right in any octave.
  ///   - tempo: The tempo that a loop ends with, in quarter notes per minute; `nil` without one.
  mutating func choose(_ mode: PracticeMode, ignoresOctaves: Bool, tempo: Double?) {
    self.mode = mode
    self.ignoresOctaves = ignoresOctaves
    waiting = nil
    loop = mode == .loop ? PracticeLoop(tempo: tempo) : nil
    answer = .none
  }

  /// Begins to wait for the first note, if it is waited.
  mutating func start(_ score: PracticeScore, under concertPitch: ConcertPitch) {
    waiting =
      mode == .wait
      ? WaitingScore(score, under: concertPitch, ignoresOctaves: ignoresOctaves) : nil
    answer = .none
  }

  /// Takes the first stable pitch of a note that sounds.
  ///
  /// - Returns: Whether there is another answer.
  mutating func take(_ pitch: StableStretch) -> Bool { set(waiting?.take(pitch)) }

  /// Takes a note that has ended.
  ///
  /// - Returns: Whether there is another answer.
  mutating func take(_ note: PlayedNote) -> Bool { set(waiting?.take(note)) }

  /// Leaves out the note that is waited for.
  mutating func skip() {
    waiting?.skip()
    answer = .none
  }

  /// Judges a pass of a loop.
  mutating func add(_ result: Intonation) { loop?.add(PassVerdict(result)) }

  private mutating func set(_ said: WaitingScore.Answer?) -> Bool {
    switch said {
    case nil: return false
    case .right: (answer, answerValue) = (.right, 0)
    case .octave(let octaves): (answer, answerValue) = (.octave, octaves)
    case .wrong(let number): (answer, answerValue) = (.wrong, number)
    }
    return true
  }
}

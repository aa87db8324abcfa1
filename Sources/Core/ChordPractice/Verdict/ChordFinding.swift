public import IntonationPractice

/// The largest fault of a playing of chords, or that there is none.
public enum ChordFinding: Sendable {
  /// No note of the score was recognised.
  case nothing
  /// More than a fifth of the notes is wrong or missing: those of each kind, and the number of notes that
  /// were to be played.
  case learn(wrong: Int, missing: Int, of: Int)
  /// Single notes are wrong, missing or too many, or whole steps are missing or too many; the index of the
  /// first step with a wrong or missing note, and of that note in it.
  case mistakes(Mistakes, step: Int?, note: Int?)
  /// The whole is sharp or flat, in cents.
  case offset(Double)
  /// The pitch rises or sinks from the first step to the last, in cents.
  case drift(Double)
  /// From a step on, by its index, everything is higher or lower, in cents.
  case step(Double, at: Int)
  /// A note is off each time that it comes: its mean cents, how often it comes, and how many others are off.
  case pitch(PracticeNote, cents: Double, count: Int, others: Int)
  /// One note of a step is off: its step, its place in it, its cents, and how many others are off.
  case note(Int, Int, cents: Double, others: Int)
  /// The times.
  case time(TimingAdvice)
  /// All are good: the number of notes, the largest deviation in cents, and in milliseconds if times count.
  case good(count: Int, cents: Double, milliseconds: Double?)

  /// How many notes and steps are wrong.
  public struct Mistakes: Sendable {
    /// Notes of which another one was played.
    public var wrong = 0
    /// Notes that are missing from steps that were played.
    public var missing = 0
    /// Steps that are missing.
    public var missingSteps = 0
    /// Notes that were played besides.
    public var extraNotes = 0
    /// Sounds that are no step.
    public var extraSteps = 0
  }

  /// The name in JSON.
  package var name: StaticString {
    switch self {
    case .nothing: "nothing"
    case .learn: "learn"
    case .mistakes: "mistakes"
    case .offset: "offset"
    case .drift: "drift"
    case .step: "step"
    case .pitch: "pitch"
    case .note: "note"
    case .time: "time"
    case .good: "good"
    }
  }
}

/// What is said first of a playing, with the numbers of the report that it stands on.
///
/// Notes are indices of the score; cents are without the deviation of the whole, except in
/// ``offset(_:)``.
package enum PracticeFinding: Sendable, Hashable {
  /// No note was recognised.
  case nothing
  /// Many notes, or beats of a rhythm, begin twice, so that times mean little.
  case doubled
  /// A rhythm was played twice as dense as asked for (2), or half (0.5).
  case density(Double)
  /// More than a fifth of the notes that were played is wrong or missing.
  case learn(wrong: Int, missing: Int, of: Int)
  /// Notes that are wrong, missing or too many; the first one of the score that is wrong or missing,
  /// and for a wrong one the MIDI number of the note that was played instead.
  case mistakes(wrong: Int, missing: Int, extra: Int, first: Int?, instead: Int?)
  /// Nothing but passages that were played twice: so many notes, so often, from this note of the score on
  /// at first.
  case again(count: Int, times: Int, first: Int)
  /// All notes together are sharp, or flat (negative), by these cents.
  case offset(Double)
  /// The pitch rose, or sank (negative), from the first note to the last; also by note.
  case drift(Double, perNote: Double)
  /// From this note on all are sharper, or flatter (negative), by these cents.
  case step(Double, at: Int)
  /// Every occurrence of a note is sharp, or flat (negative), on average by these cents; further
  /// notes are off, too.
  case pitch(Int, microtone: Double, cents: Double, count: Int, others: Int)
  /// One note is sharp, or flat (negative); further notes are off, too.
  case note(Int, cents: Double, others: Int)
  /// A fault in time.
  case time(TimingAdvice)
  /// Notes that end in tune begin with a larger spread, and were corrected.
  case corrections(Int, of: Int, first: Double, last: Double)
  /// Nothing is wrong: this many notes are within these cents, and within these milliseconds if there
  /// is a time. A rhythm has no cents.
  case good(count: Int, cents: Double?, milliseconds: Double?)
}

extension PracticeFinding {
  /// The kinds of findings, as faces that translate them count them.
  package enum Kind: Int, CaseIterable, Sendable {
    case nothing, doubled, density, learn, mistakes, offset, drift, step, pitch, note, time
    case corrections, good, again

    /// The name in JSON.
    var name: StaticString {
      switch self {
      case .nothing: "nothing"
      case .doubled: "doubled"
      case .density: "density"
      case .learn: "learn"
      case .mistakes: "mistakes"
      case .offset: "offset"
      case .drift: "drift"
      case .step: "step"
      case .pitch: "pitch"
      case .note: "note"
      case .time: "time"
      case .corrections: "corrections"
      case .good: "good"
      case .again: "again"
      }
    }
  }

  /// The numbers of a finding by what they mean; `nil` for those that it does not have.
  package struct Facts: Sendable {
    /// A note of the score.
    package var index: Int?
    /// A MIDI number: of a note that is off each time, or that was played instead of the right one.
    package var number: Int?
    /// The cents of a note or of all, or those within which all are.
    package var cents: Double?
    /// The cents from one note to the next, or the spread of corrected notes in the end.
    package var otherCents: Double?
    /// The milliseconds of a note, or those within which all are.
    package var milliseconds: Double?
    /// The number of notes that are meant, and of those that are off besides.
    package var (count, others): (Int?, Int?) = (nil, nil)
    /// The numbers of notes that are wrong, missing and too many.
    package var (wrong, missing, extra): (Int?, Int?, Int?) = (nil, nil, nil)
  }

  /// The kind of the finding.
  package var kind: Kind {
    switch self {
    case .nothing: .nothing
    case .doubled: .doubled
    case .density: .density
    case .learn: .learn
    case .mistakes: .mistakes
    case .offset: .offset
    case .drift: .drift
    case .step: .step
    case .pitch: .pitch
    case .note: .note
    case .time: .time
    case .corrections: .corrections
    case .good: .good
    case .again: .again
    }
  }

  /// The numbers of the finding.
  package var facts: Facts {
    var facts = Facts()
    switch self {
    case .nothing, .doubled, .density: break
    case .learn(let wrong, let missing, let count):
      (facts.wrong, facts.missing, facts.count) = (wrong, missing, count)
    case .mistakes(let wrong, let missing, let extra, let first, let instead):
      (facts.wrong, facts.missing, facts.extra) = (wrong, missing, extra)
      (facts.index, facts.number) = (first, instead)
    case .again(let count, let times, let first):
      (facts.count, facts.others, facts.index) = (count, times, first)
    case .offset(let cents): facts.cents = cents
    case .drift(let cents, let perNote): (facts.cents, facts.otherCents) = (cents, perNote)
    case .step(let cents, let index): (facts.cents, facts.index) = (cents, index)
    case .pitch(let number, _, let cents, let count, let others):
      (facts.number, facts.cents, facts.count, facts.others) = (number, cents, count, others)
    case .note(let index, let cents, let others):
      (facts.index, facts.cents, facts.others) = (index, cents, others)
    case .time(.note(let index, let late, _, _, let others)):
      (facts.index, facts.milliseconds, facts.others) = (index, late, others)
    case .time: break
    case .corrections(let count, let all, let first, let last):
      (facts.count, facts.others) = (count, all - count)
      (facts.cents, facts.otherCents) = (first, last)
    case .good(let count, let cents, let milliseconds):
      (facts.count, facts.cents, facts.milliseconds) = (count, cents, milliseconds)
    }
    return facts
  }
}

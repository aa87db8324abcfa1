public import MusicTheory
public import PitchEstimation

/// A score that waits for the right note, and goes on once it is played.
///
/// A note within 70 cents is right. The first right note may be in any octave, which then counts
/// for the rest; a note in another octave is wrong once, and right if it is played so again, unless
/// octaves are ignored. Grace notes may be left out.
///
/// It listens to the first stable pitch of each note, so that it answers while the note still
/// sounds; a note without one counts when it has ended.
public struct WaitingScore: Sendable {
  /// The answer to a note.
  public enum Answer: Sendable, Hashable {
    /// The note of this index was right, by so many cents off; grace notes before it may have been
    /// left out.
    case right(index: Int, cents: Double)
    /// The right note in another octave, this many octaves higher than the playing so far.
    case octave(Int)
    /// Another note.
    case wrong(midiNumber: Int)
  }

  /// The largest deviation of a right note, in cents.
  public static var tolerance: Double { 70 }
  /// The shortest note without a stable pitch that can be wrong, in seconds.
  private static var shortest: Double { 0.15 }

  /// The score.
  public let score: PracticeScore
  /// The index of the note that is waited for; the number of notes once all have been played.
  public private(set) var position = 0
  /// The number of wrong notes so far.
  public private(set) var wrongCount = 0
  /// The indices of the notes that were skipped.
  public private(set) var skipped: [Int] = []
  /// The octaves by which the player is higher than the score; `nil` before the first right note.
  public private(set) var octaves: Int?
  private let concertPitch: ConcertPitch
  private let ignoresOctaves: Bool
  private var otherOctaves: Int?  // of the last wrong octave
  private var answered: [Double] = []  // the starts of stretches that were answered

  /// Creates a score that waits for its first note.
  ///
  /// - Parameters:
  ///   - score: The score.
  ///   - concertPitch: A4 and the temperament.
  ///   - ignoresOctaves: Whether a note is right in any octave, as for resonances whose octave the
  ///     sound does not tell.
  public init(
    _ score: PracticeScore, under concertPitch: ConcertPitch, ignoresOctaves: Bool = false
  ) {
    self.score = score
    self.ignoresOctaves = ignoresOctaves
    self.concertPitch = concertPitch
  }

  /// True once every note has been played or skipped.
  public var isFinished: Bool { position >= score.notes.count }

  /// The note that is waited for; `nil` at the end.
  public var next: PracticeNote? { isFinished ? nil : score.notes[position] }

  /// Leaves out the note that is waited for.
  public mutating func skip() {
    guard !isFinished else { return }
    skipped.append(position)
    position += 1
    otherOctaves = nil
  }

  /// Takes the first stable pitch of a note that sounds.
  ///
  /// - Parameter pitch: The stretch.
  /// - Returns: The answer; `nil` at the end of the score.
  public mutating func take(_ pitch: StableStretch) -> Answer? {
    answered.append(pitch.start)
    return answer(pitch.frequency)
  }

  /// Takes a note that has ended. It counts only if it had no stable pitch.
  ///
  /// - Parameter note: The note.
  /// - Returns: The answer; `nil` if it was answered before, or too short to be wrong.
  public mutating func take(_ note: PlayedNote) -> Answer? {
    let times = note.onset - 0.1...note.onset + note.duration
    let isAnswered = answered.contains { times.contains($0) }
    answered.removeAll { $0 <= times.upperBound }
    guard !isAnswered else { return nil }
    guard note.duration < Self.shortest else { return answer(note.frequency) }
    // A glitch cannot be wrong, but a fast note can be right.
    var copy = self
    guard case .right? = copy.answer(note.frequency) else { return nil }
    return answer(note.frequency)
  }

  private mutating func answer(_ frequency: Double) -> Answer? {
    guard !isFinished, frequency > 0, frequency.isFinite else { return nil }
    let found = candidates.compactMap { index in
      deviation(frequency, from: score.notes[index]).map { (index: index, $0) }
    }
    let isKnown = { [octaves, otherOctaves, ignoresOctaves] (shift: Int) in
      ignoresOctaves || octaves == nil || shift == octaves || shift == otherOctaves
    }
    if let (index, match) = found.first(where: { isKnown($0.1.octaves) }) {
      (octaves, otherOctaves, position) = (match.octaves, nil, index + 1)
      return .right(index: index, cents: match.cents)
    }
    if let (_, match) = found.first {
      otherOctaves = match.octaves
      wrongCount += 1
      return .octave(match.octaves - (octaves ?? 0))
    }
    wrongCount += 1
    otherOctaves = nil
    return .wrong(midiNumber: Int(concertPitch.midiNumber(of: frequency).rounded()))
  }

  /// The notes that may come next: grace notes, and the first other one.
  private var candidates: ClosedRange<Int> {
    var last = position
    while last < score.notes.count - 1, score.notes[last].isGrace { last += 1 }
    return position...last
  }

  /// Returns the cents from a note in the nearest octave, and that octave; `nil` for another note.
  private func deviation(
    _ frequency: Double, from note: PracticeNote
  ) -> (cents: Double, octaves: Int)? {
    let distance = concertPitch.midiNumber(of: frequency) - note.number
    let shift = Int((distance / 12).rounded())
    let target = Note(midiNumber: note.midiNumber + 12 * shift)
    let cents = concertPitch.cents(from: target, to: frequency) - note.wantedCents
    return cents.magnitude <= Self.tolerance ? (cents, shift) : nil
  }
}

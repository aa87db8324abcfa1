/// Which notes of a score an instrument does not have, and in which octave it has them all.
public struct ScoreRange: Sendable, Hashable {
  /// The lowest and the highest note of the score, as MIDI numbers.
  public let notes: ClosedRange<Int>
  /// How many notes are lower than the instrument's lowest.
  public let lowerCount: Int
  /// How many notes are higher than the instrument's highest.
  public let higherCount: Int
  /// The least octaves to move the score by, negative downwards, so that it has all notes; 0 if it has
  /// them as they are written, `nil` if no octave fits. At most one octave is tried, because playing
  /// is followed no further.
  public let octaves: Int?

  /// Compares a score with an instrument; `nil` if the score has no notes.
  ///
  /// - Parameters:
  ///   - score: The score.
  ///   - instrument: The lowest and the highest note that it has, as MIDI numbers.
  /// - Complexity: O(*n*) for *n* notes.
  public init?(of score: PracticeScore, on instrument: ClosedRange<Int>) {
    let numbers = score.notes.map { $0.midiNumber }
    guard let lowest = numbers.min(), let highest = numbers.max() else { return nil }
    notes = lowest...highest
    lowerCount = numbers.count { $0 < instrument.lowerBound }
    higherCount = numbers.count { $0 > instrument.upperBound }
    octaves = [0, 1, -1].first {
      instrument.lowerBound <= lowest + 12 * $0 && highest + 12 * $0 <= instrument.upperBound
    }
  }
}

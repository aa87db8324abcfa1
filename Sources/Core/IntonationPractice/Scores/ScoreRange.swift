/// The notes of a score that an instrument lacks, and the octave in which it has them all.
package struct ScoreRange: Sendable, Hashable {
  /// The lowest and the highest note of the score, as MIDI numbers.
  package let notes: ClosedRange<Int>
  /// The number of notes below the instrument's lowest.
  package let lowerCount: Int
  /// The number of notes above the instrument's highest.
  package let higherCount: Int
  /// The smallest move of the score in octaves, negative downwards, so that the instrument has all
  /// notes; 0 if it has them as they are written, `nil` if no octave fits. At most one octave is
  /// tried, because playing is followed no further.
  package let octaves: Int?

  /// Compares a score with an instrument; `nil` if the score has no notes.
  ///
  /// - Parameters:
  ///   - score: The score.
  ///   - instrument: Its lowest and highest note, as MIDI numbers.
  /// - Complexity: O(*n*) for *n* notes.
  package init?(of score: PracticeScore, on instrument: ClosedRange<Int>) {
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

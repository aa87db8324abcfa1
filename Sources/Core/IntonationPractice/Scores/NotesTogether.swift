internal import SignalProcessing

/// Notes of a source that may sound together: chords, several voices, two hands.
package struct NotesTogether: Sendable {
  /// The notes, by onset; remarks on what was left out.
  package var score: PracticeScore
  /// The number of voices of the source.
  package var voiceCount: Int

  /// Creates notes of a source.
  ///
  /// - Parameters:
  ///   - score: The notes, by onset.
  ///   - voiceCount: The number of voices of the source.
  package init(score: PracticeScore, voiceCount: Int) {
    (self.score, self.voiceCount) = (score, voiceCount)
  }
}

extension PracticeScore {
  /// Returns notes by onset; those that begin together keep their order.
  ///
  /// - Complexity: O(*n* log *n*).
  static func byOnset(_ notes: [PracticeNote]) -> [PracticeNote] {
    notes.ascending { $0.onset }
  }
}

package import PitchEstimation

/// Hears a performance that is to be followed, in two passes: the second one listens as it will listen to
/// those who follow, so that what the method itself does to a note is the same for both.
package struct ReferenceListener: Sendable {
  /// The frequencies of the first pass, in hertz: from the lowest note of a double bass to the highest of
  /// a violin.
  private static let anyNotes = 32.0...4200.0

  private let first: ReferencePerformance?
  private var notes: [PlayedNote] = []
  private var evidence = SingleVoiceEvidence()

  /// Creates a listener for a pass.
  ///
  /// - Parameter first: What the first pass heard; `nil` for that.
  package init(after first: ReferencePerformance? = nil) { self.first = first }

  /// Begins to hear the recording.
  ///
  /// - Parameter sampleRate: Samples per second, in 8000...192000 Hz.
  /// - Returns: The hearing of this pass.
  /// - Throws: `EstimatorError` if it is out of its range.
  package func hearing(sampleRate: Double) throws(EstimatorError) -> PracticeHearing {
    let listener =
      if let first {
        try PracticeListener(
          for: first.score(title: ""), under: first.concertPitch, sampleRate: sampleRate)
      } else {
        try PracticeListener(hearing: Self.anyNotes, sampleRate: sampleRate)
      }
    return PracticeHearing(listener, sampleRate: sampleRate, isCompared: true)
  }

  /// Processes what was heard.
  package mutating func process(_ event: PracticeHearing.Event) {
    switch event {
    case .note(let note):
      if notes.count <= PracticeScore.mostNotes { notes.append(note) }
    case .pitch(let reading): evidence.add(reading)
    case .onset, .first, .time: break
    }
  }

  /// Ends the pass.
  ///
  /// - Returns: The performance.
  /// - Throws: ``ReferenceError`` if it cannot be followed.
  package func performance() throws(ReferenceError) -> ReferencePerformance {
    try ReferencePerformance(notes, evidence)
  }
}

/// Decides over time which frames are voiced.
///
/// A note starts with a candidate that the estimator itself calls voiced. It then goes on through
/// weaker candidates as long as they stay near its pitch: a decaying string stays one note.
struct VoicingDecision: Sendable {
  /// How far below the estimator's threshold a candidate may lie within a note.
  static let holdMargin = 0.25
  /// How far a weaker candidate may lie from the last one, as a ratio of frequencies: a semitone.
  static let largestStep = 1.0594630943592953

  private let threshold: Double
  private var lastFrequency: Double?

  init(threshold: Double) {
    self.threshold = threshold
  }

  /// Returns whether a frame is voiced.
  mutating func update(_ candidate: PitchCandidate?, gateIsOpen: Bool) -> Bool {
    guard gateIsOpen, let candidate, isVoiced(candidate) else {
      lastFrequency = nil
      return false
    }
    lastFrequency = candidate.frequency
    return true
  }

  private func isVoiced(_ candidate: PitchCandidate) -> Bool {
    if candidate.periodicity >= threshold { return true }
    guard let lastFrequency, candidate.periodicity >= threshold - Self.holdMargin else {
      return false
    }
    let ratio = candidate.frequency / lastFrequency
    return ratio < Self.largestStep && ratio > 1 / Self.largestStep
  }
}

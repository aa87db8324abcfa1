internal import SignalProcessing

/// What tells how likely a reading is right: how far the scorer prefers its candidate to the others,
/// how clearly the signal repeats, and how noisy it is.
package struct ConfidenceEvidence: Sendable {
  /// Heights of peaks beyond this, short of 1, are equally clear.
  static let leastRest = 0.001

  /// How much likelier the candidate is than the others and no pitch together, as a natural logarithm.
  package var odds = 0.0
  /// The power of what repeats over that of the rest, as the height of the peak has it, as a natural
  /// logarithm: 0...6.9.
  package var harmonicity = 0.0
  /// How much of the noise was taken off the frame, 0...1.
  package var noise = 0.0

  /// The evidence of no candidate.
  init() {}

  /// - Parameters:
  ///   - index: The index of the candidate that the path leads through.
  ///   - candidates: All candidates of the frame, judged by a ``CandidateScorer``.
  ///   - noise: How much of the noise was taken off the frame, 0...1.
  init(of index: Int, in candidates: CandidateList, noise: Float) {
    var others = 1.0  // that there is no pitch
    for other in 0..<candidates.count where other != index {
      others += Elementary.exp(candidates[other].nats)
    }
    odds = candidates[index].nats - Elementary.log(others)
    harmonicity = -Elementary.log(min(1, max(Self.leastRest, 1 - candidates[index].height)))
    self.noise = Double(noise)
  }

  /// The probability that the candidate is the pitch, 0...1, as far as that was true of training sounds.
  var probability: Double {
    let sum =
      ConfidenceWeights.constant + ConfidenceWeights.odds * odds
      + ConfidenceWeights.harmonicity * harmonicity + ConfidenceWeights.noise * noise
    return 1 / (1 + Elementary.exp(-sum))
  }
}

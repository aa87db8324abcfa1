internal import SignalProcessing

/// The evidence for the confidence of a reading: the scorer's preference for its candidate, the
/// clarity of the repetition, and the noise.
package struct ConfidenceEvidence: Sendable {
  /// The smallest distance of the height of a peak from 1; closer peaks are equally clear.
  static let leastRest = 0.001

  /// The natural logarithm of the likelihood of the candidate relative to all others and no pitch
  /// together.
  package var odds = 0.0
  /// The natural logarithm of the ratio of the power that repeats to the rest, by the height of the
  /// peak: 0...6.9.
  package var harmonicity = 0.0
  /// The degree of noise removal in the frame, 0...1.
  package var noise = 0.0

  /// The evidence of no candidate.
  init() {}

  /// - Parameters:
  ///   - index: The index of the candidate that the path leads through.
  ///   - candidates: All candidates of the frame, judged by a ``CandidateScorer``.
  ///   - noise: The degree of noise removal in the frame, 0...1.
  init(of index: Int, in candidates: CandidateList, noise: Float) {
    var others = 1.0  // that there is no pitch
    for other in 0..<candidates.count where other != index {
      others += Elementary.exp(candidates[other].nats)
    }
    odds = candidates[index].nats - Elementary.log(others)
    harmonicity = -Elementary.log(min(1, max(Self.leastRest, 1 - candidates[index].height)))
    self.noise = Double(noise)
  }

  /// The probability that the candidate is the pitch, 0...1, calibrated on training sounds.
  var probability: Double {
    let sum =
      ConfidenceWeights.constant + ConfidenceWeights.odds * odds
      + ConfidenceWeights.harmonicity * harmonicity + ConfidenceWeights.noise * noise
    return 1 / (1 + Elementary.exp(-sum))
  }
}

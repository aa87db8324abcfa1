internal import SignalProcessing

/// The evidence for the confidence of a reading: the scorer's preference for its candidate, the
/// clarity of the repetition, and the noise.
package struct ConfidenceEvidence: Sendable {
  /// The natural logarithm of the likelihood of the candidate relative to all others and no pitch
  /// together.
  package var odds = 0.0
  /// The natural logarithm of the ratio of the power that repeats to the rest, by the height of the
  /// peak: 0...6.9.
  package var harmonicity = 0.0
  /// The degree of noise removal in the frame, 0...1.
  package var noise = 0.0
  /// The natural logarithm of the odds that a network gives it which hears one sound among others;
  /// `nil` if it was not asked.
  package var salience: Optional<Double> = nil

  /// The evidence of no candidate.
  init() {}

  /// - Parameters:
  ///   - index: The index of the candidate that the path leads through.
  ///   - candidates: All candidates of the frame, judged by a ``CandidateScorer``.
  ///   - noise: The degree of noise removal in the frame, 0...1.
  ///   - total: The natural logarithm of all likelihoods by that network; `nil` if it was not asked.
  init(of index: Int, in candidates: CandidateList, noise: Float, total: Double? = nil) {
    var others = 1.0  // that there is no pitch
    for other in 0..<candidates.count where other != index {
      others += Elementary.exp(candidates[other].nats)
    }
    odds = candidates[index].nats - Elementary.log(others)
    harmonicity = -Elementary.log(
      min(1, max(TrackerParameters.Scorer.leastRest, 1 - candidates[index].height)))
    self.noise = Double(noise)
    guard TrackerParameters.Salience.isUsed else { return }
    salience = total.map { total in
      let share = Elementary.exp(min(0, candidates[index].salience - total))
      let limited = min(1 - Scale.leastShare, max(Scale.leastShare, share))
      return Elementary.log(limited / (1 - limited))
    }
  }

  private typealias Scale = SalienceConfidence

  /// The probability that the candidate is the pitch, 0...1, calibrated on training sounds.
  var probability: Double {
    if TrackerParameters.Salience.isUsed, let salience {
      let sum =
        Scale.constant + Scale.salience * salience
        + Scale.odds * min(Scale.mostOdds, max(-Scale.mostOdds, odds))
      return 1 / (1 + Elementary.exp(-sum))
    }
    let sum =
      ConfidenceWeights.constant + ConfidenceWeights.odds * odds
      + ConfidenceWeights.harmonicity * harmonicity + ConfidenceWeights.noise * noise
    return 1 / (1 + Elementary.exp(-sum))
  }
}

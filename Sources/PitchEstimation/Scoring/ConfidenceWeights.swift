// Written by Training/train.sh: do not edit.

/// The logistic regression that makes a probability of ``ConfidenceEvidence``.
enum ConfidenceWeights {
  static let constant = 0.710
  static let odds = 0.628
  static let harmonicity = 0.061
  static let noise = 0.013
}

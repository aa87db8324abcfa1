// Written by Training/train.sh: do not edit.

/// The logistic regression that makes a probability of ``ConfidenceEvidence``.
enum ConfidenceWeights {
  static let constant = 0.939
  static let odds = 0.628
  static let harmonicity = -0.002
  static let noise = -0.007
}

// Written by Training/train.sh: do not edit.

/// The logistic regression that makes a probability of ``ConfidenceEvidence``.
enum ConfidenceWeights {
  static let constant = 0.743
  static let odds = 0.645
  static let harmonicity = 0.071
  static let noise = -0.196
}

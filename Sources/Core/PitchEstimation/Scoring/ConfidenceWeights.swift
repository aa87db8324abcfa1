// Written by Training/train.sh: do not edit.
// Data: mixtures of Training/make_sounds.py (size 1) without noise, in rooms and in six noises at 0 to
//   22 dB, eight conditions alike (decision 21); the count was not recorded.
// Seeds: 1 of make_sounds.py; the fit has none.
// Made on 2026-11-24 with the sources of commit 97e06640, which contains it.

/// The logistic regression that makes a probability of ``ConfidenceEvidence``.
enum ConfidenceWeights {
  static let constant = 0.939
  static let odds = 0.628
  static let harmonicity = -0.002
  static let noise = -0.007
}

/// The logistic regression that makes a probability of ``ConfidenceEvidence`` where the network was
/// asked, fitted to 288 mixtures by Training/salience that it had not learned from, with all kinds
/// of scenes and both without and with rooms counted alike.
enum SalienceConfidence {
  static let constant = 0.726
  static let salience = 1.076
  static let odds = 0.0525
  /// The odds beyond which the scorer says no more, as a natural logarithm.
  static let mostOdds = 12.0
  /// The least distance of a share of the likelihood from 0 and 1.
  static let leastShare = 0.0001
}

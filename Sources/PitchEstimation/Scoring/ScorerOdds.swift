// Written by Training/train.sh: do not edit.

/// How the logarithm of the odds of a candidate that a path leads through follows from that of the
/// candidate in its frame alone.
enum ScorerOdds {
  static let constant = 0.39
  static let slope = 0.81
}

/// The name of a method that finds pitch, as a user chooses it.
public enum EstimatorMethod: String, CaseIterable, Sendable, Hashable {
  /// ``MultiresolutionTracker``: the default.
  case best
  /// ``YIN``.
  case yin
  /// ``MPM``, the McLeod pitch method.
  case mpm
}

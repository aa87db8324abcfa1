/// A setting that no tuner can honour.
public enum TunerError: Error, Equatable, Sendable {
  /// The tolerance, in cents, must lie in ``Tuner/toleranceLimits``.
  case toleranceOutOfRange(Double)
}

#if !hasFeature(Embedded)
  extension TunerError: CustomStringConvertible {
    /// One sentence with the offending value and its limit.
    public var description: String {
      switch self {
      case .toleranceOutOfRange(let tolerance):
        """
        The tolerance must lie in \(Tuner.toleranceLimits.lowerBound)...\
        \(Tuner.toleranceLimits.upperBound) cents, but is \(tolerance).
        """
      }
    }
  }
#endif

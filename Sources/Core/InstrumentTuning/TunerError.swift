internal import SignalProcessing

/// A setting that no tuner can honour.
public enum TunerError: Error, Equatable, Sendable {
  /// The tolerance, in cents, must be in ``Tuner/toleranceLimits``.
  case toleranceOutOfRange(Double)
}

#if !hasFeature(Embedded)
  extension TunerError: CustomStringConvertible {
    /// One sentence with the offending value and its limit.
    public var description: String {
      switch self {
      case .toleranceOutOfRange(let tolerance):
        """
        The tolerance must be between \(Tuner.toleranceLimits.lowerBound.plainText) and \
        \(Tuner.toleranceLimits.upperBound.plainText) cents, but is \(tolerance.plainText).
        """
      }
    }
  }
#endif

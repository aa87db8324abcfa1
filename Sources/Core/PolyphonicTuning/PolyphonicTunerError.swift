internal import SignalProcessing

/// A tuner of several strings that cannot be made.
public enum PolyphonicTunerError: Error, Equatable, Sendable {
  /// The sample rate, in hertz, must lie in ``PolyphonicTuner/sampleRates``.
  case sampleRateOutOfRange(Double)
  /// The number of targets must lie in ``PolyphonicTuner/targetCounts``.
  case targetCountOutOfRange(Int)
  /// A target, in hertz, must lie between ``PolyphonicTuner/lowestTarget`` and `limit`, so that
  /// three partials lie below half the sample rate.
  case targetOutOfRange(Double, limit: Double)
}

#if !hasFeature(Embedded)
  extension PolyphonicTunerError: CustomStringConvertible {
    /// One sentence with the offending value and its limit.
    public var description: String {
      switch self {
      case .sampleRateOutOfRange(let rate):
        """
        The sample rate must be between \(PolyphonicTuner.sampleRates.lowerBound.plainText) and \
        \(PolyphonicTuner.sampleRates.upperBound.plainText) Hz, but is \(rate.plainText) Hz.
        """
      case .targetCountOutOfRange(let count):
        """
        Between \(PolyphonicTuner.targetCounts.lowerBound) and \
        \(PolyphonicTuner.targetCounts.upperBound) strings can be heard at once, but there are \
        \(count).
        """
      case .targetOutOfRange(let target, let limit):
        """
        Strings that are heard at once must lie between \
        \(PolyphonicTuner.lowestTarget.plainText) and \(limit.plainText) Hz, but one is tuned to \
        \(target.plainText) Hz.
        """
      }
    }
  }
#endif

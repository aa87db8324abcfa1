internal import SignalProcessing

/// An error for an impossible strobe.
public enum StrobeError: Error, Equatable, Sendable {
  /// The sample rate, in hertz, must be in ``StrobeAnalyzer/sampleRates``.
  case sampleRateOutOfRange(Double)
  /// The lowest target, in hertz, must be at least `limit`, so that a window has enough periods,
  /// and below half the sample rate.
  case targetOutOfRange(Double, limit: Double)
  /// There must be at least one partial, and none below the first.
  case invalidPartials([Int])
}

#if !hasFeature(Embedded)
  extension StrobeError: CustomStringConvertible {
    /// One sentence with the offending value and its limit.
    public var description: String {
      switch self {
      case .sampleRateOutOfRange(let rate):
        """
        The sample rate must be between \(StrobeAnalyzer.sampleRates.lowerBound.plainText) and \
        \(StrobeAnalyzer.sampleRates.upperBound.plainText) Hz, but is \(rate.plainText) Hz.
        """
      case .targetOutOfRange(let target, let limit):
        """
        The lowest target of a strobe must be at least \(limit.plainText) Hz and below half the sample \
        rate, but is \(target.plainText) Hz.
        """
      case .invalidPartials(let orders):
        "A strobe needs at least one partial, each 1 or more, but the list is \(orders)."
      }
    }
  }
#endif

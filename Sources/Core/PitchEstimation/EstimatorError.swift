internal import SignalProcessing

/// A configuration that no estimator can honour.
public enum EstimatorError: Error, Equatable, Sendable {
  /// The sample rate, in hertz, must be in ``SearchRange/supportedSampleRates``.
  case invalidSampleRate(Double)
  /// The search range must be strictly between 0 Hz and `nyquist` Hz, and its lower bound must be
  /// high enough for the method: see ``SearchRange``.
  case frequencyOutOfRange(ClosedRange<Double>, nyquist: Double)
  /// The threshold must be in 0...1.
  case invalidThreshold(Double)
  /// The hop, in samples, must be at least 1.
  case invalidHop(Double)
  /// The look-ahead, in seconds, must be in 0...10.
  case invalidLookahead(Double)

  /// Refuses thresholds outside 0...1.
  static func check(thresholds: Double...) throws(EstimatorError) {
    for value in thresholds where !(0...1).contains(value) { throw .invalidThreshold(value) }
  }
}

#if !hasFeature(Embedded)
  extension EstimatorError: CustomStringConvertible {
    /// One sentence with the offending value and its limit.
    public var description: String {
      switch self {
      case .invalidSampleRate(let rate):
        "The sample rate must be between 8000 and 192000 Hz, but is \(rate.plainText) Hz."
      case .frequencyOutOfRange(let range, let nyquist):
        """
        The search range \(range.lowerBound.plainText)...\(range.upperBound.plainText) Hz must be \
        between 0 and \(nyquist.plainText) Hz (half the sample rate).
        """
      case .invalidThreshold(let threshold):
        "The threshold must be between 0 and 1, but is \(threshold)."
      case .invalidHop(let hop):
        "The hop must be at least 1 sample, but is \(hop.plainText)."
      case .invalidLookahead(let lookahead):
        "The look-ahead must be between 0 and 10 s, but is \(lookahead.plainText) s."
      }
    }
  }
#endif

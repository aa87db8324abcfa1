/// A configuration that no estimator can honour.
public enum EstimatorError: Error, Equatable, Sendable {
  /// The sample rate, in hertz, must lie in ``SearchRange/supportedSampleRates``.
  case invalidSampleRate(Double)
  /// The search range must lie strictly between 0 Hz and `nyquist` Hz, and its lower bound be high
  /// enough for the method: see ``SearchRange``.
  case frequencyOutOfRange(ClosedRange<Double>, nyquist: Double)
  /// The threshold must lie in 0...1.
  case invalidThreshold(Double)
  /// The hop, in samples, must be at least 1.
  case invalidHop(Double)
  /// The look-ahead, in seconds, must lie in 0...10.
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
        "The sample rate must lie in 8000...192000 Hz, but is \(rate)."
      case .frequencyOutOfRange(let range, let nyquist):
        """
        The search range \(range.lowerBound)...\(range.upperBound) Hz must lie between 0 and \
        \(nyquist) Hz (half the sample rate).
        """
      case .invalidThreshold(let threshold):
        "The threshold must lie in 0...1, but is \(threshold)."
      case .invalidHop(let hop):
        "The hop must be at least 1 sample, but is \(hop)."
      case .invalidLookahead(let lookahead):
        "The look-ahead must lie in 0...10 s, but is \(lookahead)."
      }
    }
  }
#endif

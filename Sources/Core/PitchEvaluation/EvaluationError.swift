internal import SignalProcessing

/// The reason that two melodies cannot be compared.
public enum EvaluationError: Error, Equatable, Sendable {
  /// A melody has no frame.
  case noFrames
  /// The time of the frame at `index` is negative, not finite, or not after the one before.
  case timeOutOfOrder(Double, index: Int)
  /// The frequency of the frame at `index`, in hertz, is not finite and greater than 0.
  case invalidFrequency(Double, index: Int)
  /// The tolerance, in cents, must be in 0...600.
  case invalidTolerance(Double)
}

#if !hasFeature(Embedded)
  extension EvaluationError: CustomStringConvertible {
    /// One sentence with the offending value and its limit.
    public var description: String {
      switch self {
      case .noFrames:
        "There are no frames to compare."
      case .timeOutOfOrder(let time, let index):
        "Times must start at 0 s or later and rise, but that of frame \(index + 1) is \(time.plainText) s."
      case .invalidFrequency(let frequency, let index):
        "A frequency must be above 0 Hz and finite, but that of frame \(index + 1) is \(frequency.plainText)."
      case .invalidTolerance(let tolerance):
        "The tolerance must be between 0 and 600 cents, but is \(tolerance.plainText)."
      }
    }
  }
#endif

internal import SignalProcessing

/// A tone that no clock can be calibrated by.
public enum CalibrationError: Error, Equatable, Sendable {
  /// A frequency, in hertz, must be finite and above 0.
  case invalidFrequency(Double)
  /// The factor must be in ``ClockCalibration/limits``.
  case factorOutOfRange(Double)
}

#if !hasFeature(Embedded)
  extension CalibrationError: CustomStringConvertible {
    /// One sentence with the offending value and what to do.
    public var description: String {
      switch self {
      case .invalidFrequency(let frequency):
        "A frequency must be a finite number of hertz above 0, but is \(frequency.plainText)."
      case .factorOutOfRange(let factor):
        """
        The tone is off by a factor of \(factor.plainText), which is too much for a clock. Play the \
        reference tone itself, and give its frequency.
        """
      }
    }
  }
#endif

internal import SignalProcessing

/// An error for an impossible tone.
public enum SynthesisError: Error, Equatable, Sendable {
  /// The sample rate, in hertz, must be finite and above 0.
  case invalidSampleRate(Double)
  /// The frequency, in hertz, must be above 0 Hz and below `nyquist`, half of the sample rate.
  case frequencyOutOfRange(Double, nyquist: Double)
  /// The level, in dBFS, must be in ``levelLimits``.
  case levelOutOfRange(Double)
  /// The duty cycle must be in ``dutyLimits``.
  case dutyOutOfRange(Double)
  /// The duration, in seconds, must be finite and above 0.
  case invalidDuration(Double)

  /// The possible levels of tones, in dBFS, up to full scale.
  public static var levelLimits: ClosedRange<Double> { -120...0 }

  /// The possible share of a period during which a square wave is high.
  public static var dutyLimits: ClosedRange<Double> { 0.01...0.99 }
}

extension SynthesisError {
  /// Checks what every tone needs.
  static func validate(
    frequency: Double, level: Double, sampleRate: Double
  ) throws(SynthesisError) {
    guard sampleRate.isFinite, sampleRate > 0 else { throw .invalidSampleRate(sampleRate) }
    guard frequency > 0, frequency < sampleRate / 2 else {
      throw .frequencyOutOfRange(frequency, nyquist: sampleRate / 2)
    }
    guard levelLimits.contains(level) else { throw .levelOutOfRange(level) }
  }
}

#if !hasFeature(Embedded)
  extension SynthesisError: CustomStringConvertible {
    /// One sentence with the offending value and its limit.
    public var description: String {
      switch self {
      case .invalidSampleRate(let rate):
        "The sample rate must be a positive number of hertz, but is \(rate.plainText)."
      case .frequencyOutOfRange(let frequency, let nyquist):
        """
        A frequency must be above 0 Hz and below \(nyquist.plainText) Hz (half the sample rate), but \
        is \(frequency.plainText) Hz.
        """
      case .levelOutOfRange(let level):
        "The level must be between -120 and 0 dBFS, where 0 is full scale, but is \(level.plainText) dBFS."
      case .dutyOutOfRange(let duty):
        "A duty cycle must be between 0.01 and 0.99, but is \(duty.plainText)."
      case .invalidDuration(let duration):
        "A duration must be a finite number of seconds above 0, but is \(duration.plainText)."
      }
    }
  }
#endif

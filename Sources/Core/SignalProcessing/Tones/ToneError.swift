/// A set of tones that cannot be detected.
public enum ToneError: Error, Equatable, Sendable {
  /// The sample rate, in hertz, must be finite and greater than zero.
  case invalidSampleRate(Double)
  /// Each tone must be strictly between 0 Hz and `nyquist` Hz.
  case frequencyOutOfRange(Double, nyquist: Double)
  /// A frame must have at least this many samples.
  case frameTooShort(Int, atLeast: Int)
  /// A frame can have at most this many samples.
  case frameTooLong(Int, atMost: Int)
  /// Two tones are too close to be distinguished by a frame, in hertz: use longer frames.
  case tonesTooClose(Double, atLeast: Double)
  /// There must be at least one tone.
  case noTones

  /// Refuses sets of tones that cannot be detected at a sample rate.
  package static func check(_ frequencies: [Double], sampleRate: Double) throws(ToneError) {
    guard sampleRate.isFinite, sampleRate > 0 else { throw .invalidSampleRate(sampleRate) }
    guard !frequencies.isEmpty else { throw .noTones }
    for frequency in frequencies where !(frequency > 0 && frequency < sampleRate / 2) {
      throw .frequencyOutOfRange(frequency, nyquist: sampleRate / 2)
    }
  }
}

#if !hasFeature(Embedded)
  extension ToneError: CustomStringConvertible {
    /// One sentence with the offending value and its limit.
    public var description: String {
      switch self {
      case .invalidSampleRate(let rate):
        "The sample rate must be a positive number of hertz, but is \(rate.plainText)."
      case .frequencyOutOfRange(let frequency, let nyquist):
        """
        A tone must be between 0 and \(nyquist.plainText) Hz (half the sample rate), but is at \
        \(frequency.plainText) Hz.
        """
      case .frameTooShort(let count, let least):
        "A frame must hold at least \(least) samples, but holds \(count)."
      case .frameTooLong(let count, let most):
        "A frame can hold at most \(most) samples, but would hold \(count)."
      case .tonesTooClose(let spacing, let least):
        """
        Two tones are \(spacing.plainText) Hz apart, but frames of this length need at least \
        \(least.plainText) Hz. Use longer frames.
        """
      case .noTones:
        "There must be at least one tone to detect."
      }
    }
  }
#endif

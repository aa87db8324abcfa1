internal import SignalProcessing

/// A recording in which no key can be measured.
public enum KeyMeterError: Error, Equatable, Sendable {
  /// The sample rate, in hertz, must lie in ``KeyMeter/sampleRates``.
  case sampleRateOutOfRange(Double)
  /// There is no sound.
  case silent
  /// The key sounds for this many seconds only, but ``KeyMeter/shortestDuration`` are needed.
  case tooShort(Double)
  /// No single key explains the sound: it is a chord, speech, or another instrument.
  case noKey
}

#if !hasFeature(Embedded)
  extension KeyMeterError: CustomStringConvertible {
    /// One sentence on the error, and what to do.
    public var description: String {
      switch self {
      case .sampleRateOutOfRange(let rate):
        """
        The sample rate must be between \(KeyMeter.sampleRates.lowerBound.plainText) and \
        \(KeyMeter.sampleRates.upperBound.plainText) Hz, but is \(rate.plainText) Hz.
        """
      case .silent: "There is no sound. Play one key, and check the level."
      case .tooShort(let duration):
        """
        The key sounds for \(((duration * 100).rounded() / 100).plainText) s only, but \
        \(KeyMeter.shortestDuration.plainText) s are needed. Hold the key down.
        """
      case .noKey:
        """
        This is no single piano key, but a chord, speech or another instrument. Play one key \
        alone.
        """
      }
    }
  }
#endif

public import PitchEstimation
public import SignalProcessing

/// The listening setup of a tuner: the parameters of the tracker before a ``TunerEngine``, for
/// every display.
///
/// ```swift
/// let listening = TunerListening()
/// let tracker = try MultiresolutionTracker(
///   sampleRate: 48_000, searchRange: listening.searchRange(sampleRate: 48_000, lowestString: 30.87),
///   hopSize: 480, lookahead: TunerListening.lookahead, gate: LevelGate(listening.gate))
/// ```
public struct TunerListening: Sendable, Hashable {
  /// How much later sound may influence a reading, in seconds: a delay that nobody notices.
  public static let lookahead = 0.05
  /// From reading to reading, in seconds.
  public static let hopDuration = 0.01

  /// The frequencies to look for if no string is lower, in hertz.
  public var range: ClosedRange<Double>
  /// The level that counts as sound.
  public var gate: LevelGate.Threshold

  /// Creates settings.
  ///
  /// - Parameters:
  ///   - range: The frequencies to look for if no string is lower, in hertz.
  ///   - gate: The level that counts as sound; adaptive by default.
  public init(
    range: ClosedRange<Double> = SearchRange.allKeys, gate: LevelGate.Threshold = .automatic
  ) {
    self.range = range
    self.gate = gate
  }

  /// Creates settings for notes that must be found as soon as possible.
  ///
  /// Lower tones need longer frames, which delay the readings of all others. So frequencies are
  /// looked for from 75 Hz, a tone below a guitar's lowest string, or from 0.9 of a lower string.
  ///
  /// - Parameters:
  ///   - isPrompt: Whether that is wanted; otherwise the settings are those of ``init(range:gate:)``.
  ///   - lowestString: The frequency of the lowest string, in hertz; `nil` for none.
  public init(isPrompt: Bool, lowestString: Double?) {
    self.init()
    guard isPrompt else { return }
    range = min(75, max(15, 0.9 * (lowestString ?? 75 / 0.9)))...range.upperBound
  }

  /// Returns the lowest frequency to look for.
  ///
  /// A new string is slack while it is put on. At 0.6 of its frequency, 9 semitones below, even a
  /// bass string has a pitch; lower, no string does. The result is at least 15 Hz, however low the
  /// string, because lower frequencies need longer frames and delay the readings.
  ///
  /// - Parameter lowestString: The frequency of the lowest string, in hertz; `nil` for none.
  /// - Returns: Hertz.
  public func lowestFrequency(lowestString: Double?) -> Double {
    guard let lowestString else { return range.lowerBound }
    return min(range.lowerBound, max(15, 0.6 * lowestString))
  }

  /// Returns the frequencies to look for in a source.
  ///
  /// - Parameters:
  ///   - sampleRate: The sample rate of the source, in hertz.
  ///   - lowestString: The frequency of the lowest string, in hertz; `nil` for none.
  /// - Returns: Hertz, up to 0.45 of the source's sample rate.
  public func searchRange(
    sampleRate: Double, lowestString: Double? = nil
  ) -> ClosedRange<Double> {
    (lowestFrequency(lowestString: lowestString)...range.upperBound)
      .clamped(to: 0...0.45 * sampleRate)
  }
}

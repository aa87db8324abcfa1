public import PitchEstimation
public import SignalProcessing

/// How a tuner listens: what the tracker before a ``TunerEngine`` is made with, whatever the display.
///
/// ```swift
/// let listening = TunerListening()
/// let tracker = try MultiresolutionTracker(
///   sampleRate: 48_000, searchRange: listening.searchRange(sampleRate: 48_000, lowestString: 30.87),
///   hopSize: 480, lookahead: TunerListening.lookahead, gate: LevelGate(listening.gate))
/// ```
public struct TunerListening: Sendable, Hashable {
  /// How much later sound may decide about a reading, in seconds: as much as nobody notices.
  public static let lookahead = 0.05
  /// From reading to reading, in seconds.
  public static let hopDuration = 0.01

  /// The frequencies to look for where no string is lower, in hertz.
  public var range: ClosedRange<Double>
  /// What level counts as sound.
  public var gate: LevelGate.Threshold

  /// Creates settings.
  ///
  /// - Parameters:
  ///   - range: The frequencies to look for where no string is lower, in hertz.
  ///   - gate: What level counts as sound; adaptive by default.
  public init(
    range: ClosedRange<Double> = SearchRange.allKeys, gate: LevelGate.Threshold = .automatic
  ) {
    self.range = range
    self.gate = gate
  }

  /// The lowest frequency to look for.
  ///
  /// A new string is slack while it is put on. At 0.6 of its frequency, 9 semitones below, even a bass
  /// string sounds a pitch; further down none does. Not below 15 Hz, however low the string, because
  /// the frames get longer with it and the readings later.
  ///
  /// - Parameter lowestString: The frequency of the lowest string, in hertz; `nil` for none.
  /// - Returns: Hertz.
  public func lowestFrequency(lowestString: Double?) -> Double {
    guard let lowestString else { return range.lowerBound }
    return min(range.lowerBound, max(15, 0.6 * lowestString))
  }

  /// The frequencies to look for in a source.
  ///
  /// - Parameters:
  ///   - sampleRate: That of the source, in hertz.
  ///   - lowestString: The frequency of the lowest string, in hertz; `nil` for none.
  /// - Returns: Hertz, as far as the source carries them: up to 0.45 of its sample rate.
  public func searchRange(
    sampleRate: Double, lowestString: Double? = nil
  ) -> ClosedRange<Double> {
    (lowestFrequency(lowestString: lowestString)...range.upperBound)
      .clamped(to: 0...0.45 * sampleRate)
  }
}

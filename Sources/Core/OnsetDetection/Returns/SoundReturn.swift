/// The moment at which a sound is back that had stopped, as when a tongue or a bow stops a note for a
/// hundredth of a second.
public struct SoundReturn: Sendable, Hashable {
  /// When it is back within 12 dB of what it then reaches, in seconds from the first sample.
  public var time: Double
  /// The level that it reaches within 0.2 s, in dBFS.
  public var level: Double
  /// The duration over which power was averaged, in seconds: 0.012, 0.024, 0.048 or 0.096.
  public var duration: Double

  /// Creates a return.
  ///
  /// - Parameters:
  ///   - time: When the sound is back, in seconds from the first sample.
  ///   - level: Its level, in dBFS.
  ///   - duration: The duration over which power was averaged, in seconds.
  public init(time: Double, level: Double, duration: Double) {
    (self.time, self.level, self.duration) = (time, level, duration)
  }

  /// Returns true if power was averaged over no more than a sound of a frequency in hertz needs: over less than
  /// two and a half of its periods, the pulses of a low tone would be stops.
  package func isSuited(to frequency: Double) -> Bool {
    let suited = ReturnDetector.durations.first { $0 * frequency >= ReturnDetector.leastPeriods }
    return suited == duration
  }
}

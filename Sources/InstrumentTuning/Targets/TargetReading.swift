/// The result of a ``TargetTuner`` for one reading.
public struct TargetReading: Sendable, Hashable {
  /// Seconds since the first sample.
  public let time: Double
  /// The target; `nil` while nothing sounds.
  public let target: TuningTarget?
  /// Steadied note, frequency, cents and state; `nil` while nothing sounds.
  public let reading: TunerReading?
  /// Whether the sound has stopped and its last value is held for a moment.
  public let isHeld: Bool
  /// Whether the tone is in tune, and has been for long enough.
  public let isInTune: Bool
  /// The change, if the tone has just come into tune or gone out of tune.
  public let event: InTuneDecision.Event?
}

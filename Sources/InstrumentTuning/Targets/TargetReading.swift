/// What a ``TargetTuner`` says about one reading.
public struct TargetReading: Sendable, Hashable {
  /// Seconds since the first sample.
  public let time: Double
  /// What is being tuned to; `nil` while nothing sounds.
  public let target: TuningTarget?
  /// Note, frequency, cents and side, steadied; `nil` while nothing sounds.
  public let reading: TunerReading?
  /// Whether the sound has stopped and its last value stays for a moment.
  public let isHeld: Bool
  /// Whether the tone has been in tune for long enough to say so.
  public let isInTune: Bool
  /// Whether it has just come into tune, or left.
  public let event: InTuneDecision.Event?
}

public import PitchEstimation

/// The result of a tuner for one reading of a track.
public struct TunerReading: Sendable, Hashable {
  /// The reading of the track, by the corrected clock if the tuner has one.
  public let pitch: PitchReading
  /// The target; `nil` while nothing sounds.
  public let target: TuningTarget?
  /// The steadied frequency and its distance from the target; `nil` while nothing sounds.
  public let deviation: NoteDeviation?
  /// Whether the sound has stopped and its last value is held for a moment.
  public let isHeld: Bool
  /// Whether the tone is in tune, and has been for long enough.
  public let isInTune: Bool
  /// The change, if the tone has just come into tune or gone out of tune.
  public let event: InTuneDecision.Event?
  /// The note that has just ended, if there is one. Only a ``TunerEngine`` tells.
  public internal(set) var ended: HeardNote?

  /// Seconds since the first sample.
  public var time: Double { pitch.time }
}

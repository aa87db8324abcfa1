public import SignalProcessing

/// A tone of a known set began to sound, or ended.
public struct ToneEvent: Sendable, Hashable {
  /// What happened.
  public enum Kind: Sendable, Hashable {
    /// The tone sounds, and has done so for the minimum duration.
    case began
    /// The tone is gone, and has been for the minimum gap, or another one sounds.
    case ended
  }

  /// What happened.
  public var kind: Kind
  /// The tone, as it was heard where it was loudest so far. Its ratio is over the rest of the band.
  public var tone: DetectedTone
  /// The middle of the first, or the last, frame in which it was heard, in seconds since the first
  /// sample.
  public var time: Double

  /// Creates an event.
  ///
  /// - Parameters:
  ///   - kind: What happened.
  ///   - tone: The tone.
  ///   - time: In seconds since the first sample.
  public init(kind: Kind, tone: DetectedTone, time: Double) {
    self.kind = kind
    self.tone = tone
    self.time = time
  }
}

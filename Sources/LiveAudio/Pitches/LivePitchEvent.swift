public import PitchEstimation

/// What happens while a source is listened to, in order.
public enum LivePitchEvent: Sendable, Equatable {
  /// Readings follow. Comes first, and again after ``resumed``.
  case started(deviceName: String, sampleRate: Double)
  /// The pitch of the next frame. Its time counts the sound heard since the start, in seconds, over
  /// losses of the device, which themselves take no time.
  case reading(PitchReading)
  /// The reader was slower than the source: `count` readings were left out before the next.
  case skipped(count: Int)
  /// Samples are missing: `sampleCount` of them, heard as silence to keep the time, and
  /// `overflowCount` gaps of unknown length.
  case dropped(sampleCount: Int, overflowCount: Int)
  /// The device went away.
  case lost(reason: String)
  /// The device will be tried again after `delay`; `attempt` counts from 1 since the loss.
  case retrying(attempt: Int, delay: Duration)
  /// The device is back; ``started(deviceName:sampleRate:)`` follows, perhaps with another rate.
  case resumed
  /// The source was stopped, or has no more samples. Nothing follows.
  case ended
}

/// How many readings wait for a slow reader.
public enum LiveBuffering: Sendable, Hashable {
  /// The newest ones, at most this many, at least 1; older ones are skipped and counted. For a
  /// microphone: what is shown is never late.
  case newest(Int)
  /// All: the source waits for the reader. For files, of which every reading is wanted.
  case everything
}

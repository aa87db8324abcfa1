/// An event while listening to a source, in chronological order.
public enum LiveEvent<Reading: Sendable>: Sendable {
  /// Readings follow. Comes first, and again after ``resumed``.
  case started(deviceName: String, sampleRate: Double)
  /// The next result of the analysis. Its times count the received sound since the start, in seconds,
  /// across losses of the device, which do not count.
  case reading(Reading)
  /// The reader was slower than the source: `count` readings were left out before the next.
  case skipped(count: Int)
  /// Samples are missing: `sampleCount` of them, which are replaced by silence to keep the time,
  /// and `overflowCount` gaps of unknown length.
  case dropped(sampleCount: Int, overflowCount: Int)
  /// The device went away.
  case lost(reason: String)
  /// The device will be tried again after `delay`; `attempt` counts from 1 since the loss.
  case retrying(attempt: Int, delay: Duration)
  /// The device is back; ``started(deviceName:sampleRate:)`` follows, possibly with another rate.
  case resumed
  /// The source was stopped, or has no more samples. Nothing follows.
  case ended
}

extension LiveEvent: Equatable where Reading: Equatable {}

/// The number of readings that wait for a slow reader.
public enum LiveBuffering: Sendable, Hashable {
  /// The newest readings, up to this many, at least 1; older ones are skipped and counted. For a
  /// microphone: the display is never late.
  case newest(Int)
  /// All readings: the source waits for the reader. For files, and where every reading counts.
  case everything
}

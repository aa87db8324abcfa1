import Synchronization

/// A clock on which every sleep ends at once and moves the time on.
public final class HurriedClock: Clock {
  /// A time on the clock.
  public struct Instant: InstantProtocol {
    /// Since the clock was made.
    public var offset: Duration
    /// A later time.
    public func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }
    /// How long it is until another time.
    public func duration(to other: Self) -> Duration { other.offset - offset }
    /// Whether the first is earlier.
    public static func < (left: Self, right: Self) -> Bool { left.offset < right.offset }
  }

  private let time = Mutex(Duration.zero)

  /// A clock at zero.
  public init() {}

  /// The sum of all sleeps so far.
  public var now: Instant { Instant(offset: time.withLock { $0 }) }
  /// Exact.
  public var minimumResolution: Duration { .zero }

  /// Moves the time on, at once.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    time.withLock { $0 = max($0, deadline.offset) }
    await Task.yield()
  }
}

/// An event of an ``AudioSource``, in chronological order.
public enum AudioSourceEvent: Sendable, Equatable {
  /// Samples follow, at `sampleRate` hertz. Comes first, and again after ``resumed``.
  case started(deviceName: String, sampleRate: Double)
  /// The next mono samples, any count, nominal range -1...1.
  case block([Float])
  /// Samples are missing here: `sampleCount` that the reader fetched too late, and `overflowCount`
  /// gaps of unknown length that the device reports.
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

/// A source of sound: a microphone, a file, a simulation, or your own type.
///
/// A source has one session at a time:
///
/// - ``start()`` begins it. A second start during the session returns the same session again, so
///   that each of its events goes to the first reader that asks.
/// - ``stop()`` ends it, whether it runs, is starting or waits for a lost device. The reader then
///   gets ``AudioSourceEvent/ended``. A stop without a session, or a second one, does nothing.
/// - A start after a stop begins a new session.
/// - The session also ends, and frees its device, when the reading task is cancelled, and when the
///   last copy of the events and their iterators is gone.
public protocol AudioSource: Sendable {
  /// Starts recording, or joins the session that already runs.
  ///
  /// Returns at once: the first event, or an error, shows whether the device could be opened.
  ///
  /// - Returns: The events of the session.
  func start() -> AudioSourceEvents

  /// Stops recording, and returns when the device is free.
  ///
  /// During a start it returns at once; a device that opens later is closed at once.
  func stop() async
}

/// The events of one session of an ``AudioSource``.
///
/// Reading drives the source, so that nothing accumulates for a slow reader. Use one reader at a
/// time: a second one that asks while the first one waits gets the end.
public struct AudioSourceEvents: AsyncSequence, Sendable {
  /// Any error; it depends on the source.
  public typealias Failure = any Error
  private let nextEvent: @Sendable () async throws -> AudioSourceEvent?
  /// The queue on which a reader needs no other thread; `nil` for any.
  let executor: SerialQueueExecutor?

  /// Creates a sequence, for a source of your own.
  ///
  /// - Parameter next: Waits for the next event; returns `nil` after the last.
  public init(_ next: @escaping @Sendable () async throws -> AudioSourceEvent?) {
    self.init(executor: nil, next)
  }

  init(
    executor: SerialQueueExecutor?, _ next: @escaping @Sendable () async throws -> AudioSourceEvent?
  ) {
    (self.executor, nextEvent) = (executor, next)
  }

  /// Creates a reader.
  ///
  /// - Returns: A reader that continues where the last one stopped.
  public func makeAsyncIterator() -> Iterator { Iterator(nextEvent: nextEvent) }

  /// Reads the events.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let nextEvent: @Sendable () async throws -> AudioSourceEvent?

    /// Waits for the next event.
    ///
    /// - Returns: The event, or `nil` after the last one and if the task was cancelled.
    /// - Throws: An error of the source, such as ``AudioDeviceError`` or that of a file.
    public mutating func next() async throws -> AudioSourceEvent? { try await nextEvent() }

    /// Waits for the next event.
    ///
    /// - Parameter actor: The actor that the caller runs on.
    /// - Returns: The event, or `nil` after the last one and if the task was cancelled.
    /// - Throws: An error of the source, such as ``AudioDeviceError`` or that of a file.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(any Error) -> AudioSourceEvent? {
      try await nextEvent()
    }
  }

  /// Returns the same events, each changed or observed before the reader gets it.
  ///
  /// - Parameter transform: Called with each event, one after another, in the task that reads them.
  /// - Returns: What `transform` returns.
  package func map(
    _ transform: @escaping @Sendable (AudioSourceEvent) -> AudioSourceEvent
  ) -> AudioSourceEvents {
    let reader = Reader(self)
    return AudioSourceEvents(executor: executor) { try await reader.next().map(transform) }
  }

  private actor Reader {
    private var events: Iterator

    init(_ events: AudioSourceEvents) { self.events = events.makeAsyncIterator() }

    func next() async throws -> AudioSourceEvent? {
      var events = events
      return try await events.next(isolation: self)
    }
  }
}

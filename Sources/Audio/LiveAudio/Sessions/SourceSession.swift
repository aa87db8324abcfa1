import Synchronization

/// One run of a source, from start to end.
package protocol SourceSession: AnyObject, Sendable {
  /// True if the session has ended or been stopped.
  var isOver: Bool { get }
  /// The queue of the session, on which its reader needs no other thread; `nil` if it has none.
  var executor: SerialQueueExecutor? { get }
  /// Waits for the next event.
  func next() async throws -> AudioSourceEvent?
  /// Ends the session and frees the device.
  func stop() async
}

extension SourceSession {
  package var executor: SerialQueueExecutor? { nil }
}

/// Ensures that an ``AudioSource`` has one session at a time.
///
/// Holds the session weakly: it lives as long as someone holds its events.
package final class SessionSlot<Session: SourceSession>: Sendable {
  private struct Reference {
    weak var session: Session?
  }

  private let reference = Mutex(Reference())

  package init() {}

  /// Returns the events of the session that runs, or else of a new one.
  package func start(_ makeSession: () -> Session) -> AudioSourceEvents {
    let session = reference.withLock { reference in
      if let session = reference.session, !session.isOver { return session }
      let session = makeSession()
      reference.session = session
      return session
    }
    return AudioSourceEvents(executor: session.executor) { try await session.next() }
  }

  /// Ends the session if there is one.
  package func stop() async {
    let session = reference.withLock { $0.session }
    await session?.stop()
  }
}

/// A flag that is set once, from anywhere.
package final class StopFlag: Sendable {
  private let flag = Atomic<Bool>(false)

  package init() {}

  package var isSet: Bool { flag.load(ordering: .acquiring) }

  /// Sets the flag; returns `true` if it was clear until now.
  @discardableResult
  package func set() -> Bool { !flag.exchange(true, ordering: .acquiringAndReleasing) }
}

/// A clock without its type, counting from the creation of this value.
package struct Timekeeper: Sendable {
  /// The time since the start.
  package let elapsed: @Sendable () -> Duration
  /// Waits; throws if the task is cancelled.
  package let sleep: @Sendable (Duration) async throws -> Void

  /// Creates a clock that starts now.
  ///
  /// - Parameters:
  ///   - clock: The clock.
  ///   - executor: The queue of those who wait by it, if it is the system's clock.
  package init(_ clock: some Clock<Duration>, executor: SerialQueueExecutor? = nil) {
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
    if let executor, clock is ContinuousClock {
      sleep = { await executor.sleep(for: $0) }
    } else {
      sleep = { try await clock.sleep(for: $0) }
    }
  }

  /// Waits until `moment` since the start; returns at once if it has passed.
  package func sleep(until moment: Duration) async throws {
    let left = moment - elapsed()
    if left > .zero { try await sleep(left) }
  }
}

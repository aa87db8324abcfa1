import Synchronization

/// A queue between a writer that never waits and a reader that does. When it is full, the oldest
/// readings are removed, but no other events.
final class NewestBuffer<Reading: Sendable>: Sendable {
  fileprivate typealias Waiter = CheckedContinuation<LiveEvent<Reading>?, any Error>

  fileprivate struct State {
    var events: [LiveEvent<Reading>] = []
    var readingCount = 0
    var skippedCount = 0
    var isFinished = false
    var failure: (any Error)?
    var waiter: Waiter?
  }

  private let state = Mutex(State())
  private let limit: Int

  /// Creates a queue of at most `limit` readings.
  init(limit: Int) { self.limit = max(1, limit) }

  func append(_ event: LiveEvent<Reading>) {
    let delivery = state.withLock { state in
      guard !state.isFinished else { return Delivery?.none }
      state.append(event, limit: limit)
      return state.delivery()
    }
    delivery?.perform()
  }

  /// Ends the queue; its events can still be read. Later calls change nothing.
  func finish(throwing error: (any Error)? = nil) {
    let delivery = state.withLock { state in
      if !state.isFinished { (state.isFinished, state.failure) = (true, error) }
      return state.delivery()
    }
    delivery?.perform()
  }

  /// Ends the queue and empties it.
  func cancel() {
    let delivery = state.withLock { state in
      let waiter = state.waiter
      state = State(isFinished: true, waiter: waiter)
      return state.delivery()
    }
    delivery?.perform()
  }

  /// Waits for the next event; `nil` after the last. A second one that waits gets `nil`.
  func next() async throws -> LiveEvent<Reading>? {
    try await withCheckedThrowingContinuation { continuation in
      let delivery = state.withLock { state in
        guard state.waiter == nil else {
          return Delivery?.some(Delivery(waiter: continuation, result: .success(nil)))
        }
        state.waiter = continuation
        return state.delivery()
      }
      delivery?.perform()
    }
  }

  /// The result for a waiting reader, to be delivered outside the lock.
  fileprivate struct Delivery {
    var waiter: Waiter
    var result: Result<LiveEvent<Reading>?, any Error>
    func perform() { waiter.resume(with: result) }
  }
}

extension NewestBuffer.State {
  fileprivate mutating func append(_ event: LiveEvent<Reading>, limit: Int) {
    events.append(event)
    guard event.isReading else { return }
    readingCount += 1
    guard readingCount > limit, let oldest = events.firstIndex(where: \.isReading) else { return }
    events.remove(at: oldest)
    readingCount -= 1
    skippedCount += 1
  }

  /// The next event for the waiter, if there are both.
  fileprivate mutating func delivery() -> NewestBuffer.Delivery? {
    guard let waiter, let result = takeNext() else { return nil }
    self.waiter = nil
    return NewestBuffer.Delivery(waiter: waiter, result: result)
  }

  private mutating func takeNext() -> Result<LiveEvent<Reading>?, any Error>? {
    if let first = events.first {
      // The gap is reported where the readings are missing: before the next one.
      if skippedCount > 0, first.isReading {
        defer { skippedCount = 0 }
        return .success(.skipped(count: skippedCount))
      }
      if first.isReading { readingCount -= 1 }
      return .success(events.removeFirst())
    }
    guard isFinished else { return nil }
    defer { failure = nil }
    return failure.map { .failure($0) } ?? .success(nil)
  }
}

extension LiveEvent {
  fileprivate var isReading: Bool {
    if case .reading = self { true } else { false }
  }
}

import NIOCore
import Synchronization

/// What waits for one viewer: the newest reading, the newest status, and nothing older.
final class EventMailbox: Sendable {
  private struct State {
    var status: ByteBuffer?
    var reading: ByteBuffer?
    var isFinished = false
    var waiter: CheckedContinuation<ByteBuffer?, Never>?

    /// What a waiter gets now; `.some(nil)` is the end.
    mutating func take() -> ByteBuffer?? {
      guard var events = status ?? reading else { return isFinished ? .some(nil) : .none }
      if status != nil, var reading { events.writeBuffer(&reading) }
      (status, reading) = (nil, nil)
      return events
    }
  }

  private let state = Mutex(State())

  func put(reading: ByteBuffer) {
    change { $0.reading = reading }
  }

  func put(status: ByteBuffer) {
    change { $0.status = status }
  }

  /// Leaves something harmless for a viewer that nothing else waits for.
  func put(heartbeat: ByteBuffer) {
    change { state in
      if state.status == nil, state.reading == nil { state.reading = heartbeat }
    }
  }

  /// Ends the events; what waits can still be read.
  func finish() {
    change { $0.isFinished = true }
  }

  /// Waits for events; `nil` at the end and when the task was cancelled. For one reader.
  func next() async -> ByteBuffer? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        change { state in
          state.waiter = continuation
        }
      }
    } onCancel: {
      finish()
    }
  }

  private func change(_ body: (inout State) -> Void) {
    let delivery = state.withLock { state in
      body(&state)
      guard let waiter = state.waiter, let events = state.take() else {
        return (CheckedContinuation<ByteBuffer?, Never>, ByteBuffer?)?.none
      }
      state.waiter = nil
      return (waiter, events)
    }
    if let (waiter, events) = delivery { waiter.resume(returning: events) }
  }
}

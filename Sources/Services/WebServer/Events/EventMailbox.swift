import NIOCore
import Synchronization

/// What waits for one viewer: the newest status, the newest notes, the newest reading of all strings
/// and the newest readings, in this order.
final class EventMailbox: Sendable {
  /// The most notes that wait; a viewer that is slower loses the oldest.
  static let noteLimit = 64
  /// The form in which this viewer gets its events.
  let form: EventForm
  private let readingLimit: Int

  /// - Parameters:
  ///   - form: The form of the events.
  ///   - readingLimit: The most readings that wait; then the newest replaces the oldest.
  init(form: EventForm = .eventStream, readingLimit: Int = 1) {
    (self.form, self.readingLimit) = (form, readingLimit)
  }

  private struct State {
    var status: ByteBuffer?
    var notes: [ByteBuffer] = []
    var strum: ByteBuffer?
    var readings: [ByteBuffer] = []
    var isFinished = false
    var waiter: CheckedContinuation<ByteBuffer?, Never>?

    /// What a waiter gets now; `.some(nil)` is the end.
    mutating func take() -> ByteBuffer?? {
      let waiting = [status].compactMap { $0 } + notes + [strum].compactMap { $0 } + readings
      guard var events = waiting.first else { return isFinished ? .some(nil) : .none }
      for var event in waiting.dropFirst() { events.writeBuffer(&event) }
      (status, notes, strum, readings) = (nil, [], nil, [])
      return events
    }
  }

  private let state = Mutex(State())

  func put(reading: ByteBuffer) {
    change { [readingLimit] state in
      state.readings.append(reading)
      if state.readings.count > readingLimit { state.readings.removeFirst() }
    }
  }

  func put(strum: ByteBuffer) {
    change { $0.strum = strum }
  }

  func put(status: ByteBuffer) {
    change { $0.status = status }
  }

  func put(note: ByteBuffer) {
    change { state in
      state.notes.append(note)
      if state.notes.count > Self.noteLimit { state.notes.removeFirst() }
    }
  }

  /// Leaves something harmless for a viewer that nothing else waits for.
  func put(heartbeat: ByteBuffer) {
    change { state in
      guard state.status == nil, state.notes.isEmpty, state.strum == nil,
        state.readings.isEmpty
      else { return }
      state.readings = [heartbeat]
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

import NIOCore
import Synchronization

/// The events that wait for one viewer: the newest status, the newest notes, the newest reading of
/// all strings and the newest readings, in this order.
final class EventMailbox: Sendable {
  /// The largest number of notes that wait; a slower viewer loses the oldest.
  static let noteLimit = 64
  /// The form of this viewer's events.
  let form: EventForm
  private let readingLimit: Int

  /// - Parameters:
  ///   - form: The form of the events.
  ///   - readingLimit: The largest number of readings that wait; the newest replaces the oldest.
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

    /// Removes and returns all events for a waiter; `.some(nil)` is the end, `nil` means to wait.
    mutating func removeAll() -> ByteBuffer?? {
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

  /// Adds an empty event if nothing else waits for the viewer.
  func put(heartbeat: ByteBuffer) {
    guard heartbeat.readableBytes > 0 else { return }
    change { state in
      guard state.status == nil, state.notes.isEmpty, state.strum == nil,
        state.readings.isEmpty
      else { return }
      state.readings = [heartbeat]
    }
  }

  /// Ends the events; those that wait can still be read.
  func finish() {
    change { $0.isFinished = true }
  }

  /// Waits for events; returns `nil` at the end and if the task is cancelled. For one reader.
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
      guard let waiter = state.waiter, let events = state.removeAll() else {
        return (CheckedContinuation<ByteBuffer?, Never>, ByteBuffer?)?.none
      }
      state.waiter = nil
      return (waiter, events)
    }
    if let (waiter, events) = delivery { waiter.resume(returning: events) }
  }
}

internal import Dispatch
public import InstrumentTuning
internal import Synchronization

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Writes the notes of a live session to a history, without delaying the session.
///
/// ``record(_:)`` only queues the note. The recorder's own queue writes new notes every few
/// seconds, so a killed program loses no more than these. The first failure turns the recorder off
/// permanently and is reported once; the tuner goes on.
///
/// ```swift
/// let recorder = SessionRecorder(location, description: description) { message in print(message) }
/// recorder.record(note)  // every note that has ended
/// await recorder.finish(duration: seconds)
/// ```
public final class SessionRecorder: Sendable {
  /// The notes that wait to be written.
  private struct Inbox {
    var notes: [HeardNote] = []
    var isWritePlanned = false
    var isOff = false
    /// The number of notes that a failure has lost.
    var lostCount = 0
  }

  /// The state that only the queue uses.
  private struct Store {
    var database: HistoryDatabase?
    var session: Int64?
    var duration = 0.0
  }

  private let location: HistoryLocation
  private let sessionDescription: SessionDescription
  private let start: Date
  private let interval: Double
  private let onFailure: @Sendable (String) -> Void
  private let queue = DispatchQueue(label: "kammerton.history", qos: .utility)
  private let inbox = Mutex(Inbox())
  private let store = Mutex(Store())

  /// Starts recording. The database is opened at once, on the recorder's own queue, so that a
  /// failure is reported before anyone plays.
  ///
  /// - Parameters:
  ///   - location: The location of the history.
  ///   - description: The instrument, tuning and setup of the session.
  ///   - start: The start of the session; now by default.
  ///   - interval: The longest time that notes wait to be written, in seconds; 3 by default.
  ///   - onFailure: Called at most once, on the recorder's queue, with a message for the user, such
  ///     as "history is off: … is locked by another program. …".
  public init(
    _ location: HistoryLocation, description: SessionDescription, start: Date = Date(),
    interval: Double = 3, onFailure: @escaping @Sendable (String) -> Void
  ) {
    self.location = location
    sessionDescription = description
    self.start = start
    self.interval = max(0, interval)
    self.onFailure = onFailure
    queue.async { self.attempt { (store) throws(HistoryError) in try self.open(&store) } }
  }

  /// Queues a note that has ended. Returns at once.
  ///
  /// - Parameter note: The note; after a failure it is dropped.
  public func record(_ note: HeardNote) {
    let mustPlan = inbox.withLock { inbox in
      guard !inbox.isOff else {
        inbox.lostCount += 1
        return false
      }
      inbox.notes.append(note)
      defer { inbox.isWritePlanned = true }
      return !inbox.isWritePlanned
    }
    guard mustPlan else { return }
    queue.asyncAfter(deadline: .now() + interval) { self.write(duration: nil) }
  }

  /// Writes the remaining notes and ends the session; later notes are dropped.
  ///
  /// - Parameter duration: The duration of the session, in seconds.
  /// - Returns: The number of notes of the session that could not be written.
  @discardableResult
  public func finish(duration: Double) async -> Int {
    await withCheckedContinuation { done in
      queue.async {
        self.write(duration: duration)
        self.switchOff()
        done.resume(returning: self.inbox.withLock { $0.lostCount })
      }
    }
  }

  /// True while the recorder accepts notes: until a failure or the end.
  public var isOn: Bool { inbox.withLock { !$0.isOff } }

  private func attempt(_ body: (inout Store) throws(HistoryError) -> Void) {
    guard isOn else { return }
    do throws(HistoryError) {
      try store.withLock { (store) throws(HistoryError) in try body(&store) }
    } catch {
      switchOff()
      onFailure("history is off: \(error)")
    }
  }

  private func open(_ store: inout Store) throws(HistoryError) {
    store.database = try HistoryDatabase(location)
  }

  private func write(duration: Double?) {
    attempt { (store) throws(HistoryError) in try self.write(&store, duration: duration) }
  }

  private func write(_ store: inout Store, duration: Double?) throws(HistoryError) {
    let notes = inbox.withLock { inbox in
      inbox.isWritePlanned = false
      defer { inbox.notes = [] }
      return inbox.notes
    }
    guard let database = store.database else { return }
    let known = max(store.duration, notes.last?.endTime ?? 0)
    store.duration = duration ?? known
    do throws(HistoryError) {
      try write(notes, &store, database)
    } catch {
      inbox.withLock { $0.lostCount += notes.count }
      throw error
    }
  }

  private func write(
    _ notes: [HeardNote], _ store: inout Store, _ database: HistoryDatabase
  ) throws(HistoryError) {
    if let session = store.session {
      try database.append(notes, to: session, duration: store.duration)
    } else {
      store.session = try database.begin(
        sessionDescription, start: start, duration: store.duration, notes: notes)
    }
  }

  /// Closes the database too.
  private func switchOff() {
    inbox.withLock { inbox in
      inbox = Inbox(isOff: true, lostCount: inbox.lostCount + inbox.notes.count)
    }
    store.withLock { $0.database = nil }
  }
}

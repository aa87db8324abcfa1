import Foundation
import GRDB
import InstrumentTuning
import SessionHistory
import Synchronization
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite("Session recorder", .timeLimit(.minutes(5)))
struct SessionRecorderTests {
  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  /// Counts what a recorder complains of.
  final class Messages: Sendable {
    private let list = Mutex([String]())
    var all: [String] { list.withLock { $0 } }
    func append(_ message: String) { list.withLock { $0.append(message) } }
  }

  private func recorder(
    _ location: HistoryLocation, interval: Double = 3600, messages: Messages = Messages()
  ) -> SessionRecorder {
    SessionRecorder(
      location, description: Example.description, start: Example.start, interval: interval
    ) { messages.append($0) }
  }

  @Test("what is left is written at the end, with the length of the session")
  func finish() async throws {
    let notes = (0..<5).map { Example.note($0) }
    let recorder = recorder(directory.location())
    for note in notes { recorder.record(note) }
    #expect(await recorder.finish(duration: 20.5) == 0, "nothing is lost")
    #expect(!recorder.isOn)
    recorder.record(Example.note(9))
    await recorder.finish(duration: 99)
    let history = try HistoryDatabase(existing: directory.location())
    let session = try #require(try history.session(nil))
    #expect(session.duration == 20.5 && session.start == Example.start)
    #expect(session.description == Example.description)
    #expect(try history.notes(of: [session.id]).map(\.note) == notes)
  }

  @Test("a session without notes leaves no row")
  func silence() async throws {
    await recorder(directory.location()).finish(duration: 60)
    #expect(try HistoryDatabase(existing: directory.location()).sessions().isEmpty)
  }

  @Test("notes are written while the session goes on, all of them into one session")
  func batches() async throws {
    let recorder = recorder(directory.location(), interval: 0)
    let history = try HistoryDatabase(directory.location())
    for index in 0..<3 {
      recorder.record(Example.note(index))
      while try history.session(nil)?.summary.noteCount ?? 0 <= index {
        try await Task.sleep(for: .milliseconds(5))
      }
    }
    // Until the end, the session lasts as long as its last note.
    #expect(try history.session(nil)?.duration == 8)
    await recorder.finish(duration: 30)
    #expect(try history.sessions().map(\.duration) == [30])
  }

  @Test("two recorders at once: 2 sessions with 200 notes each")
  func concurrent() async throws {
    let (location, messages) = (directory.location(), Messages())
    await withTaskGroup { group in
      for _ in 0..<2 {
        group.addTask {
          let recorder = recorder(location, interval: 0, messages: messages)
          for index in 0..<200 {
            recorder.record(Example.note(index))
            if index.isMultiple(of: 20) { try? await Task.sleep(for: .milliseconds(2)) }
          }
          await recorder.finish(duration: 600)
        }
      }
    }
    #expect(messages.all.isEmpty)
    let sessions = try HistoryDatabase(existing: location).sessions()
    #expect(sessions.map(\.summary.noteCount) == [200, 200])
  }

  @Test("a locked database switches the history off, with 1 message, and notes are still taken")
  func locked() async throws {
    _ = try HistoryDatabase(directory.location())
    let (location, messages) = (directory.location(), Messages())
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: location.path, configuration: configuration)
    try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN EXCLUSIVE") }
    let recorder = recorder(location, interval: 0, messages: messages)
    for index in 0..<10 { recorder.record(Example.note(index)) }
    #expect(await recorder.finish(duration: 30) == 10, "all of them are lost, and counted")
    for index in 0..<10 { recorder.record(Example.note(index)) }
    #expect(await recorder.finish(duration: 30) == 20)
    #expect(
      messages.all == [
        "history is off: \(location.path) is locked by another program. Close that program "
          + "and try again."
      ])
    try await other.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
    #expect(try HistoryDatabase(existing: location).sessions().isEmpty)
  }

  @Test(
    "whatever else is in the way is told once, before any note",
    arguments: ["directory", "text", "inside a file"])
  func refusals(kind: String) async throws {
    var location = directory.location("place")
    switch kind {
    case "directory":
      try FileManager.default.createDirectory(
        atPath: location.path, withIntermediateDirectories: true)
    default:
      try Data(String(repeating: "text ", count: 500).utf8)
        .write(to: URL(fileURLWithPath: location.path))
      if kind == "inside a file" { location = directory.location("place/history.sqlite") }
    }
    let messages = Messages()
    let recorder = recorder(location, interval: 0, messages: messages)
    await recorder.finish(duration: 1)
    recorder.record(Example.note())
    await recorder.finish(duration: 1)
    #expect(messages.all.count == 1)
    #expect(messages.all.first?.hasPrefix("history is off: ") == true)
    #expect(messages.all.first?.contains(location.path) == true || kind == "inside a file")
  }

  @Test("a program killed by signal 9 keeps what was written before")
  func killed() async throws {
    let path = Self.path(ofProcess: getpid())
    defer { try? FileManager.default.removeItem(atPath: path) }
    await #expect(processExitsWith: .signal(SIGKILL)) {
      let location = HistoryLocation(path: SessionRecorderTests.path(ofProcess: getppid()))
      let history = try HistoryDatabase(location)
      let recorder = SessionRecorder(
        location, description: Example.description, start: Example.start, interval: 0
      ) { _ in }
      for index in 0..<5 { recorder.record(Example.note(index)) }
      while try history.session(nil)?.summary.noteCount ?? 0 < 5 {
        try await Task.sleep(for: .milliseconds(5))
      }
      // In the middle of what comes next.
      for index in 5..<5000 { recorder.record(Example.note(index)) }
      kill(getpid(), SIGKILL)
    }
    let history = try HistoryDatabase(existing: HistoryLocation(path: path))
    let session = try #require(try history.session(nil))
    let notes = try history.notes(of: [session.id]).map(\.note)
    #expect(notes.count >= 5)
    #expect(notes == notes.indices.map { Example.note($0) })
    try history.append([Example.note(notes.count)], to: session.id, duration: 99)
  }

  /// A place that parent and child agree on.
  private static func path(ofProcess id: Int32) -> String {
    FileManager.default.temporaryDirectory
      .appendingPathComponent("kammerton-killed-\(id).sqlite").path
  }
}

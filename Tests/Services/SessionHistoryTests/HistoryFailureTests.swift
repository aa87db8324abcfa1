import Foundation
import GRDB
import Testing

@testable import SessionHistory

@Suite("History failures")
struct HistoryFailureTests {
  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  @Test("a database that another connection has locked says so, and works again afterwards")
  func locked() throws {
    let history = try HistoryDatabase(directory.location())
    let path = history.path
    let other = try DatabaseQueue(path: path)
    try other.writeWithoutTransaction { database in
      try database.execute(sql: "BEGIN EXCLUSIVE")
      #expect(throws: HistoryError.locked(path: path)) { try history.deleteAll() }
      #expect(throws: HistoryError.locked(path: path)) {
        try HistoryDatabase(existing: directory.location())
      }
      try database.execute(sql: "COMMIT")
    }
    #expect(try history.deleteAll() == 0)
  }

  @Test("a directory in its place cannot be opened; a file in the directory's place is named")
  func places() throws {
    try FileManager.default.createDirectory(
      atPath: directory.path("taken"), withIntermediateDirectories: true)
    #expect(throws: HistoryError.cannotOpen(path: directory.path("taken"))) {
      try HistoryDatabase(directory.location("taken"))
    }
    try Data("x".utf8).write(to: URL(fileURLWithPath: directory.path("file")))
    #expect(throws: HistoryError.self) { try HistoryDatabase(directory.location("file/a.sqlite")) }
    let missing = directory.path("none.sqlite")
    #expect(throws: HistoryError.missing(path: missing)) {
      try HistoryDatabase(existing: directory.location("none.sqlite"))
    }
    #expect(!FileManager.default.fileExists(atPath: missing))
  }

  @Test("a database that was deleted while it was open is told from one without rights")
  func moved() throws {
    let history = try HistoryDatabase(directory.location())
    try FileManager.default.removeItem(atPath: history.path)
    #expect(throws: HistoryError.moved(path: history.path)) {
      try history.begin(
        Example.description, start: Example.start, duration: 1, notes: [Example.note()])
    }
  }

  @Test(
    "a row that no tuner has written is left out, and told with its column and session",
    arguments: [
      ("UPDATE note SET duration = 1e300", "duration"),
      ("UPDATE note SET duration = -1", "duration"),
      ("UPDATE note SET start_time = 9e999", "start_time"),
      ("UPDATE note SET mean_cents = -1e7", "mean_cents"),
      ("UPDATE note SET mean_cents = 'x'", "mean_cents"),
      ("UPDATE note SET duration = 'x'", "duration"),
      ("UPDATE note SET time_in_tune = x'00'", "time_in_tune"),
      ("UPDATE note SET reading_count = 'many'", "reading_count"),
      ("UPDATE note SET note = ''''", "note"),
      ("UPDATE note SET reading_count = -1", "reading_count"),
      ("UPDATE note SET reading_count = 9223372036854775807", "reading_count"),
      ("UPDATE note SET spread = 'x'", "spread"), ("UPDATE note SET string = -5", "string"),
      ("UPDATE note SET note = 'C999999999999999999'", "note"),
      ("UPDATE note SET note = x'ff'", "note"),
      ("UPDATE note SET target_frequency = 0", "target_frequency"),
      ("UPDATE session SET duration = 1e19", "duration"),
      ("UPDATE session SET concert_pitch = 9e999", "concert_pitch"),
      ("UPDATE session SET tolerance = -1", "tolerance"),
      ("UPDATE session SET start = '99999-01-01T00:00:00Z'", "start"),
      ("UPDATE session SET start = 'yesterday'", "start"),
    ])
  func impossible(change: String, column: String) throws {
    let history = try HistoryDatabase(directory.location())
    for index in 0..<2 {
      _ = try history.begin(
        Example.description, start: Example.start, duration: 1, notes: [Example.note(index)])
    }
    let condition = change.hasPrefix("UPDATE note") ? " WHERE session = 2" : " WHERE id = 2"
    try DatabaseQueue(path: history.path).write { try $0.execute(sql: change + condition) }
    let isNote = change.hasPrefix("UPDATE note")
    let damage = HistoryDamage(table: isNote ? .note : .session, row: 2, session: 2, column: column)
    #expect(try history.damage() == [damage])
    #expect(try history.damage(in: 2) == [damage] && history.damage(in: 1).isEmpty)
    #expect(try history.sessions().map(\.id).sorted() == (isNote ? [1, 2] : [1]))
    #expect(try history.notes(of: [1, 2]).count == (isNote ? 1 : 2))
    if isNote {
      #expect(try history.session(2)?.summary.noteCount == 0)
    } else {
      #expect(throws: HistoryError.impossible(path: history.path, session: 2, column: column)) {
        try history.session(2)
      }
      #expect(try history.session(nil)?.id == 1)
    }
    #expect(try history.noteCount(of: 2) == 1)
    try history.delete(2)
    #expect(try history.sessions().count == 1)
    #expect(try history.notes(of: [1]).count == 1)
  }

  @Test(
    "each refusal of SQLite is named",
    arguments: [
      (ResultCode.SQLITE_BUSY, HistoryError.locked(path: "p")),
      (.SQLITE_READONLY, .readOnly(path: "p")), (.SQLITE_FULL, .diskFull(path: "p")),
      (.SQLITE_CORRUPT, .corrupt(path: "p")), (.SQLITE_NOTADB, .corrupt(path: "p")),
      (.SQLITE_CANTOPEN, .cannotOpen(path: "p")),
      (.SQLITE_IOERR, .failed(path: "p", reason: "disk I/O error")),
      (.SQLITE_BUSY_SNAPSHOT, .locked(path: "p")), (.SQLITE_READONLY_DBMOVED, .moved(path: "p")),
    ])
  func mapping(code: ResultCode, error: HistoryError) {
    // The codes are GRDB's, which has them from SQLite's documentation.
    #expect(HistoryError(SQLiteFailure(extendedCode: code.rawValue), path: "p") == error)
    #expect(error.description.hasSuffix("."))
  }
}

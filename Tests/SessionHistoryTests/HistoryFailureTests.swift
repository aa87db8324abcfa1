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
    "each refusal of SQLite is named",
    arguments: [
      (ResultCode.SQLITE_BUSY, HistoryError.locked(path: "p")),
      (.SQLITE_READONLY, .readOnly(path: "p")), (.SQLITE_FULL, .diskFull(path: "p")),
      (.SQLITE_CORRUPT, .corrupt(path: "p")), (.SQLITE_NOTADB, .corrupt(path: "p")),
      (.SQLITE_CANTOPEN, .cannotOpen(path: "p")),
      (.SQLITE_IOERR, .failed(path: "p", reason: "disk I/O error")),
    ])
  func mapping(code: ResultCode, error: HistoryError) {
    let message = code == .SQLITE_IOERR ? "disk I/O error" : nil
    #expect(HistoryError(DatabaseError(resultCode: code, message: message), path: "p") == error)
    #expect(error.description.hasSuffix("."))
  }
}

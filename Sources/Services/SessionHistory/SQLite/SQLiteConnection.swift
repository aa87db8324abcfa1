internal import CSQLite
internal import FileWriting
internal import Synchronization

/// A connection to a database, for one user at a time.
final class SQLiteConnection: Sendable {
  // Safe: it never changes, only `inTurn` and `deinit` pass it to SQLite, and one at a time does.
  nonisolated(unsafe) private let handle: OpaquePointer
  private let turn = Mutex(())

  /// Opens a database, and creates an empty one if there is no file. One that cannot be written to
  /// is opened for reading.
  ///
  /// - Parameters:
  ///   - path: Its path.
  ///   - longestWait: The longest time that a call waits for other connections, in seconds.
  /// - Throws: ``SQLiteFailure``, even if the file is not a database.
  init(path: String, longestWait: Double) throws(SQLiteFailure) {
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    let code = sqlite3_open_v2(path.systemPath, &opened, flags, nil)
    guard let opened else { throw SQLiteFailure(extendedCode: code) }
    handle = opened  // From here on deinit closes it, even if it could not be opened.
    guard code == SQLITE_OK else { throw SQLiteFailure(of: opened) }
    sqlite3_busy_timeout(opened, Int32(longestWait * 1000))
    let database = SQLiteDatabase(handle: opened)
    try database.execute("PRAGMA foreign_keys = ON")
    // SQLite reads the file only now, and reports if it is not a database.
    try database.execute("SELECT count(*) FROM sqlite_master")
  }

  deinit {
    sqlite3_close_v2(handle)
  }

  /// Reads a snapshot, whatever others write meanwhile.
  func read<Value: Sendable>(_ body: (SQLiteDatabase) throws -> Value) throws -> Value {
    try inTurn("BEGIN DEFERRED", body)
  }

  /// Runs `body`, and writes all of its changes or, if it throws, none.
  func write<Value: Sendable>(_ body: (SQLiteDatabase) throws -> Value) throws -> Value {
    try inTurn("BEGIN IMMEDIATE", body)
  }

  private func inTurn<Value: Sendable>(
    _ begin: String, _ body: (SQLiteDatabase) throws -> Value
  ) throws -> Value {
    try turn.withLock { _ in try transaction(begin, body) }
  }

  private func transaction<Value>(
    _ begin: String, _ body: (SQLiteDatabase) throws -> Value
  ) throws -> Value {
    let database = SQLiteDatabase(handle: handle)
    try database.execute(begin)
    do {
      let value = try body(database)
      try database.execute("COMMIT")
      return value
    } catch {
      // Some refusals, such as a full disk, have ended the transaction already.
      if sqlite3_get_autocommit(handle) == 0 { try? database.execute("ROLLBACK") }
      throw error
    }
  }
}

/// A database during a transaction of the caller, who must not store it.
struct SQLiteDatabase {
  fileprivate let handle: OpaquePointer

  /// Runs one statement.
  ///
  /// - Parameters:
  ///   - sql: The statement.
  ///   - values: The value of each `?` in it.
  /// - Returns: The rows of its result.
  /// - Throws: ``SQLiteFailure``.
  func rows(_ sql: String, _ values: [SQLiteValue] = []) throws(SQLiteFailure) -> [SQLiteRow] {
    let statement = try SQLiteStatement(sql, connection: handle)
    try statement.bind(values)
    return try statement.rows()
  }

  /// Runs one statement whose result does not matter.
  func execute(_ sql: String, _ values: [SQLiteValue] = []) throws(SQLiteFailure) {
    _ = try rows(sql, values)
  }

  /// Returns the result of a statement such as `SELECT count(*)`.
  func count(_ sql: String, _ values: [SQLiteValue] = []) throws(SQLiteFailure) -> Int {
    try rows(sql, values).first?.values.first?.wholeNumber.map { Int($0) } ?? 0
  }

  /// The number of the last inserted row.
  var lastInsertedID: Int64 { sqlite3_last_insert_rowid(handle) }

  /// The number of rows that the latest statement changed, without those deleted by a cascade.
  var changeCount: Int { Int(sqlite3_changes(handle)) }
}

/// An error that SQLite reports.
struct SQLiteFailure: Error {
  /// The extended result code, of <https://sqlite.org/rescode.html>.
  let extendedCode: Int32
  /// SQLite's own message.
  let message: String

  init(extendedCode: Int32, message: String? = nil) {
    self.extendedCode = extendedCode
    self.message = message ?? String(cString: sqlite3_errstr(extendedCode))
  }

  /// Creates the latest error of a connection.
  init(of handle: OpaquePointer) {
    self.init(
      extendedCode: sqlite3_extended_errcode(handle),
      message: String(cString: sqlite3_errmsg(handle)))
  }

  /// The result code without its extension.
  var code: Int32 { extendedCode & 0xFF }
}

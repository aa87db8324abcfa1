internal import CSQLite

/// A compiled statement of SQL.
struct SQLiteStatement: ~Copyable {
  private let handle: OpaquePointer
  private let connection: OpaquePointer

  /// Compiles one statement.
  ///
  /// - Throws: ``SQLiteFailure``.
  init(_ sql: String, connection: OpaquePointer) throws(SQLiteFailure) {
    var compiled: OpaquePointer?
    let code = sqlite3_prepare_v2(connection, sql, -1, &compiled, nil)
    guard code == SQLITE_OK, let compiled else { throw SQLiteFailure(of: connection) }
    handle = compiled
    self.connection = connection
  }

  deinit {
    sqlite3_finalize(handle)
  }

  /// Binds values to the parameters, `?` in the statement.
  func bind(_ values: [SQLiteValue]) throws(SQLiteFailure) {
    for (index, value) in zip(Int32(1)..., values) {
      let code =
        switch value {
        case .null, .bytes: sqlite3_bind_null(handle, index)
        case .integer(let number): sqlite3_bind_int64(handle, index, number)
        case .real(let number): sqlite3_bind_double(handle, index, number)
        case .text(let text): bind_copy_of_text(handle, index, text, Int32(text.utf8.count))
        }
      guard code == SQLITE_OK else { throw SQLiteFailure(of: connection) }
    }
  }

  /// Runs the statement to its end.
  ///
  /// - Returns: The rows of its result, in order.
  func rows() throws(SQLiteFailure) -> [SQLiteRow] {
    let count = sqlite3_column_count(handle)
    var columns: [String: Int] = [:]
    for index in 0..<count {
      columns[String(cString: sqlite3_column_name(handle, index))] = Int(index)
    }
    var rows: [SQLiteRow] = []
    while true {
      switch sqlite3_step(handle) {
      case SQLITE_ROW:
        rows.append(SQLiteRow(columns: columns, values: (0..<count).map { value(of: $0) }))
      case SQLITE_DONE: return rows
      default: throw SQLiteFailure(of: connection)
      }
    }
  }

  private func value(of column: Int32) -> SQLiteValue {
    switch sqlite3_column_type(handle, column) {
    case SQLITE_NULL: return .null
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(handle, column))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(handle, column))
    case SQLITE_TEXT:
      guard let start = sqlite3_column_text(handle, column) else { return .null }
      let bytes = UnsafeBufferPointer(
        start: start, count: Int(sqlite3_column_bytes(handle, column)))
      return String(validating: bytes, as: UTF8.self).map { .text($0) } ?? .bytes
    default: return .bytes
    }
  }
}

/// The value of a column, or of a parameter of a statement.
enum SQLiteValue: Equatable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  /// Bytes, which none of our columns contains, or text that is not UTF-8.
  case bytes

  /// The number of a column of numbers.
  var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value
    default: nil
    }
  }

  /// The whole number of a column of numbers.
  var wholeNumber: Int64? {
    switch self {
    case .integer(let value): value
    case .real(let value): Int64(exactly: value)
    default: nil
    }
  }

  var text: String? {
    if case .text(let value) = self { value } else { nil }
  }
}

extension SQLiteValue {
  init(_ text: String?) { self = text.map { .text($0) } ?? .null }
  init(_ number: Double) { self = .real(number) }
  init(_ number: Int64) { self = .integer(number) }
  init(_ number: Int?) { self = number.map { .integer(Int64($0)) } ?? .null }
}

/// A row of a result.
struct SQLiteRow: Sendable {
  /// The index of each column in ``values``.
  let columns: [String: Int]
  let values: [SQLiteValue]

  /// The value of a column; null if there is no such column.
  subscript(column: String) -> SQLiteValue { columns[column].map { values[$0] } ?? .null }
}

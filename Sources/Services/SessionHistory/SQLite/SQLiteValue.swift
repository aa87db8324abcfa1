/// The value of a column, or of a parameter of a statement.
enum SQLiteValue: Equatable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  /// Bytes, which no column of ours holds, or text that is not UTF-8.
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
  /// The place of each column in ``values``.
  let columns: [String: Int]
  let values: [SQLiteValue]

  /// The value of a column; null if there is no such column.
  subscript(column: String) -> SQLiteValue { columns[column].map { values[$0] } ?? .null }
}

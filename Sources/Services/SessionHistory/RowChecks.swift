internal import MusicTheory

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Reads the columns of a row, whose values may come from anybody who can write to the file.
struct RowReader {
  let row: SQLiteRow
  let session: Int64
  let path: String

  /// A number within limits; not-a-number never is.
  func number(_ column: String, in limits: ClosedRange<Double>) throws -> Double {
    guard let value = row[column].number, limits.contains(value) else {
      throw impossible(column)
    }
    return value
  }

  /// A whole number within limits.
  func count(_ column: String, in limits: ClosedRange<Int>) throws -> Int {
    guard let value = row[column].wholeNumber.flatMap({ Int(exactly: $0) }), limits.contains(value)
    else { throw impossible(column) }
    return value
  }

  func text(_ column: String) throws -> String {
    guard let text = row[column].text else {
      throw impossible(column)
    }
    return text
  }

  func date(_ column: String) throws -> Date {
    guard let date = try? Date(text(column), strategy: SessionRow.dateFormat),
      RowLimits.dates.contains(date)
    else { throw impossible(column) }
    return date
  }

  func note(_ column: String) throws -> Note {
    guard let note = try? Note(text(column)), RowLimits.midiNumbers.contains(note.midiNumber) else {
      throw impossible(column)
    }
    return note
  }

  func impossible(_ column: String) -> HistoryError {
    .impossible(path: path, session: session, column: column)
  }
}

/// What a tuner can have written; wide enough for every session, and narrow enough to be added up,
/// drawn and printed.
enum RowLimits {
  /// Thirty years, in seconds.
  static let times = 0.0...1e9
  /// All notes of a session may sound at the same time as far as a sum knows.
  static let sums = 0.0...1e15
  /// In cents: ten times what lies between the lowest and the highest note.
  static let cents = -100_000.0...100_000.0
  static let spreads = 0.0...100_000.0
  /// In hertz.
  static let frequencies = 1e-3...1e6
  static let counts = 0...(1 << 53)
  static let strings = 0...1000
  /// Far beyond what a tuner hears, far below what arithmetic cannot take.
  static let midiNumbers = -1200...1200
  /// From 1970 to the end of 9999.
  static let dates =
    Date(timeIntervalSince1970: 0)...Date(timeIntervalSince1970: 253_402_300_799)
}

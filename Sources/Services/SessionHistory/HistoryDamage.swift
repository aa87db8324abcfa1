/// A row with a value that no tuner can have written. It is left out of everything that is read.
public struct HistoryDamage: Sendable, Hashable {
  /// A table of the database, by its name there.
  public enum Table: String, Sendable, Hashable {
    /// The sessions, without their notes.
    case session
    /// The notes of all sessions.
    case note
    /// The counts of mistakes in a score.
    case practice
    /// The times of a score or a rhythm.
    case timing
  }

  /// The table.
  public var table: Table
  /// The number of the row: its `id`, or its `session` where the table has no other.
  public var row: Int64
  /// The number of the session that it belongs to.
  public var session: Int64
  /// The first column whose value is impossible.
  public var column: String

  /// Describes a row.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - row: The number of the row.
  ///   - session: The number of its session.
  ///   - column: The column whose value is impossible.
  public init(table: Table, row: Int64, session: Int64, column: String) {
    (self.table, self.row, self.session, self.column) = (table, row, session, column)
  }

  /// Reads a row, and describes what is impossible in it.
  ///
  /// - Returns: `nil` if nothing is.
  init?(table: Table, _ row: SQLiteRow, _ read: () throws -> Void) {
    do {
      try read()
      return nil
    } catch HistoryError.impossible(_, let session, let column) {
      self.init(
        table: table, row: row["id"].wholeNumber ?? session, session: session, column: column)
    } catch {
      return nil
    }
  }
}

extension HistoryDamage: CustomStringConvertible {
  /// The place, such as "mean_cents in row 17 of note (session 3)".
  public var description: String {
    table == .session
      ? "\(column) in row \(row) of session"
      : "\(column) in row \(row) of \(table.rawValue) (session \(session))"
  }
}

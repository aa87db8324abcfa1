/// The times of a score or a rhythm that was practised.
package struct PracticeTiming: Sendable, Hashable {
  /// The lateness of the median note, in milliseconds; negative for early. `nil` without a click,
  /// or if its latency was not known.
  package var median: Double?
  /// The spread of the notes, in milliseconds.
  package var spread: Double
  /// The tempo, in quarter notes per minute.
  package var tempo: Double
  /// The change of the tempo from the start to the end, in percent; positive for faster.
  package var change: Double

  /// Creates times.
  ///
  /// - Parameters:
  ///   - median: How late the median note was, in milliseconds; `nil` if that is not known.
  ///   - spread: The spread of the notes, in milliseconds.
  ///   - tempo: The tempo, in quarter notes per minute.
  ///   - change: The change of the tempo, in percent.
  package init(median: Double?, spread: Double, tempo: Double, change: Double) {
    (self.median, self.spread, self.tempo, self.change) = (median, spread, tempo, change)
  }
}

/// The table of times, one row beside that of the session. Like ``PracticeRow``, it is created with
/// its first row, so that earlier versions still open the database.
enum TimingRow {
  static func insert(
    _ timing: PracticeTiming, session: Int64, into database: SQLiteDatabase
  ) throws {
    try database.execute(table)
    try database.execute(
      "INSERT INTO timing (session, median, spread, tempo, change) VALUES (?, ?, ?, ?, ?)",
      [
        .integer(session), timing.median.map { .real($0) } ?? .null, .real(timing.spread),
        .real(timing.tempo), .real(timing.change),
      ])
  }

  /// Returns the times by session, of one session or of all, and the damaged rows.
  static func fetch(
    session: Int64?, from database: SQLiteDatabase, path: String
  ) throws -> (sound: [Int64: PracticeTiming], damage: [HistoryDamage]) {
    let tables = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'timing'"
    guard try database.count(tables) > 0 else { return ([:], []) }
    let rows = try database.rows(
      "SELECT * FROM timing" + (session == nil ? "" : " WHERE session = ?"),
      session.map { [.integer($0)] } ?? [])
    var timings: [Int64: PracticeTiming] = [:]
    let damage = rows.compactMap { row in
      HistoryDamage(table: .timing, row) {
        let id = row["session"].wholeNumber ?? 0
        let reader = RowReader(row: row, session: id, path: path)
        timings[id] = PracticeTiming(
          median: row["median"] == .null
            ? nil : try reader.number("median", in: RowLimits.milliseconds),
          spread: try reader.number("spread", in: RowLimits.milliseconds),
          tempo: try reader.number("tempo", in: RowLimits.tempos),
          change: try reader.number("change", in: RowLimits.milliseconds))
      }
    }
    return (timings, damage)
  }

  private static let table = """
    CREATE TABLE IF NOT EXISTS "timing" ("session" INTEGER PRIMARY KEY \
    REFERENCES "session"("id") ON DELETE CASCADE, "median" DOUBLE, "spread" DOUBLE NOT NULL, \
    "tempo" DOUBLE NOT NULL, "change" DOUBLE NOT NULL)
    """
}

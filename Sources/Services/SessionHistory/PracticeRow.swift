/// The table of practices, one row beside that of the session.
///
/// It is made with its first row, and not by a migration, so that earlier versions still open the
/// database, and a database of an earlier version can be read where nothing can be written.
enum PracticeRow {
  static func insert(
    _ practice: PracticeCounts, session: Int64, into database: SQLiteDatabase
  ) throws {
    try database.execute(table)
    try database.execute(
      "INSERT INTO practice (session, wrong, missing, extra) VALUES (?, ?, ?, ?)",
      [
        .integer(session), SQLiteValue(practice.wrong), SQLiteValue(practice.missing),
        SQLiteValue(practice.extra),
      ])
  }

  /// The practices by session: of one session, or all.
  static func fetch(
    session: Int64?, from database: SQLiteDatabase, path: String
  ) throws -> [Int64: PracticeCounts] {
    let tables = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'practice'"
    guard try database.count(tables) > 0 else { return [:] }
    let rows = try database.rows(
      "SELECT * FROM practice" + (session == nil ? "" : " WHERE session = ?"),
      session.map { [.integer($0)] } ?? [])
    var practices: [Int64: PracticeCounts] = [:]
    for row in rows {
      let id = row["session"].wholeNumber ?? 0
      let reader = RowReader(row: row, session: id, path: path)
      practices[id] = PracticeCounts(
        wrong: try reader.count("wrong", in: RowLimits.counts),
        missing: try reader.count("missing", in: RowLimits.counts),
        extra: try reader.count("extra", in: RowLimits.counts))
    }
    return practices
  }

  private static let table = """
    CREATE TABLE IF NOT EXISTS "practice" ("session" INTEGER PRIMARY KEY \
    REFERENCES "session"("id") ON DELETE CASCADE, "wrong" INTEGER NOT NULL, \
    "missing" INTEGER NOT NULL, "extra" INTEGER NOT NULL)
    """
}

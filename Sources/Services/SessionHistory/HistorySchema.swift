/// The tables of the database, and the migrations that create them. A published migration never
/// changes. A table that earlier versions can do without needs no migration: ``PracticeRow``.
enum HistorySchema {
  /// "kamm": marks our databases, unlike those of other programs.
  static let applicationID = 0x6B61_6D6D

  /// The migrations, in order. Their names are in a table like GRDB's, so that earlier versions,
  /// which used GRDB, can use the database as well.
  private static let migrations = [(name: "1", statements: firstTables)]
  private static let migrationTable = "grdb_migrations"

  /// Brings a database up to date.
  ///
  /// - Throws: ``HistoryError/foreign(path:)`` or ``HistoryError/newerSchema(path:)``, and leaves
  ///   the database unchanged; or an error of the database.
  static func prepare(_ connection: SQLiteConnection, path: String) throws {
    guard try !connection.read({ try missing(in: $0, path: path).isEmpty }) else { return }
    try connection.write { database in
      try database.execute(
        "CREATE TABLE IF NOT EXISTS \(migrationTable) (identifier TEXT NOT NULL PRIMARY KEY)")
      // Another program may have brought it up to date meanwhile.
      for migration in try missing(in: database, path: path) {
        for statement in migration.statements { try database.execute(statement) }
        try database.execute("INSERT INTO \(migrationTable) VALUES (?)", [.text(migration.name)])
      }
    }
  }

  /// Returns the migrations that a database still needs.
  private static func missing(
    in database: SQLiteDatabase, path: String
  ) throws -> [(name: String, statements: [String])] {
    guard try isOurs(database) else { throw HistoryError.foreign(path: path) }
    let done = try doneMigrations(of: database)
    guard done.isSubset(of: migrations.map(\.name)) else {
      throw HistoryError.newerSchema(path: path)
    }
    return migrations.filter { !done.contains($0.name) }
  }

  /// Checks for our database; an empty one also counts, and one whose first migration was killed.
  private static func isOurs(_ database: SQLiteDatabase) throws -> Bool {
    if try database.count("PRAGMA application_id") == applicationID { return true }
    let others = "SELECT count(*) FROM sqlite_master WHERE tbl_name <> ?"
    return try database.count(others, [.text(migrationTable)]) == 0
  }

  private static func doneMigrations(of database: SQLiteDatabase) throws -> Set<String> {
    let table = "SELECT count(*) FROM sqlite_master WHERE tbl_name = ?"
    guard try database.count(table, [.text(migrationTable)]) > 0 else { return [] }
    let rows = try database.rows("SELECT identifier FROM \(migrationTable)")
    return Set(rows.compactMap { $0["identifier"].text })
  }

  private static let firstTables = [
    "PRAGMA application_id = \(applicationID)",
    """
    CREATE TABLE "session" ("id" INTEGER PRIMARY KEY AUTOINCREMENT, "start" TEXT NOT NULL, \
    "duration" DOUBLE NOT NULL, "source" TEXT NOT NULL, "title" TEXT, \
    "concert_pitch" DOUBLE NOT NULL, "temperament" TEXT NOT NULL, "root" TEXT NOT NULL, \
    "tolerance" DOUBLE NOT NULL)
    """,
    "CREATE INDEX \"session_on_start\" ON \"session\"(\"start\")",
    """
    CREATE TABLE "note" ("id" INTEGER PRIMARY KEY AUTOINCREMENT, \
    "session" INTEGER NOT NULL REFERENCES "session"("id") ON DELETE CASCADE, \
    "start_time" DOUBLE NOT NULL, "duration" DOUBLE NOT NULL, "note" TEXT NOT NULL, \
    "target_frequency" DOUBLE NOT NULL, "string" INTEGER, "mean_cents" DOUBLE NOT NULL, \
    "spread" DOUBLE NOT NULL, "time_in_tune" DOUBLE NOT NULL, "reading_count" INTEGER NOT NULL)
    """,
    "CREATE INDEX \"note_on_session\" ON \"note\"(\"session\")",
  ]
}

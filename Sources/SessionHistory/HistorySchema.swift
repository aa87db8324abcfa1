internal import GRDB

/// The tables of the database, and how they came about. A published migration never changes.
enum HistorySchema {
  /// "kamm": what tells our databases from those of other programs.
  static let applicationID: Int32 = 0x6B61_6D6D

  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1", migrate: makeTables)
    return migrator
  }

  /// Brings a database up to date.
  ///
  /// - Throws: ``HistoryError/foreign(path:)`` or ``HistoryError/newerSchema(path:)`` without having
  ///   touched it, or an error of the database.
  static func prepare(_ queue: DatabaseQueue, path: String) throws {
    let migrator = migrator
    // Another program may bring it up to date at the same time, and only one can be the first.
    for attempt in 1...longestDispute {
      guard try !isComplete(queue, migrator, path: path) else { return }
      do {
        return try migrator.migrate(queue)
      } catch {
        if attempt == longestDispute { throw error }
      }
    }
  }

  private static let longestDispute = 4

  private static func isComplete(
    _ queue: DatabaseQueue, _ migrator: DatabaseMigrator, path: String
  ) throws -> Bool {
    try queue.read { database in
      guard try isOurs(database) else { throw HistoryError.foreign(path: path) }
      guard try !migrator.hasBeenSuperseded(database) else {
        throw HistoryError.newerSchema(path: path)
      }
      return try migrator.hasCompletedMigrations(database)
    }
  }

  /// An empty database is as good as ours, and so is one whose first migration was killed.
  private static func isOurs(_ database: Database) throws -> Bool {
    let id = try Int32.fetchOne(database, sql: "PRAGMA application_id")
    if id == applicationID { return true }
    let others = "SELECT count(*) FROM sqlite_master WHERE tbl_name <> 'grdb_migrations'"
    return try Int.fetchOne(database, sql: others) == 0
  }

  private static func makeTables(_ database: Database) throws {
    try database.execute(sql: "PRAGMA application_id = \(applicationID)")
    try database.create(table: "session") { table in
      table.autoIncrementedPrimaryKey("id")
      table.column("start", .text).notNull().indexed()
      table.column("duration", .double).notNull()
      table.column("source", .text).notNull()
      table.column("title", .text)
      table.column("concert_pitch", .double).notNull()
      table.column("temperament", .text).notNull()
      table.column("root", .text).notNull()
      table.column("tolerance", .double).notNull()
    }
    try database.create(table: "note") { table in
      table.autoIncrementedPrimaryKey("id")
      table.column("session", .integer).notNull().indexed()
        .references("session", onDelete: .cascade)
      table.column("start_time", .double).notNull()
      table.column("duration", .double).notNull()
      table.column("note", .text).notNull()
      table.column("target_frequency", .double).notNull()
      table.column("string", .integer)
      table.column("mean_cents", .double).notNull()
      table.column("spread", .double).notNull()
      table.column("time_in_tune", .double).notNull()
      table.column("reading_count", .integer).notNull()
    }
  }
}

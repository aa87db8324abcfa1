import Foundation
import GRDB
import SessionHistory
import Testing

@Suite("History schema")
struct HistorySchemaTests {
  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  private func raw(_ sql: String...) throws {
    let queue = try DatabaseQueue(path: directory.path("history.sqlite"))
    try queue.writeWithoutTransaction { database in
      for statement in sql { try database.execute(sql: statement) }
    }
    try queue.close()
  }

  private func bytes() throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: directory.path("history.sqlite")))
  }

  private func expectUntouched(_ error: HistoryError) throws {
    let before = try bytes()
    #expect(throws: error) { try HistoryDatabase(directory.location()) }
    #expect(throws: error) { try HistoryDatabase(existing: directory.location()) }
    #expect(try bytes() == before)
    #expect(!FileManager.default.fileExists(atPath: directory.path("history.sqlite-journal")))
  }

  @Test("the tables of version 1 are as they were published")
  func version1() throws {
    _ = try HistoryDatabase(directory.location())
    let queue = try DatabaseQueue(path: directory.path("history.sqlite"))
    let columns = try queue.read { database in
      try ["session", "note"].map { try database.columns(in: $0).map { "\($0.name) \($0.type)" } }
    }
    #expect(
      columns[0] == [
        "id INTEGER", "start TEXT", "duration DOUBLE", "source TEXT", "title TEXT",
        "concert_pitch DOUBLE", "temperament TEXT", "root TEXT", "tolerance DOUBLE",
      ])
    #expect(
      columns[1] == [
        "id INTEGER", "session INTEGER", "start_time DOUBLE", "duration DOUBLE", "note TEXT",
        "target_frequency DOUBLE", "string INTEGER", "mean_cents DOUBLE", "spread DOUBLE",
        "time_in_tune DOUBLE", "reading_count INTEGER",
      ])
    #expect(
      try queue.read { try Int.fetchOne($0, sql: "PRAGMA application_id") } == 0x6B61_6D6D)
  }

  /// How versions up to 0.1.0 made a database: by GRDB's own builder and migrator.
  private func makeByGRDB() throws {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { database in
      try database.execute(sql: "PRAGMA application_id = \(0x6B61_6D6D)")
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
    let queue = try DatabaseQueue(path: directory.path("history.sqlite"))
    try migrator.migrate(queue)
    try queue.close()
  }

  /// What a database is made of: each table and index as the SQL that makes it.
  private func definitions() throws -> Set<String> {
    try DatabaseQueue(path: directory.path("history.sqlite")).read { database in
      try String.fetchSet(database, sql: "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")
    }
  }

  @Test("a database of GRDB, as versions up to 0.1.0 made it, is taken over unchanged")
  func madeByGRDB() throws {
    try makeByGRDB()
    let before = try bytes()
    let history = try HistoryDatabase(existing: directory.location())
    #expect(try history.sessions().isEmpty)
    #expect(try bytes() == before)
    let id = try #require(
      try history.begin(
        Example.description, start: Example.start, duration: 1, notes: [Example.note()]))
    #expect(try history.notes(of: [id]).count == 1)
  }

  @Test("the 5 tables and indices are those of GRDB to the letter, and its migrator is content")
  func asGRDB() throws {
    try makeByGRDB()
    let wanted = try definitions()
    try FileManager.default.removeItem(atPath: directory.path("history.sqlite"))
    _ = try HistoryDatabase(directory.location())
    #expect(try definitions() == wanted)
    let queue = try DatabaseQueue(path: directory.path("history.sqlite"))
    let done = try queue.read {
      try String.fetchAll($0, sql: "SELECT identifier FROM grdb_migrations")
    }
    #expect(done == ["1"])
  }

  @Test("an empty file, and one whose first migration was killed, are brought up to date")
  func older() throws {
    try Data().write(to: URL(fileURLWithPath: directory.path("history.sqlite")))
    #expect(try HistoryDatabase(existing: directory.location()).sessions().isEmpty)
    try FileManager.default.removeItem(atPath: directory.path("history.sqlite"))
    try raw("CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
    #expect(try HistoryDatabase(directory.location()).sessions().isEmpty)
  }

  @Test("of 4 that open a new database at once, none fails, 25 times")
  func race() async throws {
    for round in 0..<25 {
      let location = directory.location("\(round).sqlite")
      try await withThrowingTaskGroup { group in
        for _ in 0..<4 {
          group.addTask { try HistoryDatabase(location).sessions().count }
        }
        for try await count in group { #expect(count == 0) }
      }
    }
  }

  @Test("opening again changes nothing")
  func again() throws {
    _ = try HistoryDatabase(directory.location())
    let before = try bytes()
    _ = try HistoryDatabase(directory.location())
    #expect(try bytes() == before)
  }

  @Test("a database of a later version is refused, and left as it is")
  func newer() throws {
    _ = try HistoryDatabase(directory.location())
    try raw("INSERT INTO grdb_migrations VALUES ('2')", "ALTER TABLE note ADD COLUMN more TEXT")
    try expectUntouched(.newerSchema(path: directory.path("history.sqlite")))
  }

  @Test("counts of a practice that no program writes are left out and named")
  func wrongCounts() throws {
    let history = try HistoryDatabase(directory.location())
    let id = try #require(
      try history.begin(
        Example.description, start: Example.start, duration: 1, notes: [Example.note()],
        practice: PracticeCounts(wrong: 0, missing: 0, extra: 0)))
    for value in ["-1", "'many'", "1.5", "9e99"] {
      try raw("UPDATE practice SET missing = \(value)")
      #expect(try history.sessions().map(\.practice) == [nil])
      let damage = HistoryDamage(table: .practice, row: id, session: id, column: "missing")
      #expect(try history.damage() == [damage])
    }
    try history.delete(id)
    #expect(try history.sessions().isEmpty)
  }

  @Test("a database of another program is refused, and left as it is")
  func foreign() throws {
    try raw("CREATE TABLE bookmark (id INTEGER PRIMARY KEY)")
    try expectUntouched(.foreign(path: directory.path("history.sqlite")))
  }

  @Test("a text, and a database whose middle was overwritten, are refused")
  func corrupt() throws {
    let url = URL(fileURLWithPath: directory.path("history.sqlite"))
    try Data(String(repeating: "This is a letter. ", count: 500).utf8).write(to: url)
    try expectUntouched(.corrupt(path: url.path))

    try FileManager.default.removeItem(at: url)
    let history = try HistoryDatabase(directory.location())
    _ = try history.begin(
      Example.description, start: Example.start, duration: 1,
      notes: (0..<400).map { Example.note($0) })
    var damaged = try bytes()
    for index in 4096..<damaged.count { damaged[index] = 0x5A }
    try damaged.write(to: url)
    #expect(throws: HistoryError.corrupt(path: url.path)) {
      try HistoryDatabase(existing: directory.location()).sessions()
    }
  }
}

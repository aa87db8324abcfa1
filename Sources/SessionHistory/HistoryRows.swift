internal import Foundation
internal import GRDB
internal import InstrumentTuning
internal import MusicTheory

/// The table of sessions.
enum SessionRow {
  /// ISO 8601 in UTC, to the second: text that sorts as time does, and that a person can read.
  static let dateFormat = Date.ISO8601FormatStyle(timeZone: .gmt)

  static func insert(
    _ description: SessionDescription, start: Date, duration: Double, into database: Database
  ) throws -> Int64 {
    try database.execute(
      sql: """
        INSERT INTO session
          (start, duration, source, title, concert_pitch, temperament, root, tolerance)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        start.formatted(dateFormat), duration, description.source, description.title,
        description.concertPitch, description.temperament, description.root,
        description.tolerance,
      ])
    return database.lastInsertedRowID
  }

  static func setDuration(_ duration: Double, of id: Int64, in database: Database) throws {
    try database.execute(
      sql: "UPDATE session SET duration = ? WHERE id = ?", arguments: [duration, id])
    guard database.changesCount > 0 else { throw HistoryError.noSession(id) }
  }

  static func fetch(_ filter: HistoryFilter, from database: Database) throws -> [RecordedSession] {
    let since = filter.since.map { $0.formatted(dateFormat) } ?? ""
    let rows = try Row.fetchAll(
      database, sql: selection + " WHERE start >= ? GROUP BY session.id " + newestFirst,
      arguments: [since])
    let sessions = try rows.map(session)
    // SQLite's own comparison knows upper and lower case in ASCII only.
    guard let wanted = filter.title?.lowercased() else { return sessions }
    return sessions.filter {
      $0.description.title?.lowercased().contains(wanted) ?? false
    }
  }

  static func fetch(_ id: Int64?, from database: Database) throws -> RecordedSession? {
    let condition = id == nil ? "" : " WHERE session.id = ?"
    let arguments: StatementArguments = id.map { [$0] } ?? []
    let row = try Row.fetchOne(
      database, sql: selection + condition + " GROUP BY session.id " + newestFirst + " LIMIT 1",
      arguments: arguments)
    return try row.map(session)
  }

  private static let newestFirst = "ORDER BY start DESC, session.id DESC"

  private static let selection = """
    SELECT session.*, count(note.id) AS note_count, total(note.duration) AS sounding,
      total(time_in_tune) AS in_tune,
      coalesce(total(abs(mean_cents) * reading_count) / nullif(sum(reading_count), 0), 0)
        AS deviation
    FROM session LEFT JOIN note ON note.session = session.id
    """

  private static func session(_ row: Row) throws -> RecordedSession {
    let start: String = try row.decode(forColumn: "start")
    return RecordedSession(
      id: try row.decode(forColumn: "id"), start: try Date(start, strategy: dateFormat),
      duration: try row.decode(forColumn: "duration"),
      description: SessionDescription(
        source: try row.decode(forColumn: "source"), title: try row.decode(forColumn: "title"),
        concertPitch: try row.decode(forColumn: "concert_pitch"),
        temperament: try row.decode(forColumn: "temperament"),
        root: try row.decode(forColumn: "root"),
        tolerance: try row.decode(forColumn: "tolerance")),
      summary: RecordedSession.Summary(
        noteCount: try row.decode(forColumn: "note_count"),
        meanDeviation: try row.decode(forColumn: "deviation"),
        soundingTime: try row.decode(forColumn: "sounding"),
        timeInTune: try row.decode(forColumn: "in_tune")))
  }
}

/// The table of notes.
enum NoteRow {
  static func insert(_ note: HeardNote, session: Int64, into database: Database) throws {
    let statement = try database.cachedStatement(
      sql: """
        INSERT INTO note
          (session, start_time, duration, note, target_frequency, string, mean_cents, spread,
           time_in_tune, reading_count)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """)
    try statement.execute(arguments: [
      session, note.startTime, note.duration, note.note.asciiDescription, note.targetFrequency,
      note.string, note.meanCents, note.spread, note.timeInTune, note.readingCount,
    ])
  }

  static func fetch(session: Int64, from database: Database) throws -> [RecordedNote] {
    let rows = try Row.fetchAll(
      database, sql: "SELECT * FROM note WHERE session = ? ORDER BY start_time, id",
      arguments: [session])
    return try rows.map { RecordedNote(session: session, note: try note($0)) }
  }

  private static func note(_ row: Row) throws -> HeardNote {
    HeardNote(
      startTime: try row.decode(forColumn: "start_time"),
      duration: try row.decode(forColumn: "duration"),
      note: try Note(row.decode(String.self, forColumn: "note")),
      targetFrequency: try row.decode(forColumn: "target_frequency"),
      string: try row.decode(forColumn: "string"),
      meanCents: try row.decode(forColumn: "mean_cents"),
      spread: try row.decode(forColumn: "spread"),
      timeInTune: try row.decode(forColumn: "time_in_tune"),
      readingCount: try row.decode(forColumn: "reading_count"))
  }
}

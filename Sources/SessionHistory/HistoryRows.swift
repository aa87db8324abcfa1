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

  static func fetch(
    _ filter: HistoryFilter, from database: Database, path: String
  ) throws -> [RecordedSession] {
    let since = filter.since.map { $0.formatted(dateFormat) } ?? ""
    let until = filter.until.map { $0.formatted(dateFormat) } ?? "~"  // after every date
    let rows = try Row.fetchAll(
      database,
      sql: selection + " WHERE start >= ? AND start < ? GROUP BY session.id " + newestFirst,
      arguments: [since, until])
    let sessions = try rows.map { try session($0, path: path) }
    // SQLite's own comparison knows upper and lower case in ASCII only.
    guard let wanted = filter.title?.lowercased() else { return sessions }
    return sessions.filter {
      $0.description.title?.lowercased().contains(wanted) ?? false
    }
  }

  static func fetch(
    _ id: Int64?, from database: Database, path: String
  ) throws -> RecordedSession? {
    let condition = id == nil ? "" : " WHERE session.id = ?"
    let arguments: StatementArguments = id.map { [$0] } ?? []
    let row = try Row.fetchOne(
      database, sql: selection + condition + " GROUP BY session.id " + newestFirst + " LIMIT 1",
      arguments: arguments)
    return try row.map { try session($0, path: path) }
  }

  private static let newestFirst = "ORDER BY start DESC, session.id DESC"

  private static let selection = """
    SELECT session.*, count(note.id) AS note_count, total(note.duration) AS sounding,
      total(time_in_tune) AS in_tune,
      coalesce(total(abs(mean_cents) * reading_count) / nullif(sum(reading_count), 0), 0)
        AS deviation
    FROM session LEFT JOIN note ON note.session = session.id
    """

  private static func session(_ row: Row, path: String) throws -> RecordedSession {
    let id: Int64 = try row.decode(forColumn: "id")
    let reader = RowReader(row: row, session: id, path: path)
    return RecordedSession(
      id: id, start: try reader.date("start"),
      duration: try reader.number("duration", in: RowLimits.times),
      description: try description(reader),
      summary: RecordedSession.Summary(
        noteCount: try reader.count("note_count", in: RowLimits.counts),
        meanDeviation: try reader.number("deviation", in: RowLimits.spreads),
        soundingTime: try reader.number("sounding", in: RowLimits.sums),
        timeInTune: try reader.number("in_tune", in: RowLimits.sums)))
  }

  private static func description(_ reader: RowReader) throws -> SessionDescription {
    SessionDescription(
      source: try reader.text("source"),
      title: try reader.row.decode(forColumn: "title"),
      concertPitch: try reader.number("concert_pitch", in: RowLimits.frequencies),
      temperament: try reader.text("temperament"), root: try reader.text("root"),
      tolerance: try reader.number("tolerance", in: RowLimits.spreads))
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

  static func fetch(
    session: Int64, from database: Database, path: String
  ) throws -> [RecordedNote] {
    let rows = try Row.fetchAll(
      database, sql: "SELECT * FROM note WHERE session = ? ORDER BY start_time, id",
      arguments: [session])
    return try rows.map { row in
      let reader = RowReader(row: row, session: session, path: path)
      return RecordedNote(session: session, note: try note(reader))
    }
  }

  private static func note(_ reader: RowReader) throws -> HeardNote {
    let string: DatabaseValue = reader.row["string"]
    return HeardNote(
      startTime: try reader.number("start_time", in: RowLimits.times),
      duration: try reader.number("duration", in: RowLimits.times),
      note: try reader.note("note"),
      targetFrequency: try reader.number("target_frequency", in: RowLimits.frequencies),
      string: string.isNull ? nil : try reader.count("string", in: RowLimits.strings),
      meanCents: try reader.number("mean_cents", in: RowLimits.cents),
      spread: try reader.number("spread", in: RowLimits.spreads),
      timeInTune: try reader.number("time_in_tune", in: RowLimits.times),
      readingCount: try reader.count("reading_count", in: RowLimits.counts))
  }
}

internal import InstrumentTuning
internal import MusicTheory

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The table of sessions.
enum SessionRow {
  /// ISO 8601 in UTC, to the second: text that sorts as time does, and that a person can read.
  static let dateFormat = Date.ISO8601FormatStyle(timeZone: .gmt)

  static func insert(
    _ description: SessionDescription, start: Date, duration: Double, into database: SQLiteDatabase
  ) throws -> Int64 {
    try database.execute(
      """
      INSERT INTO session
        (start, duration, source, title, concert_pitch, temperament, root, tolerance)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .text(start.formatted(dateFormat)), .real(duration), .text(description.source),
        SQLiteValue(description.title), .real(description.concertPitch),
        .text(description.temperament), .text(description.root), .real(description.tolerance),
      ])
    return database.lastInsertedID
  }

  static func setDuration(_ duration: Double, of id: Int64, in database: SQLiteDatabase) throws {
    try database.execute(
      "UPDATE session SET duration = ? WHERE id = ?", [.real(duration), .integer(id)])
    guard database.changeCount > 0 else { throw HistoryError.noSession(id) }
  }

  static func fetch(
    _ filter: HistoryFilter, from database: SQLiteDatabase, path: String
  ) throws -> [RecordedSession] {
    let since = filter.since.map { $0.formatted(dateFormat) } ?? ""
    let until = filter.until.map { $0.formatted(dateFormat) } ?? "~"  // after every date
    let rows = try database.rows(
      selection(in: database) + " WHERE start >= ? AND start < ? GROUP BY session.id "
        + newestFirst,
      [.text(since), .text(until)])
    let practices = try PracticeRow.fetch(session: nil, from: database, path: path).sound
    let timings = try TimingRow.fetch(session: nil, from: database, path: path).sound
    let sessions = rows.compactMap { try? session($0, practices, timings, path: path) }
    // SQLite's own comparison knows upper and lower case in ASCII only.
    guard let wanted = filter.title?.lowercased() else { return sessions }
    return sessions.filter {
      $0.description.title?.lowercased().contains(wanted) ?? false
    }
  }

  static func fetch(
    _ id: Int64, from database: SQLiteDatabase, path: String
  ) throws -> RecordedSession? {
    let rows = try database.rows(
      selection(in: database) + " WHERE session.id = ? GROUP BY session.id", [.integer(id)])
    return try rows.first.map { row in
      let practices = try PracticeRow.fetch(session: id, from: database, path: path).sound
      let timings = try TimingRow.fetch(session: id, from: database, path: path).sound
      return try session(row, practices, timings, path: path)
    }
  }

  /// Returns the damaged rows of the table: of one session, or of all.
  static func damage(
    session: Int64?, in database: SQLiteDatabase, path: String
  ) throws -> [HistoryDamage] {
    let rows = try database.rows(
      selection(in: database) + (session == nil ? "" : " WHERE session.id = ?")
        + " GROUP BY session.id", session.map { [.integer($0)] } ?? [])
    return rows.compactMap { row in
      HistoryDamage(table: .session, row) { _ = try self.session(row, [:], [:], path: path) }
    }
  }

  private static let newestFirst = "ORDER BY start DESC, session.id DESC"

  /// Sums up the sound rows only: SQLite takes text for 0.
  private static func selection(in database: SQLiteDatabase) throws -> String {
    """
    SELECT session.*, count(note.id) AS note_count, total(note.duration) AS sounding,
      total(time_in_tune) AS in_tune,
      coalesce(total(abs(mean_cents) * reading_count) / nullif(sum(reading_count), 0), 0)
        AS deviation
    FROM session LEFT JOIN note ON note.session = session.id
      AND \(try NoteRow.soundness(in: database))
    """
  }

  private static func session(
    _ row: SQLiteRow, _ practices: [Int64: PracticeCounts], _ timings: [Int64: PracticeTiming],
    path: String
  ) throws -> RecordedSession {
    let id = row["id"].wholeNumber ?? 0  // it is the table's key, which is a whole number
    let reader = RowReader(row: row, session: id, path: path)
    return RecordedSession(
      id: id, start: try reader.date("start"),
      duration: try reader.number("duration", in: RowLimits.times),
      description: try description(reader),
      summary: RecordedSession.Summary(
        noteCount: try reader.count("note_count", in: RowLimits.counts),
        meanDeviation: try reader.number("deviation", in: RowLimits.spreads),
        soundingTime: try reader.number("sounding", in: RowLimits.sums),
        timeInTune: try reader.number("in_tune", in: RowLimits.sums)),
      practice: practices[id], timing: timings[id])
  }

  private static func description(_ reader: RowReader) throws -> SessionDescription {
    SessionDescription(
      source: try reader.text("source"),
      title: reader.row["title"] == .null ? nil : try reader.text("title"),
      concertPitch: try reader.number("concert_pitch", in: RowLimits.frequencies),
      temperament: try reader.text("temperament"), root: try reader.text("root"),
      tolerance: try reader.number("tolerance", in: RowLimits.spreads))
  }
}

/// The table of notes.
enum NoteRow {
  static func insert(_ note: HeardNote, session: Int64, into database: SQLiteDatabase) throws {
    try database.execute(
      """
      INSERT INTO note
        (session, start_time, duration, note, target_frequency, string, mean_cents, spread,
         time_in_tune, reading_count)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .integer(session), .real(note.startTime), .real(note.duration),
        .text(note.note.asciiDescription), .real(note.targetFrequency), SQLiteValue(note.string),
        .real(note.meanCents), .real(note.spread), .real(note.timeInTune),
        SQLiteValue(note.readingCount),
      ])
  }

  /// Returns the sound notes of a session, in chronological order.
  static func fetch(
    session: Int64, from database: SQLiteDatabase, path: String
  ) throws -> [RecordedNote] {
    let rows = try database.rows(
      "SELECT * FROM note WHERE session = ? ORDER BY start_time, id", [.integer(session)])
    return rows.compactMap { row in
      let reader = RowReader(row: row, session: session, path: path)
      return (try? note(reader)).map { RecordedNote(session: session, note: $0) }
    }
  }

  /// Returns the damaged rows of the table: of one session, or of all.
  static func damage(
    session: Int64?, in database: SQLiteDatabase, path: String
  ) throws -> [HistoryDamage] {
    let rows = try database.rows(
      "SELECT * FROM note WHERE (\(try soundness(in: database))) IS NOT TRUE"
        + (session == nil ? "" : " AND session = ?") + " ORDER BY id",
      session.map { [.integer($0)] } ?? [])
    return rows.compactMap { row in
      let reader = RowReader(row: row, session: row["session"].wholeNumber ?? 0, path: path)
      return HistoryDamage(table: .note, row) { _ = try note(reader) }
    }
  }

  /// Returns the condition of SQL for the rows that ``note(_:)`` accepts.
  static func soundness(in database: SQLiteDatabase) throws -> String {
    // There are few different names; what is wrong with one, SQL could not tell.
    let names = try database.rows("SELECT DISTINCT note FROM note WHERE typeof(note) = 'text'")
      .compactMap { $0["note"].text }
      .filter { name in
        let reader = RowReader(
          row: SQLiteRow(columns: ["note": 0], values: [.text(name)]), session: 0, path: "")
        return (try? reader.note("note")) != nil
      }
      .map {
        "'" + $0.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''")
          + "'"
      }
    let numbers = [
      ("start_time", RowLimits.times), ("duration", RowLimits.times),
      ("target_frequency", RowLimits.frequencies), ("mean_cents", RowLimits.cents),
      ("spread", RowLimits.spreads), ("time_in_tune", RowLimits.times),
    ]
    let conditions =
      ["note.note IN (\(names.joined(separator: ",")))"]
      + numbers.map { column, limits in
        "typeof(note.\(column)) IN ('integer', 'real') AND note.\(column) BETWEEN "
          + "\(limits.lowerBound) AND \(limits.upperBound)"
      } + [
        whole("reading_count", RowLimits.counts),
        "(note.string IS NULL OR \(whole("string", RowLimits.strings)))",
      ]
    return conditions.joined(separator: " AND ")
  }

  /// The condition for whole numbers. SQLite stores them as such, if they are small enough.
  private static func whole(_ column: String, _ limits: ClosedRange<Int>) -> String {
    "typeof(note.\(column)) = 'integer' AND note.\(column) BETWEEN \(limits.lowerBound) AND "
      + "\(limits.upperBound)"
  }

  private static func note(_ reader: RowReader) throws -> HeardNote {
    return HeardNote(
      startTime: try reader.number("start_time", in: RowLimits.times),
      duration: try reader.number("duration", in: RowLimits.times),
      note: try reader.note("note"),
      targetFrequency: try reader.number("target_frequency", in: RowLimits.frequencies),
      string: reader.row["string"] == .null
        ? nil : try reader.count("string", in: RowLimits.strings),
      meanCents: try reader.number("mean_cents", in: RowLimits.cents),
      spread: try reader.number("spread", in: RowLimits.spreads),
      timeInTune: try reader.number("time_in_tune", in: RowLimits.times),
      readingCount: try reader.count("reading_count", in: RowLimits.counts))
  }
}

/// The table of practices, one row beside that of the session.
///
/// It is created with its first row, and not by a migration, so that earlier versions still open
/// the database, and a database of an earlier version can be read where nothing can be written.
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

  /// Returns the practices by session, of one session or of all, and the damaged rows.
  static func fetch(
    session: Int64?, from database: SQLiteDatabase, path: String
  ) throws -> (sound: [Int64: PracticeCounts], damage: [HistoryDamage]) {
    let tables = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'practice'"
    guard try database.count(tables) > 0 else { return ([:], []) }
    let rows = try database.rows(
      "SELECT * FROM practice" + (session == nil ? "" : " WHERE session = ?"),
      session.map { [.integer($0)] } ?? [])
    var practices: [Int64: PracticeCounts] = [:]
    let damage = rows.compactMap { row in
      HistoryDamage(table: .practice, row) {
        let id = row["session"].wholeNumber ?? 0
        let reader = RowReader(row: row, session: id, path: path)
        practices[id] = PracticeCounts(
          wrong: try reader.count("wrong", in: RowLimits.counts),
          missing: try reader.count("missing", in: RowLimits.counts),
          extra: try reader.count("extra", in: RowLimits.counts))
      }
    }
    return (practices, damage)
  }

  private static let table = """
    CREATE TABLE IF NOT EXISTS "practice" ("session" INTEGER PRIMARY KEY \
    REFERENCES "session"("id") ON DELETE CASCADE, "wrong" INTEGER NOT NULL, \
    "missing" INTEGER NOT NULL, "extra" INTEGER NOT NULL)
    """
}

/// Reads the columns of a row, whose values may come from anyone who can write to the file.
struct RowReader {
  let row: SQLiteRow
  let session: Int64
  let path: String

  /// Returns a number within limits; not-a-number is always outside.
  func number(_ column: String, in limits: ClosedRange<Double>) throws -> Double {
    guard let value = row[column].number, limits.contains(value) else {
      throw impossible(column)
    }
    return value
  }

  /// Returns a whole number within limits.
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

/// The values that a tuner can have written; wide enough for every session, and narrow enough to be
/// added up, drawn and printed.
enum RowLimits {
  /// Thirty years, in seconds.
  static let times = 0.0...1e9
  /// In seconds. Wide, because notes of a session may overlap.
  static let sums = 0.0...1e15
  /// In cents: ten times the interval between the lowest and the highest note.
  static let cents = -100_000.0...100_000.0
  static let spreads = 0.0...100_000.0
  /// In hertz.
  static let frequencies = 1e-3...1e6
  /// Medians, spreads and changes of times.
  static let milliseconds = -1e6...1e6
  static let tempos = 1e-3...1e6
  static let counts = 0...(1 << 53)
  static let strings = 0...1000
  /// Far beyond what a tuner detects, and far below an overflow.
  static let midiNumbers = -1200...1200
  /// From 1970 to the end of 9999.
  static let dates =
    Date(timeIntervalSince1970: 0)...Date(timeIntervalSince1970: 253_402_300_799)
}

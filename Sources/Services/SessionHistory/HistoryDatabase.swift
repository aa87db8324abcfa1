internal import FileWriting
public import InstrumentTuning

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The sessions and notes of a tuner, in a small SQLite database.
///
/// Every call waits for the disk, and for other programs that write, but never longer than two
/// seconds. In a live tuner, use a ``SessionRecorder`` instead. Several programs can use one
/// database at the same time.
public struct HistoryDatabase: Sendable {
  /// The time for which a call waits for other programs, in seconds.
  static var longestWait: Double { 2 }

  /// The path of the database.
  public let path: String
  private let connection: SQLiteConnection

  /// Opens a database, and creates it if there is none.
  ///
  /// - Parameter location: The location of the database.
  /// - Throws: ``HistoryError``. A database of another program or a later version stays unchanged.
  public init(_ location: HistoryLocation) throws(HistoryError) {
    try location.prepare()
    try self.init(opening: location)
  }

  /// Opens an existing database; it can read one that it cannot write to.
  ///
  /// - Parameter location: The location of the database.
  /// - Throws: ``HistoryError/missing(path:)`` if there is no file, or another ``HistoryError``.
  public init(existing location: HistoryLocation) throws(HistoryError) {
    guard location.exists else { throw .missing(path: location.path) }
    try self.init(opening: location)
  }

  private init(opening location: HistoryLocation) throws(HistoryError) {
    path = location.path
    do {
      connection = try SQLiteConnection(path: path, longestWait: Self.longestWait)
      try HistorySchema.prepare(connection, path: path)
    } catch {
      throw HistoryError(error, path: location.path)
    }
  }

  /// Writes a session with its first notes, so that no session is without a note.
  ///
  /// - Parameters:
  ///   - description: The instrument, tuning and setup of the session.
  ///   - start: The start of the session; stored to the second.
  ///   - duration: Its duration so far, in seconds.
  ///   - notes: The first notes, in chronological order.
  /// - Returns: The number of the session; `nil` if there are no notes, and therefore no session.
  /// - Throws: ``HistoryError``; nothing has been written in this case.
  public func begin(
    _ description: SessionDescription, start: Date, duration: Double, notes: [HeardNote]
  ) throws(HistoryError) -> Int64? {
    try begin(description, start: start, duration: duration, notes: notes, practice: nil)
  }

  /// Writes a session with its first notes, and with the mistakes in a score and the times, if one
  /// was practised. A rhythm has times, and no notes.
  package func begin(
    _ description: SessionDescription, start: Date, duration: Double, notes: [HeardNote],
    practice: PracticeCounts?, timing: PracticeTiming? = nil
  ) throws(HistoryError) -> Int64? {
    guard !notes.isEmpty || timing != nil else { return nil }
    return try write { database in
      let id = try SessionRow.insert(
        description, start: start, duration: duration, into: database)
      for note in notes { try NoteRow.insert(note, session: id, into: database) }
      if let practice { try PracticeRow.insert(practice, session: id, into: database) }
      if let timing { try TimingRow.insert(timing, session: id, into: database) }
      return id
    }
  }

  /// Writes more notes of a session.
  ///
  /// - Parameters:
  ///   - notes: The next notes, in chronological order; it may be empty.
  ///   - session: The number of the session.
  ///   - duration: Its duration so far, in seconds.
  /// - Throws: ``HistoryError/noSession(_:)`` if someone has deleted it, or another
  ///   ``HistoryError``; nothing has been written in this case.
  public func append(
    _ notes: [HeardNote], to session: Int64, duration: Double
  ) throws(HistoryError) {
    try write { database in
      try SessionRow.setDuration(duration, of: session, in: database)
      for note in notes { try NoteRow.insert(note, session: session, into: database) }
    }
  }

  /// Finds sessions. Damaged ones are left out, and so are damaged notes in their sums:
  /// ``damage(in:)``.
  ///
  /// - Parameter filter: The sessions to find; all by default.
  /// - Returns: The sessions, the newest first.
  /// - Throws: ``HistoryError``.
  public func sessions(
    _ filter: HistoryFilter = HistoryFilter()
  ) throws(HistoryError) -> [RecordedSession] {
    try read { try SessionRow.fetch(filter, from: $0, path: path) }
  }

  /// Finds one session.
  ///
  /// - Parameter id: Its number; `nil` for the newest one.
  /// - Returns: The session; `nil` if there are no sessions.
  /// - Throws: ``HistoryError/noSession(_:)``, ``HistoryError/impossible(path:session:column:)`` if
  ///   it is damaged, or another ``HistoryError``.
  public func session(_ id: Int64?) throws(HistoryError) -> RecordedSession? {
    guard let id else { return try sessions().first }
    guard let found = try read({ try SessionRow.fetch(id, from: $0, path: path) }) else {
      throw .noSession(id)
    }
    return found
  }

  /// Finds the notes of sessions. Damaged ones are left out: ``damage(in:)``.
  ///
  /// - Parameter sessions: The numbers of the sessions.
  /// - Returns: The notes, by session in the given order, and then in chronological order.
  /// - Throws: ``HistoryError``.
  public func notes(of sessions: [Int64]) throws(HistoryError) -> [RecordedNote] {
    try read { database in
      try sessions.flatMap { try NoteRow.fetch(session: $0, from: database, path: path) }
    }
  }

  /// Finds the damaged rows, which everything else leaves out.
  ///
  /// - Parameter session: The number of a session; all by default.
  /// - Returns: The rows, table by table.
  /// - Throws: ``HistoryError``.
  public func damage(in session: Int64? = nil) throws(HistoryError) -> [HistoryDamage] {
    try read { database in
      try SessionRow.damage(session: session, in: database, path: path)
        + NoteRow.damage(session: session, in: database, path: path)
        + PracticeRow.fetch(session: session, from: database, path: path).damage
        + TimingRow.fetch(session: session, from: database, path: path).damage
    }
  }

  /// Returns the number of sessions, without reading their content, so that it works with damaged
  /// sessions.
  ///
  /// - Returns: The number of sessions.
  /// - Throws: ``HistoryError``.
  package func sessionCount() throws(HistoryError) -> Int {
    try read { try $0.count("SELECT count(*) FROM session") }
  }

  /// Returns the number of notes of a session, without reading their content.
  ///
  /// - Parameter session: Its number.
  /// - Returns: The number of notes.
  /// - Throws: ``HistoryError/noSession(_:)``, or another ``HistoryError``.
  package func noteCount(of session: Int64) throws(HistoryError) -> Int {
    try read { database in
      let id = [SQLiteValue(session)]
      guard try database.count("SELECT count(*) FROM session WHERE id = ?", id) == 1 else {
        throw HistoryError.noSession(session)
      }
      return try database.count("SELECT count(*) FROM note WHERE session = ?", id)
    }
  }

  /// Deletes a session and its notes.
  ///
  /// - Parameter session: Its number.
  /// - Throws: ``HistoryError/noSession(_:)``, or another ``HistoryError``.
  public func delete(_ session: Int64) throws(HistoryError) {
    try write { database in
      try database.execute("DELETE FROM session WHERE id = ?", [SQLiteValue(session)])
      guard database.changeCount > 0 else { throw HistoryError.noSession(session) }
    }
  }

  /// Deletes all sessions.
  ///
  /// - Returns: The number of deleted sessions.
  /// - Throws: ``HistoryError``.
  public func deleteAll() throws(HistoryError) -> Int {
    try write { database in
      try database.execute("DELETE FROM session")
      return database.changeCount
    }
  }

  private func read<Value: Sendable>(
    _ body: (SQLiteDatabase) throws -> Value
  ) throws(HistoryError) -> Value {
    do {
      return try connection.read(body)
    } catch {
      throw HistoryError(error, path: path)
    }
  }

  private func write<Value: Sendable>(
    _ body: (SQLiteDatabase) throws -> Value
  ) throws(HistoryError) -> Value {
    do {
      return try connection.write(body)
    } catch {
      throw HistoryError(error, path: path)
    }
  }
}

/// The location of a history, by the XDG Base Directory Specification 0.8:
/// `$XDG_DATA_HOME/kammerton/history.sqlite`, or `~/.local/share/kammerton/history.sqlite`.
public struct HistoryLocation: Sendable, Hashable {
  /// The path of the database.
  public let path: String

  /// Creates the location of a database of your choice.
  ///
  /// - Parameter path: A path; its directory need not exist yet.
  public init(path: String) {
    self.path = path
  }

  /// Finds the user's own database.
  ///
  /// - Parameter environment: `XDG_DATA_HOME` and `HOME`; paths that are not absolute are ignored.
  /// - Throws: ``HistoryError/noPlace``.
  public init(environment: [String: String]) throws(HistoryError) {
    if let base = environment["XDG_DATA_HOME"], base.hasPrefix("/") {
      path = base + "/kammerton/history.sqlite"
    } else if let home = environment["HOME"], home.hasPrefix("/") {
      path = home + "/.local/share/kammerton/history.sqlite"
    } else {
      throw .noPlace
    }
  }

  /// True if there is a file at ``path``.
  public var exists: Bool { access(path.systemPath, F_OK) == 0 }

  /// Creates the directory and the file, accessible only to the user, for privacy. An existing
  /// directory or file keeps its permissions.
  func prepare() throws(HistoryError) {
    try makeDirectory()
    // SQLite would make the file readable by all; its journals get the permissions of the file.
    let descriptor = open(path.systemPath, O_RDONLY | O_CREAT | O_CLOEXEC, 0o600)
    if descriptor >= 0 { close(descriptor) }
  }

  private func makeDirectory() throws(HistoryError) {
    let parts = path.split(separator: "/").dropLast()
    var directory = path.hasPrefix("/") ? "" : "."
    for part in parts {
      directory += "/" + part
      guard mkdir(directory.systemPath, 0o700) == 0 || errno == EEXIST else {
        throw .directoryFailed(path: directory, reason: String(cString: strerror(errno)))
      }
    }
  }
}

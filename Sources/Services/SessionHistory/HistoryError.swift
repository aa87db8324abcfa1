internal import CSQLite

/// An error of reading or writing a history.
public enum HistoryError: Error, Equatable, Sendable {
  /// Neither `XDG_DATA_HOME` nor `HOME` gives the location of the history.
  case noPlace
  /// There is no database at `path` yet.
  case missing(path: String)
  /// The directory of the database cannot be created; `reason` is the system's message.
  case directoryFailed(path: String, reason: String)
  /// Another program keeps the database locked for longer than a writer waits.
  case locked(path: String)
  /// The database, or its directory, is not writable.
  case readOnly(path: String)
  /// The database was moved or deleted while it was open.
  case moved(path: String)
  /// The database cannot be opened: no rights, or no file.
  case cannotOpen(path: String)
  /// The file is damaged, or is not a SQLite database.
  case corrupt(path: String)
  /// The file is a database of another program.
  case foreign(path: String)
  /// The database comes from a later version, whose tables this version does not know.
  case newerSchema(path: String)
  /// A row has a value that no tuner can have written, in `column` of a `session`.
  case impossible(path: String, session: Int64, column: String)
  /// The disk is full.
  case diskFull(path: String)
  /// There is no session with this number.
  case noSession(Int64)
  /// Another error of SQLite; `reason` is its message.
  case failed(path: String, reason: String)
}

extension HistoryError: CustomStringConvertible {
  /// One sentence with the error and what to do about it.
  public var description: String {
    switch self {
    case .noPlace:
      "The history has no directory. Set HOME or XDG_DATA_HOME to an absolute path, or give --database FILE."
    case .missing(let path):
      "There is no history at \(path) yet. kammerton tune creates it with the first note."
    case .directoryFailed(let path, let reason):
      "The directory \(path) cannot be created (\(reason)). Create it, or give another --database."
    case .locked(let path):
      "\(path) is locked by another program. Close that program and try again."
    case .readOnly(let path):
      "\(path) cannot be written to. Change its permissions, or give another --database."
    case .moved(let path):
      "\(path) was moved or deleted while it was in use. Start again to create a new one."
    case .cannotOpen(let path):
      "\(path) cannot be opened. Check its permissions, or give another --database."
    case .corrupt(let path):
      "\(path) is damaged or not a database. Move it away, and kammerton tune creates a new one."
    case .foreign(let path):
      "\(path) is a database of another program and was not changed. Give another --database."
    case .newerSchema(let path):
      "\(path) comes from a later version of kammerton and was not changed. Install that version."
    case .impossible(let path, let session, let column):
      """
      \(path) has an impossible \(column) in row \(session) of its table of sessions. To delete only \
      that session, run kammerton history --delete \(session).
      """
    case .diskFull(let path):
      "The disk of \(path) is full. Free some space and try again."
    case .noSession(let id):
      "There is no session \(id). To list the sessions, run kammerton history."
    case .failed(let path, let reason):
      "\(path): \(reason)."
    }
  }
}

extension HistoryError {
  /// Creates the error for the user from one of the database.
  init(_ error: any Error, path: String) {
    if let error = error as? HistoryError {
      self = error
      return
    }
    guard let error = error as? SQLiteFailure else {
      self = .failed(path: path, reason: "\(error)")
      return
    }
    if error.extendedCode == Self.readOnlyBecauseMoved {
      self = .moved(path: path)
      return
    }
    switch error.code {
    case SQLITE_BUSY, SQLITE_LOCKED: self = .locked(path: path)
    case SQLITE_READONLY: self = .readOnly(path: path)
    case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH: self = .cannotOpen(path: path)
    case SQLITE_NOTADB, SQLITE_CORRUPT: self = .corrupt(path: path)
    case SQLITE_FULL: self = .diskFull(path: path)
    default: self = .failed(path: path, reason: error.message)
    }
  }

  /// SQLITE_READONLY_DBMOVED, a macro that Swift does not import.
  private static let readOnlyBecauseMoved: Int32 = SQLITE_READONLY | (4 << 8)
}

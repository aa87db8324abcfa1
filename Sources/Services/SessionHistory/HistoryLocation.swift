#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Where the history is, by the XDG Base Directory Specification 0.8:
/// `$XDG_DATA_HOME/kammerton/history.sqlite`, or `~/.local/share/kammerton/history.sqlite`.
public struct HistoryLocation: Sendable, Hashable {
  /// The path of the database.
  public let path: String

  /// Names a database of the caller's choice.
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

  /// Whether there is a file.
  public var exists: Bool { access(path, F_OK) == 0 }

  /// Makes the directory and the file, for nobody but the user: what somebody plays is their own
  /// business. What is there already keeps its rights.
  func prepare() throws(HistoryError) {
    try makeDirectory()
    // SQLite would make the file readable by all; its journals take the rights of the file.
    let descriptor = open(path, O_RDONLY | O_CREAT | O_CLOEXEC, 0o600)
    if descriptor >= 0 { close(descriptor) }
  }

  private func makeDirectory() throws(HistoryError) {
    let parts = path.split(separator: "/").dropLast()
    var directory = path.hasPrefix("/") ? "" : "."
    for part in parts {
      directory += "/" + part
      guard mkdir(directory, 0o700) == 0 || errno == EEXIST else {
        throw .directoryFailed(path: directory, reason: String(cString: strerror(errno)))
      }
    }
  }
}

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What a name leads to, for somebody who wants to write there.
enum FilePlace: Sendable {
  /// A regular file, or none yet, at the end of all symbolic links.
  case file(path: String, older: FileRights?)
  /// A pipe or a device.
  case stream(path: String)
  /// A descriptor that this process has open, as `/dev/stdout`. What is open there may be a file in
  /// whose middle, or at whose end, the next byte belongs.
  case descriptor(Int32)

  init(of path: String) throws(FileWritingError) {
    var status = stat()
    // Asked for the whole chain: the system refuses links that somebody has laid as a trap in a
    // directory for all.
    let exists = !path.isEmpty && stat(path, &status) == 0
    guard exists || (errno == ENOENT && !path.isEmpty) else {
      throw FileWritingError(path: path, code: path.isEmpty ? ENOENT : errno)
    }
    var target = path
    for _ in 0..<Self.longestChain {
      if let number = Self.openDescriptor(target) {
        self = .descriptor(number)
        return
      }
      guard let next = Self.destination(ofLink: target) else { break }
      target = next.hasPrefix("/") ? next : Self.directory(of: target) + "/" + next
    }
    guard exists else {
      self = .file(path: target, older: nil)
      return
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG:
      // A rename asks for the rights of the directory alone; what was locked shall stay.
      guard access(path, W_OK) == 0 else { throw FileWritingError(path: path, code: errno) }
      self = .file(path: target, older: FileRights(status))
    case S_IFDIR: throw FileWritingError(path: path, code: EISDIR)
    default: self = .stream(path: target)
    }
  }

  /// As many as Linux follows.
  private static let longestChain = 40

  /// Opens a pipe or a device; the former waits until somebody reads it.
  func openStream(for path: String) throws(FileWritingError) -> Int32 {
    let descriptor: Int32
    switch self {
    case .file(let target, _), .stream(let target):
      descriptor = open(target, O_WRONLY | O_CLOEXEC | O_NOCTTY)
    case .descriptor(let number):
      descriptor = fcntl(number, F_DUPFD_CLOEXEC, 0)
    }
    guard descriptor >= 0 else { throw FileWritingError(path: path, code: errno) }
    return descriptor
  }

  /// The number in `/dev/fd/1` and the like.
  private static func openDescriptor(_ path: String) -> Int32? {
    for start in ["/dev/fd/", "/proc/self/fd/", "/proc/thread-self/fd/", "/proc/\(getpid())/fd/"]
    where path.hasPrefix(start) {
      return Int32(path.dropFirst(start.count))
    }
    return nil
  }

  /// `nil` for what is no symbolic link.
  private static func destination(ofLink path: String) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &bytes, bytes.count)
    guard count > 0 else { return nil }
    return String(decoding: bytes[..<count].lazy.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The directory of a name: `.` where it has none.
  static func directory(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}

/// Who owns a file, and who may do what with it.
struct FileRights: Sendable {
  let owner: uid_t
  let group: gid_t
  let permissions: mode_t

  init(_ status: stat) {
    (owner, group, permissions) = (status.st_uid, status.st_gid, status.st_mode & 0o7777)
  }
}

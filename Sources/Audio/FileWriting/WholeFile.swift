#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A file that appears under its name only when it is complete, and stays there if the power fails.
///
/// Until ``finish()`` an older file of that name stays as it was; given up without it, nothing is left
/// behind. What the name leads to is respected:
/// - A symbolic link stays, and what it points to is replaced.
/// - A file that is replaced gives its permissions, and its owner where the system allows that.
/// - A pipe, a device, or a descriptor such as `/dev/stdout` is written to, and never replaced.
public struct WholeFile: ~Copyable, Sendable {
  /// Who may read the file.
  public enum Privacy: Sendable {
    /// As an older file says, or else the mask of the user.
    case usual
    /// The owner alone, whatever an older file says.
    case ownerOnly
  }

  /// The name that was asked for.
  public let path: String
  /// Where to write to, and, where the file is seekable, to read from. It closes with the file.
  public let descriptor: Int32

  private let place: FilePlace
  private let partial: PartialFile?

  /// Prepares to write.
  ///
  /// - Parameters:
  ///   - path: The name of the finished file.
  ///   - privacy: Who may read it.
  ///   - isSeekable: Whether ``descriptor`` must be able to go back. Then what is meant for a pipe or
  ///     a device is collected, and copied there at the end.
  /// - Throws: ``FileWritingError`` if nothing can be written there.
  public init(
    path: String, privacy: Privacy = .usual, isSeekable: Bool = false
  ) throws(FileWritingError) {
    try self.init(path: path, privacy: privacy, isSeekable: isSeekable, prefersUnnamed: true)
  }

  /// Also for systems whose files need a name from the start.
  init(
    path: String, privacy: Privacy = .usual, isSeekable: Bool = false, prefersUnnamed: Bool
  ) throws(FileWritingError) {
    let place = try FilePlace(of: path)
    let partial: PartialFile?
    switch place {
    case .file(let target, let older):
      let file = try PartialFile(
        besides: target, permissions: privacy == .ownerOnly ? 0o600 : 0o666,
        prefersUnnamed: prefersUnnamed, for: path)
      if let older { file.take(older, isPrivate: privacy == .ownerOnly) }
      partial = file
    case .stream, .descriptor:
      partial =
        isSeekable ? try PartialFile(collectedFor: path, prefersUnnamed: prefersUnnamed) : nil
    }
    let descriptor =
      if let partial { partial.descriptor } else { try place.openStream(for: path) }
    (self.path, self.place, self.partial, self.descriptor) = (path, place, partial, descriptor)
  }

  deinit {
    if let partial { partial.discard() } else { close(descriptor) }
  }

  /// Appends bytes.
  ///
  /// - Parameter bytes: The next ones.
  /// - Throws: ``FileWritingError``, as on a full disk.
  public func write(_ bytes: [UInt8]) throws(FileWritingError) {
    let code = bytes.withUnsafeBytes { writeAll($0, to: descriptor) }
    guard code == 0 else { throw FileWritingError(path: path, code: code) }
  }

  /// Puts the file in its place, in one step, once its bytes are on the disk.
  ///
  /// - Throws: ``FileWritingError``; then an older file is as it was.
  public consuming func finish() throws(FileWritingError) {
    guard let partial else { return }
    switch place {
    case .file(let target, _): try partial.move(to: target, for: path)
    case .stream, .descriptor:
      let stream = try place.openStream(for: path)
      defer { close(stream) }
      try partial.copy(to: stream, for: path)
    }
  }

  /// Looks whether a file can be written, and leaves everything as it is.
  ///
  /// - Parameter path: Its name.
  /// - Throws: ``FileWritingError`` if it cannot.
  public static func requirePlace(_ path: String) throws(FileWritingError) {
    switch try FilePlace(of: path) {
    case .file: _ = try WholeFile(path: path)
    case .stream(let target):  // not opened: the reader of a pipe would take that for its end
      guard access(target, W_OK) == 0 else { throw FileWritingError(path: path, code: errno) }
    case .descriptor: break
    }
  }
}

/// What the operating system refused.
public struct FileWritingError: Error, Equatable, Sendable {
  /// The name that was asked for.
  public var path: String
  /// The system's number of the reason, as `ENOSPC`.
  public var code: Int32

  /// Describes a refusal.
  ///
  /// - Parameters:
  ///   - path: The name that was asked for.
  ///   - code: The system's number of the reason.
  public init(path: String, code: Int32) {
    (self.path, self.code) = (path, code)
  }

  /// Whether the reader of a pipe has gone.
  public var isBrokenPipe: Bool { code == EPIPE }

  /// The system's own wording.
  public var reason: String { String(cString: strerror(code)) }
}

extension FileWritingError: CustomStringConvertible {
  /// What could not be written, and why.
  public var description: String { "\(path) could not be written (\(reason))." }
}

/// Writes all bytes, however often the system takes only a part.
///
/// - Parameters:
///   - bytes: What to write.
///   - descriptor: Where to; it may be one that does not block.
/// - Returns: 0, or the system's number of the reason why not.
public func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
  var written = 0
  while written < bytes.count {
    let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
    let count = write(descriptor, rest.baseAddress, rest.count)
    if count > 0 {
      written += count
    } else if count == 0 {
      return EIO
    } else if errno == EAGAIN {
      var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      _ = poll(&request, 1, -1)
    } else if errno != EINTR {
      return errno
    }
  }
  return 0
}

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

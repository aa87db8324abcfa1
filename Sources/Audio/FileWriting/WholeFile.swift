#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A file that appears under its name only when it is complete, and stays there if the power fails.
///
/// Until ``finish()`` an older file of that name stays as it was. If it is never called, nothing is
/// left behind. The target of the name is respected:
/// - A symbolic link stays, and what it points to is replaced.
/// - A file that is replaced gives its permissions, and its owner where the system allows that.
/// - A pipe, a device, or a descriptor such as `/dev/stdout` is written to, and never replaced.
package struct WholeFile: ~Copyable, Sendable {
  /// The users who may read the file.
  package enum Privacy: Sendable {
    /// The permissions of an older file, or else those of the user's mask.
    case usual
    /// The owner alone, whatever permissions an older file has.
    case ownerOnly
  }

  /// The name that was asked for.
  package let path: String
  /// The descriptor to write to and, if the file is seekable, to read from. It closes with the file.
  package let descriptor: Int32

  private let place: FilePlace
  private let partial: PartialFile?

  /// Prepares to write.
  ///
  /// - Parameters:
  ///   - path: The name of the finished file.
  ///   - privacy: The users who may read it.
  ///   - isSeekable: `true` if ``descriptor`` must be able to go back. Output for a pipe or a device
  ///     is then collected, and copied there at the end.
  /// - Throws: ``FileWritingError`` if nothing can be written there.
  package init(
    path: String, privacy: Privacy = .usual, isSeekable: Bool = false
  ) throws(FileWritingError) {
    try self.init(path: path, privacy: privacy, isSeekable: isSeekable, prefersUnnamed: true)
  }

  /// Prepares to write, on request with a named file, as on systems without unnamed ones.
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
      if let older { file.adopt(older, isPrivate: privacy == .ownerOnly) }
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
  /// - Throws: ``FileWritingError``, for example on a full disk.
  package func write(_ bytes: [UInt8]) throws(FileWritingError) {
    let code = bytes.withUnsafeBytes { writeAll($0, to: descriptor) }
    guard code == 0 else { throw FileWritingError(path: path, code: code) }
  }

  /// Puts the file in its place, in one step, once its bytes are on the disk.
  ///
  /// - Throws: ``FileWritingError``; then an older file is as it was.
  package consuming func finish() throws(FileWritingError) {
    guard let partial else { return }
    switch place {
    case .file(let target, _): try partial.move(to: target, for: path)
    case .stream, .descriptor:
      let stream = try place.openStream(for: path)
      defer { close(stream) }
      try partial.copy(to: stream, for: path)
    }
  }

  /// Checks that a file can be written, and changes nothing.
  ///
  /// - Parameter path: Its name.
  /// - Throws: ``FileWritingError`` if it cannot.
  package static func requirePlace(_ path: String) throws(FileWritingError) {
    switch try FilePlace(of: path) {
    case .file: _ = try WholeFile(path: path)
    case .stream(let target):  // not opened: the reader of a pipe would take that for its end
      guard access(target.systemPath, W_OK) == 0 else {
        throw FileWritingError(path: path, code: errno)
      }
    case .descriptor: break
    }
  }
}

/// A refusal of the operating system to write a file.
package struct FileWritingError: Error, Equatable, Sendable {
  /// The name that was asked for.
  package var path: String
  /// The system's error number, such as `ENOSPC`.
  package var code: Int32

  /// Describes a refusal.
  ///
  /// - Parameters:
  ///   - path: The name that was asked for.
  ///   - code: The system's error number.
  package init(path: String, code: Int32) {
    (self.path, self.code) = (path, code)
  }

  /// True if the reader of a pipe has closed it.
  package var isBrokenPipe: Bool { code == EPIPE }

  /// The system's own wording.
  package var reason: String { Self.reason(of: code) }

  /// The system's own wording of an error number.
  package static func reason(of code: Int32) -> String { String(cString: strerror(code)) }
}

extension FileWritingError: CustomStringConvertible {
  /// A sentence with the file and the reason.
  package var description: String { "\(path) could not be written (\(reason))." }
}

/// Writes all bytes, however often the system accepts only a part.
///
/// - Parameters:
///   - bytes: The bytes to write.
///   - descriptor: The descriptor to write to, which may be a non-blocking one.
/// - Returns: 0, or the system's error number.
package func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
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

/// The target that a path leads to when something is written there.
enum FilePlace: Sendable {
  /// A regular file, or none yet, at the end of all symbolic links.
  case file(path: String, older: FileRights?)
  /// A pipe or a device.
  case stream(path: String)
  /// A descriptor that this process has open, such as `/dev/stdout`. It may be a file in whose middle,
  /// or at whose end, the next byte belongs.
  case descriptor(Int32)

  init(of path: String) throws(FileWritingError) {
    var status = stat()
    // Checks the whole chain: the system refuses links that someone has set as a trap in a shared
    // directory.
    let exists = !path.isEmpty && stat(path.systemPath, &status) == 0
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
      // A rename needs rights on the directory only; a write-protected file must stay.
      guard access(path.systemPath, W_OK) == 0 else {
        throw FileWritingError(path: path, code: errno)
      }
      self = .file(path: target, older: FileRights(status))
    case S_IFDIR: throw FileWritingError(path: path, code: EISDIR)
    default: self = .stream(path: target)
    }
  }

  /// The largest number of links to follow, as on Linux.
  private static let longestChain = 40

  /// Opens a pipe or a device. A pipe waits until someone reads it.
  func openStream(for path: String) throws(FileWritingError) -> Int32 {
    let descriptor: Int32
    switch self {
    case .file(let target, _), .stream(let target):
      descriptor = open(target.systemPath, O_WRONLY | O_CLOEXEC | O_NOCTTY)
    case .descriptor(let number):
      descriptor = fcntl(number, F_DUPFD_CLOEXEC, 0)
    }
    guard descriptor >= 0 else { throw FileWritingError(path: path, code: errno) }
    return descriptor
  }

  /// Returns the number in a path such as `/dev/fd/1`.
  private static func openDescriptor(_ path: String) -> Int32? {
    for start in ["/dev/fd/", "/proc/self/fd/", "/proc/thread-self/fd/", "/proc/\(getpid())/fd/"]
    where path.hasPrefix(start) {
      return Int32(path.dropFirst(start.count))
    }
    return nil
  }

  /// Returns the target of a symbolic link; `nil` if the path is not one.
  private static func destination(ofLink path: String) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path.systemPath, &bytes, bytes.count)
    guard count > 0 else { return nil }
    return FileName.text(bytes[..<count].map { UInt8(bitPattern: $0) })
  }

  /// Returns the directory of a path: `.` if it names none.
  static func directory(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}

/// The owner, group and permissions of a file.
struct FileRights: Sendable {
  let owner: uid_t
  let group: gid_t
  let permissions: mode_t

  init(_ status: stat) {
    (owner, group, permissions) = (status.st_uid, status.st_gid, status.st_mode & 0o7777)
  }
}

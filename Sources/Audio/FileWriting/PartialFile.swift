internal import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A file that is being written, and that is useless unless it is finished.
///
/// On Linux it has no name, so that not even a killed program leaves it behind. Elsewhere its name
/// ends in `.partial`, in the directory of the finished file.
struct PartialFile: Sendable {
  let descriptor: Int32
  /// `nil` without a name.
  private let name: String?

  /// Begins a file that will get the name `target`.
  init(
    besides target: String, permissions: mode_t, prefersUnnamed: Bool, for path: String
  ) throws(FileWritingError) {
    if prefersUnnamed,
      let descriptor = Self.openUnnamed(in: FilePlace.directory(of: target), permissions)
    {
      (self.descriptor, name) = (descriptor, nil)
      return
    }
    let name = Self.freeName(besides: target)
    PartialFiles.add(name)
    descriptor = open(name.systemPath, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, permissions)
    guard descriptor >= 0 else {
      let code = errno
      PartialFiles.remove(name)
      throw FileWritingError(path: path, code: code)
    }
    self.name = name
  }

  /// Begins a file that never gets a name, because its bytes go to a stream at the end.
  init(collectedFor path: String, prefersUnnamed: Bool) throws(FileWritingError) {
    let file = try PartialFile(
      besides: temporaryDirectory + "/kammerton", permissions: 0o600,
      prefersUnnamed: prefersUnnamed,
      for: path)
    if let name = file.name { Self.unlinkPartial(name) }
    (descriptor, name) = (file.descriptor, nil)
  }

  /// Copies owner and permissions of the file that this one will replace.
  func adopt(_ older: FileRights, isPrivate: Bool) {
    var permissions = isPrivate ? older.permissions & 0o700 : older.permissions
    if older.owner != geteuid() || older.group != getegid(),
      fchown(descriptor, older.owner, older.group) != 0
    {
      permissions &= 0o777  // no file of another owner may run under our name
    }
    fchmod(descriptor, permissions)
  }

  /// Syncs the bytes to the disk, and moves the file to its name.
  func move(to target: String, for path: String) throws(FileWritingError) {
    guard Self.sync(descriptor) else { throw FileWritingError(path: path, code: errno) }
    let name = if let name = self.name { name } else { try nameIt(besides: target, for: path) }
    guard rename(name.systemPath, target.systemPath) == 0 else {
      let code = errno
      Self.unlinkPartial(name)
      throw FileWritingError(path: path, code: code)
    }
    PartialFiles.remove(name)
    // The file is complete and in place. If this fails, a power loss might bring back the older one.
    let directory = open(
      FilePlace.directory(of: target).systemPath, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else { return }
    _ = Self.sync(directory)
    close(directory)
  }

  /// Copies all bytes to a pipe or a device.
  func copy(to stream: Int32, for path: String) throws(FileWritingError) {
    lseek(descriptor, 0, SEEK_SET)
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw FileWritingError(path: path, code: errno) }
      guard count > 0 else { return }
      let code = buffer.withUnsafeBytes { bytes in
        writeAll(UnsafeRawBufferPointer(rebasing: bytes[..<count]), to: stream)
      }
      guard code == 0 else { throw FileWritingError(path: path, code: code) }
    }
  }

  /// Closes the file, and removes it unless it has its final name.
  func discard() {
    close(descriptor)
    if let name { Self.unlinkPartial(name) }
  }

  /// Gives a name to a file without one.
  private func nameIt(besides target: String, for path: String) throws(FileWritingError) -> String {
    let name = Self.freeName(besides: target)
    PartialFiles.add(name)
    let source = "/proc/self/fd/\(descriptor)"
    guard linkat(AT_FDCWD, source, AT_FDCWD, name.systemPath, AT_SYMLINK_FOLLOW) == 0 else {
      let code = errno
      PartialFiles.remove(name)
      throw FileWritingError(path: path, code: code)
    }
    return name
  }

  private static func freeName(besides target: String) -> String {
    "\(target).\(UInt64.random(in: 0 ... .max)).partial"
  }

  /// Removes a partial file, unless it has been moved to its final name.
  private static func unlinkPartial(_ name: String) {
    if PartialFiles.remove(name) { unlink(name.systemPath) }
  }

  /// Opens a file without a name; `nil` if the system or this file system needs names.
  private static func openUnnamed(in directory: String, _ permissions: mode_t) -> Int32? {
    #if os(Linux)
      guard access("/proc/self/fd", X_OK) == 0 else { return nil }  // by which it gets a name
      let unnamed: Int32 = 0o20_000_000 | O_DIRECTORY  // O_TMPFILE, a macro that Swift cannot see
      let descriptor = open(directory.systemPath, O_RDWR | unnamed | O_CLOEXEC, permissions)
      return descriptor >= 0 ? descriptor : nil
    #else
      return nil
    #endif
  }

  /// Syncs the written bytes to the disk. Files that cannot be synced, such as those of some networks,
  /// are accepted as they are.
  private static func sync(_ descriptor: Int32) -> Bool {
    #if canImport(Darwin)
      if fcntl(descriptor, F_FULLFSYNC) == 0 { return true }
    #endif
    while fsync(descriptor) != 0 {
      if errno == EINVAL || errno == ENOTSUP { return true }
      guard errno == EINTR else { return false }
    }
    return true
  }
}

/// The directory for files that nobody else needs: `$TMPDIR`, or `/tmp`.
package var temporaryDirectory: String {
  getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
}

/// Opens a file without a name, for reading and writing, which vanishes when it is closed.
///
/// - Returns: Its descriptor, which the caller closes.
/// - Throws: ``FileWritingError`` with ``temporaryDirectory``.
package func openTemporaryFile() throws(FileWritingError) -> Int32 {
  try PartialFile(collectedFor: temporaryDirectory, prefersUnnamed: true).descriptor
}

/// The unfinished files of this process that have a name.
///
/// They belong to the whole process, as the current directory does. Code that ends the process without
/// returning must remove them first.
package enum PartialFiles {
  private static let names = Mutex<Set<String>>([])

  /// Removes them all. No file can be finished afterwards.
  package static func removeAll() { removeAll(whoseNamesBegin: "") }

  static func removeAll(whoseNamesBegin start: String) {
    names.withLock { names in
      for name in names where name.hasPrefix(start) { unlink(name.systemPath) }
      names = names.filter { !$0.hasPrefix(start) }
    }
  }

  static func add(_ name: String) {
    names.withLock { _ = $0.insert(name) }
  }

  /// - Returns: `true` if it was known.
  @discardableResult
  static func remove(_ name: String) -> Bool {
    names.withLock { $0.remove(name) != nil }
  }
}

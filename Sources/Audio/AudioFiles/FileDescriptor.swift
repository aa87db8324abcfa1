internal import FileWriting

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// An open file of the operating system, closed with its last use unless it was borrowed.
struct FileDescriptor: ~Copyable {
  let number: Int32
  /// The name of the file in messages.
  let path: String
  private let isOwned: Bool

  /// Uses a descriptor that its owner closes, such as standard input.
  init(borrowing number: Int32, path: String) {
    self.number = number
    self.path = path
    isOwned = false
  }

  /// Takes over a descriptor.
  init(owning number: Int32, path: String) {
    self.number = number
    self.path = path
    isOwned = true
  }

  /// Opens an existing file for reading.
  init(reading path: String) throws(AudioFileError) {
    // O_NONBLOCK, because opening a pipe without a writer would wait for ever.
    let number = open(path.systemPath, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard number >= 0 else { throw AudioFileError(opening: path, code: errno) }
    self.number = number
    self.path = path
    isOwned = true
  }

  deinit {
    if isOwned { _ = close(number) }
  }

  /// Reads the available bytes into a part of `bytes`, waiting for at least one.
  ///
  /// - Parameters:
  ///   - bytes: Receives the bytes.
  ///   - range: The part of `bytes`.
  ///   - position: The position in a regular file; `nil` to go on, and move, where the last read
  ///     ended.
  /// - Returns: The number of bytes read; 0 only at the end.
  /// - Throws: The error of the operating system.
  func read(
    into bytes: inout [UInt8], range: Range<Int>, at position: Int? = nil
  ) throws(AudioFileError) -> Int {
    while true {
      let (count, code) = bytes.withUnsafeMutableBytes { buffer in
        let part = UnsafeMutableRawBufferPointer(rebasing: buffer[range])
        let count =
          position.map { pread(number, part.baseAddress, part.count, off_t($0)) }
          ?? systemRead(number, part.baseAddress, part.count)
        return (count, errno)
      }
      if count >= 0 { return count }
      switch code {
      case EINTR: continue
      case EAGAIN: waitUntilReadable()
      default: throw AudioFileError(reading: path, code: code)
      }
    }
  }

  /// Moves back to the first byte.
  func rewind() { _ = lseek(number, 0, SEEK_SET) }

  /// Returns another descriptor for the same open file, which the caller must close.
  func duplicate() throws(AudioFileError) -> Int32 {
    let copy = fcntl(number, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw AudioFileError(reading: path, code: errno) }
    return copy
  }

  /// Returns the number of bytes of a regular file.
  ///
  /// - Throws: ``AudioFileError`` if this is a directory, a pipe or a device.
  func regularFileSize() throws(AudioFileError) -> Int {
    var status = stat()
    guard fstat(number, &status) == 0 else { throw AudioFileError(reading: path, code: errno) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return Int(status.st_size)
    case S_IFDIR: throw .isDirectory(path: path)
    default: throw .notRegularFile(path: path)
    }
  }

  /// Returns true for a pipe or a device, in which one cannot seek.
  ///
  /// - Throws: ``AudioFileError`` if this is a directory or a disk.
  func isStream() throws(AudioFileError) -> Bool {
    var status = stat()
    guard fstat(number, &status) == 0 else { throw AudioFileError(reading: path, code: errno) }
    switch status.st_mode & S_IFMT {
    case S_IFIFO, S_IFCHR, S_IFSOCK: return true
    case S_IFREG: return false
    case S_IFDIR: throw .isDirectory(path: path)
    default: throw .notRegularFile(path: path)
    }
  }

  /// Waits for bytes or for the end.
  func waitUntilReadable() {
    var request = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    _ = poll(&request, 1, -1)
  }
}

/// The system call, under a name that no method hides.
private func systemRead(_ number: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(number, bytes, count)
}

extension AudioFileError {
  /// Creates the error of a failed `open` for reading.
  init(opening path: String, code: Int32) {
    self =
      switch code {
      case ENOENT, ENOTDIR: .notFound(path: path)
      case EACCES, EPERM: .notPermitted(path: path)
      case EISDIR: .isDirectory(path: path)
      case ENXIO: .notRegularFile(path: path)
      default: .readFailed(path: path, reason: String(cString: strerror(code)))
      }
  }

  /// Creates the error of a failed `read`.
  init(reading path: String, code: Int32) {
    self =
      code == EISDIR
      ? .isDirectory(path: path)
      : .readFailed(path: path, reason: String(cString: strerror(code)))
  }

  /// Creates the error of a failed `open`, `write` or `rename` for writing.
  init(writing path: String, code: Int32) {
    self =
      switch code {
      case EACCES, EPERM, EROFS: .notPermitted(path: path)
      case EISDIR: .isDirectory(path: path)
      default: .writeFailed(path: path, reason: String(cString: strerror(code)))
      }
  }
}

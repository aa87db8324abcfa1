import FileWriting
import PitchToMIDI

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A device that takes the bytes of MIDI as they are.
final class MIDIDevice: MIDIOutput {
  private let file: MIDIDeviceFile

  /// - Throws: ``MIDIOutputError/unopened(path:reason:)``
  init(path: String) throws(MIDIOutputError) {
    file = try MIDIDeviceFile(path: path, access: O_WRONLY)
  }

  func send(_ messages: [MIDIMessage], at time: Double) -> Bool {
    guard file.isOpen else { return false }
    let bytes = messages.flatMap(\.bytes)
    let count = bytes.withUnsafeBytes { write(file.descriptor, $0.baseAddress, $0.count) }
    // All at once or not at all: part of a message would be taken for another one.
    if count == bytes.count { return true }
    file.close()
    return false
  }

  func recover() -> Bool { file.reopen() }

  func close() -> String? {
    file.close()
    return nil
  }
}

/// A device that gives the bytes of MIDI as they are.
final class MIDIDeviceInput: MIDIInput {
  private let file: MIDIDeviceFile

  /// - Throws: ``MIDIOutputError/unopened(path:reason:)``
  init(path: String) throws(MIDIOutputError) {
    file = try MIDIDeviceFile(path: path, access: O_RDONLY)
  }

  func receive(timeout: Int32) -> [UInt8]? {
    guard file.isOpen else { return nil }
    var request = pollfd(fd: file.descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&request, 1, timeout) > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = bytes.withUnsafeMutableBytes { read(file.descriptor, $0.baseAddress, $0.count) }
    if count > 0 { return Array(bytes[..<count]) }
    if count < 0, errno == EAGAIN || errno == EINTR { return [] }
    // The end of a pipe means that nobody writes to it any more, and that somebody else can.
    file.close()
    return nil
  }

  func recover() -> Bool { file.reopen() }
}

/// The open file of a device that takes or gives the bytes of MIDI as they are: a port of ALSA, a serial
/// line, a named pipe.
final class MIDIDeviceFile {
  private let path: String
  private let access: Int32
  /// Negative after ``close()``.
  private(set) var descriptor: Int32

  /// - Parameters:
  ///   - path: That of the device.
  ///   - access: `O_RDONLY` or `O_WRONLY`.
  /// - Throws: ``MIDIOutputError/unopened(path:reason:)``
  init(path: String, access: Int32) throws(MIDIOutputError) {
    (self.path, self.access) = (path, access)
    descriptor = Self.opened(path, access)
    guard descriptor >= 0 else {
      throw .unopened(path: path, reason: String(cString: strerror(errno)))
    }
  }

  deinit { close() }

  var isOpen: Bool { descriptor >= 0 }

  /// Opens it again, if it is closed and there.
  ///
  /// - Returns: Whether it is open.
  func reopen() -> Bool {
    if !isOpen { descriptor = Self.opened(path, access) }
    return isOpen
  }

  func close() {
    if isOpen { Self.closed(descriptor) }
    descriptor = -1
  }

  /// Without waiting for a pipe's other end or a device's buffer, and never an ordinary file: what is
  /// written to it would grow without an end, and what is read from it has no times.
  private static func opened(_ path: String, _ access: Int32) -> Int32 {
    let descriptor = open(path.systemPath, access | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { return -1 }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT != S_IFREG,
      status.st_mode & S_IFMT != S_IFDIR
    else {
      closed(descriptor)
      errno = ENODEV
      return -1
    }
    return descriptor
  }

  private static func closed(_ descriptor: Int32) {
    #if canImport(Darwin)
      _ = Darwin.close(descriptor)
    #else
      _ = Glibc.close(descriptor)
    #endif
  }
}

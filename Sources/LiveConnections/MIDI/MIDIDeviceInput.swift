#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A device that gives the bytes of MIDI as they are: a port of ALSA, a serial line, a named pipe.
final class MIDIDeviceInput: MIDIInput {
  private let path: String
  private var descriptor: Int32

  /// - Throws: ``MIDIOutputError/unopened(path:reason:)``
  init(path: String) throws(MIDIOutputError) {
    self.path = path
    descriptor = Self.opened(path)
    guard descriptor >= 0 else {
      throw .unopened(path: path, reason: String(cString: strerror(errno)))
    }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  func receive(timeout: Int32) -> [UInt8]? {
    guard descriptor >= 0 else { return nil }
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&request, 1, timeout) > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
    if count > 0 { return Array(bytes[..<count]) }
    if count < 0, errno == EAGAIN || errno == EINTR { return [] }
    // The end of a pipe means that nobody writes to it any more, and that somebody else can.
    close(descriptor)
    descriptor = -1
    return nil
  }

  func recover() -> Bool {
    if descriptor < 0 { descriptor = Self.opened(path) }
    return descriptor >= 0
  }

  /// Without waiting for a pipe's writer, and never an ordinary file, whose bytes have no times.
  private static func opened(_ path: String) -> Int32 {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { return -1 }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT != S_IFREG,
      status.st_mode & S_IFMT != S_IFDIR
    else {
      close(descriptor)
      errno = ENODEV
      return -1
    }
    return descriptor
  }
}

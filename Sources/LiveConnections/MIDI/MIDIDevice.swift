import PitchToMIDI

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A device that takes the bytes of MIDI as they are: a port of ALSA, a serial line, a named pipe.
final class MIDIDevice: MIDIOutput {
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
    if descriptor >= 0 { Self.closed(descriptor) }
  }

  func send(_ messages: [MIDIMessage], at time: Double) -> Bool {
    guard descriptor >= 0 else { return false }
    let bytes = messages.flatMap(\.bytes)
    let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    // All at once or not at all: part of a message would be taken for another one.
    if count == bytes.count { return true }
    Self.closed(descriptor)
    descriptor = -1
    return false
  }

  func recover() -> Bool {
    if descriptor < 0 { descriptor = Self.opened(path) }
    return descriptor >= 0
  }

  func close() -> String? {
    if descriptor >= 0 { Self.closed(descriptor) }
    descriptor = -1
    return nil
  }

  /// Without waiting for a pipe's reader or a device's buffer, and never an ordinary file: that would grow
  /// without an end, and no program could read it.
  private static func opened(_ path: String) -> Int32 {
    let descriptor = open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { return -1 }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT != S_IFREG else {
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

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

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

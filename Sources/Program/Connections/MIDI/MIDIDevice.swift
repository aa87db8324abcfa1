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

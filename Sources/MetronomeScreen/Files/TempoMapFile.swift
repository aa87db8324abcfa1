import CommandIO
package import Metronome

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Reads tempo maps from files.
package enum TempoMapFile {
  /// - Parameter argument: A path, or `-` for standard input.
  /// - Returns: The map.
  /// - Throws: `TempoMapFileError` that names the file and, if one is to blame, the line.
  package static func read(_ argument: String) throws(TempoMapFileError) -> TempoMap {
    let name = argument == "-" ? "Standard input" : argument
    let bytes = try bytes(of: argument, name: name)
    do throws(TempoMapError) {
      return try TempoMap(parsing: bytes)
    } catch {
      throw .wrong(name: name, error)
    }
  }

  /// No more than is needed to know that there are too many.
  private static func bytes(
    of argument: String, name: String
  ) throws(TempoMapFileError) -> [UInt8] {
    let descriptor = argument == "-" ? 0 : open(argument, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unreadable(name: name, reason: systemReason()) }
    defer { if descriptor > 0 { close(descriptor) } }
    var text: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while text.count <= TempoMap.byteLimit {
      let count = piece.withUnsafeMutableBytes { systemRead(descriptor, $0) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .unreadable(name: name, reason: systemReason()) }
      guard count > 0 else { break }
      text += piece[..<count]
    }
    return text
  }
}

/// Why there is no tempo map.
package enum TempoMapFileError: Error, Equatable {
  /// The operating system's `reason`.
  case unreadable(name: String, reason: String)
  /// What the map says cannot be played.
  case wrong(name: String, TempoMapError)
}

extension TempoMapFileError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unreadable(let name, let reason):
      "\(name.printable) could not be read (\(reason))."
    case .wrong(let name, let error):
      "\(name.printable)\(error.line == nil ? ": " : ", ")\(error.description.printable)"
    }
  }
}

private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  read(descriptor, buffer.baseAddress, buffer.count)
}

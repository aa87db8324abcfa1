#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Bytes of a file or of standard input.
package enum ByteInput {
  /// Reads at most `limit` bytes.
  ///
  /// - Parameters:
  ///   - path: A path, or `-` for standard input.
  ///   - limit: The most bytes to read.
  /// - Returns: All bytes, or the first ones.
  /// - Throws: ``ByteInputError`` with the operating system's reason.
  package static func read(_ path: String, limit: Int) throws(ByteInputError) -> [UInt8] {
    let descriptor = path == "-" ? 0 : open(path, O_RDONLY | O_CLOEXEC)
    let name = path == "-" ? "standard input" : path
    guard descriptor >= 0 else { throw failure(name) }
    defer { if path != "-" { close(descriptor) } }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while bytes.count < limit {
      let count = systemRead(descriptor, &buffer)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw failure(name) }
      guard count > 0 else { break }
      bytes += buffer[0..<min(count, limit - bytes.count)]
    }
    return bytes
  }

  private static func failure(_ name: String) -> ByteInputError {
    ByteInputError(description: "\(name) could not be read (\(systemReason())).")
  }
}

private func systemRead(_ descriptor: Int32, _ buffer: inout [UInt8]) -> Int {
  read(descriptor, &buffer, buffer.count)
}

/// A file or pipe that could not be read.
package struct ByteInputError: Error, CustomStringConvertible {
  package var description: String
}

import FileWriting

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
  ///   - limit: The largest number of bytes to read.
  /// - Returns: All bytes, or the first ones.
  /// - Throws: ``ByteInputError`` with the operating system's reason.
  package static func read(_ path: String, limit: Int) throws(ByteInputError) -> [UInt8] {
    path == "-"
      ? try bytes(of: 0, name: "standard input", limit: limit) : try readFile(path, limit: limit)
  }

  /// Reads at most `limit` bytes of a file, even if it is called `-`.
  package static func readFile(_ path: String, limit: Int) throws(ByteInputError) -> [UInt8] {
    let descriptor = open(path.systemPath, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw ByteInputError(name: path, reason: systemReason()) }
    defer { close(descriptor) }
    return try bytes(of: descriptor, name: path, limit: limit)
  }

  /// Reads a small file whole.
  package static func readWhole(_ path: String, atMost limit: Int) throws(ByteInputError) -> [UInt8]
  {
    let bytes = try readFile(path, limit: limit + 1)
    guard bytes.count <= limit else {
      throw ByteInputError(name: path, reason: "larger than \(limit) bytes")
    }
    return bytes
  }

  private static func bytes(
    of descriptor: Int32, name: String, limit: Int
  ) throws(ByteInputError) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while bytes.count < limit {
      let count = systemRead(descriptor, &buffer)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw ByteInputError(name: name, reason: systemReason()) }
      guard count > 0 else { break }
      bytes += buffer[0..<min(count, limit - bytes.count)]
    }
    return bytes
  }
}

private func systemRead(_ descriptor: Int32, _ buffer: inout [UInt8]) -> Int {
  read(descriptor, &buffer, buffer.count)
}

/// A file or pipe that could not be read.
package struct ByteInputError: Error, CustomStringConvertible {
  /// The name in messages.
  let name: String
  /// The operating system's wording, or the exceeded limit.
  package let reason: String

  package var description: String { "\(name) could not be read (\(reason))." }
}

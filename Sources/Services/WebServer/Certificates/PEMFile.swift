#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A file with a certificate or a private key.
package enum PEMFile {
  /// The largest size, in bytes: chains of certificates have a few thousand.
  static let byteLimit = 1 << 20

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: Its path.
  ///   - isKey: Whether it has a private key, to which other users of this machine must not have
  ///     access.
  /// - Returns: All its bytes.
  /// - Throws: ``CertificateError/unreadable(path:reason:)``, also for what is no regular file: a pipe
  ///   could keep the server waiting for ever; ``CertificateError/exposed(path:)``.
  package static func read(
    _ path: String, isKey: Bool = false
  ) throws(CertificateError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw .unreadable(path: path, reason: systemReason()) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw .unreadable(path: path, reason: systemReason())
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw .unreadable(path: path, reason: "it is not a regular file")
    }
    guard !isKey || status.st_mode & 0o006 == 0 else { throw .exposed(path: path) }
    guard status.st_size <= byteLimit else {
      throw .unreadable(path: path, reason: "it is larger than \(byteLimit) bytes")
    }
    return try contents(of: descriptor, path)
  }

  private static func contents(
    of descriptor: Int32, _ path: String
  ) throws(CertificateError) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while bytes.count <= byteLimit {
      let count = systemRead(descriptor, &buffer)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .unreadable(path: path, reason: systemReason()) }
      if count == 0 { break }
      bytes += buffer[..<count]
    }
    return bytes
  }
}

private func systemRead(_ descriptor: Int32, _ buffer: inout [UInt8]) -> Int {
  read(descriptor, &buffer, buffer.count)
}

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A text file that appears under its name only when it is complete.
///
/// Given up without ``finish()``, nothing is left behind, and an older file stays as it was.
struct AtomicTextFile: ~Copyable {
  let path: String
  private let temporaryPath: String
  private let output: ByteOutput

  /// `permissions` are those of the file, before the mask of the user.
  init(path: String, permissions: mode_t = 0o666) throws(OutputError) {
    self.path = path
    temporaryPath = "\(path).\(UInt32.random(in: 0 ... .max)).partial"
    let descriptor = open(temporaryPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, permissions)
    guard descriptor >= 0 else { throw .failed(name: path, reason: systemReason()) }
    output = ByteOutput(fileDescriptor: descriptor, name: path)
  }

  deinit {
    close(output.fileDescriptor)
    unlink(temporaryPath)
  }

  func write(_ bytes: [UInt8]) throws(OutputError) {
    try output.write(bytes)
  }

  /// Puts the file in its place, in one step.
  func finish() throws(OutputError) {
    guard rename(temporaryPath, path) == 0 else {
      throw .failed(name: path, reason: systemReason())
    }
  }
}

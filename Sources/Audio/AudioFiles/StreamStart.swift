internal import FileWriting

/// The first bytes of a stream, kept because a stream cannot go back to them.
struct StreamStart {
  /// The bytes that were read, up to ``limit`` of them.
  private(set) var bytes: [UInt8] = []
  private var isComplete = true

  /// Far more than comes before the samples of any format.
  private static let limit = 1 << 20
  /// The largest stream that is kept on the disk.
  private static let longestStream = 8 << 30

  /// Keeps the next bytes.
  mutating func append(_ next: ArraySlice<UInt8>) {
    isComplete = isComplete && bytes.count + next.count <= Self.limit
    if isComplete { bytes += next }
  }

  /// Reads a stream to its end into a file without a name, which goes with its descriptor.
  ///
  /// - Parameter stream: The stream, behind the bytes that were kept.
  /// - Returns: The file, under the name of the stream.
  /// - Throws: ``AudioFileError``, for example if the disk is full.
  func collect(_ stream: borrowing FileDescriptor) throws(AudioFileError) -> FileDescriptor {
    guard isComplete else { throw .damaged(path: stream.path) }
    let file: FileDescriptor
    do throws(FileWritingError) {
      file = FileDescriptor(owning: try openTemporaryFile(), path: stream.path)
    } catch {
      throw AudioFileError(writing: error.path, code: error.code)
    }
    try file.append(bytes[...])
    var buffer = [UInt8](repeating: 0, count: 65_536)
    var size = bytes.count
    while true {
      let count = try stream.read(into: &buffer, range: 0..<buffer.count)
      guard count > 0 else { break }
      size += count
      guard size <= Self.longestStream else {
        throw .unsupported(path: stream.path, detail: "more than 8 GiB in a pipe")
      }
      try file.append(buffer[..<count])
    }
    file.rewind()
    return file
  }
}

extension FileDescriptor {
  fileprivate borrowing func append(_ bytes: ArraySlice<UInt8>) throws(AudioFileError) {
    let code = bytes.withUnsafeBytes { writeAll($0, to: number) }
    guard code == 0 else {
      throw .writeFailed(path: temporaryDirectory, reason: FileWritingError.reason(of: code))
    }
  }
}

/// Where received payloads go, and in which form.
struct ReceivedOutput {
  private let path: String?
  private let asObjects: Bool
  private var kept: [UInt8] = []
  private(set) var messageCount = 0
  private var isFinished = false

  /// - Parameters:
  ///   - path: A file that appears when all is received; `nil` for standard output.
  ///   - asObjects: Whether each message becomes a line with a JSON object.
  init(path: String?, asObjects: Bool) {
    self.path = path
    self.asObjects = asObjects
  }

  mutating func write(_ message: HeardMessage) throws(OutputError) {
    messageCount += 1
    let bytes = asObjects ? Array((message.object + "\n").utf8) : message.payload
    guard path == nil else { return kept += bytes }
    try ByteOutput.standardOutput.write(bytes)
    // Into files and pipes go the bytes alone; a person's next line starts at the left.
    if ByteOutput.standardOutput.isTerminal, bytes.last != UInt8(ascii: "\n") {
      try ByteOutput.standardOutput.write("\n")
    }
  }

  /// Writes the file, once.
  mutating func finish() throws(OutputError) {
    guard let path, !isFinished else { return }
    isFinished = true
    let file = try AtomicTextFile(path: path)
    try file.write(kept)
    try file.finish()
  }
}

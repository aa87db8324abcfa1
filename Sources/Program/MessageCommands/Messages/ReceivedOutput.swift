package import CommandKit

/// Where received payloads go, and in which form.
package struct ReceivedOutput {
  private let path: String?
  private let asObjects: Bool
  private var kept: [UInt8] = []
  package private(set) var messageCount = 0
  private var isFinished = false

  /// - Parameters:
  ///   - path: A file that appears when all is received; `nil` for standard output.
  ///   - asObjects: Whether each message becomes a line with a JSON object.
  package init(path: String?, asObjects: Bool) {
    self.path = path
    self.asObjects = asObjects
  }

  package mutating func write(_ message: HeardMessage) throws(OutputError) {
    messageCount += 1
    let bytes = asObjects ? Array((message.object + "\n").utf8) : message.payload
    if path != nil {
      kept += bytes
    } else if ByteOutput.standardOutput.isTerminal, !asObjects {
      try ByteOutput.standardOutput.write(Self.line(message.payload))
    } else {
      try ByteOutput.standardOutput.write(bytes)
    }
  }

  /// What a terminal shows: bytes of strangers must not drive it.
  package static func line(_ payload: [UInt8]) -> String {
    let text = TerminalText.escaped(payload)
    return text.hasSuffix("\n") ? text : text + "\n"
  }

  /// Writes the file, once.
  package mutating func finish() throws(OutputError) {
    guard let path, !isFinished else { return }
    isFinished = true
    let file = try AtomicTextFile(path: path)
    try file.write(kept)
    try file.finish()
  }
}

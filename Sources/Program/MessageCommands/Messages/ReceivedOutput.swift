import CommandKit
import FileWriting
import LiveModem
import SoundModem

#if canImport(Darwin)
  import Darwin  // stat
#else
  import Glibc
#endif

/// The output of received payloads, as bytes or as JSON.
struct ReceivedOutput {
  private let path: String?
  private let asObjects: Bool
  /// True if each message becomes a file in the directory at ``path``.
  private let isDirectory: Bool
  private var kept: [UInt8] = []
  private(set) var messageCount = 0
  private var isFinished = false

  /// - Parameters:
  ///   - path: A file that is written at the end, or a directory for a file for each message; `nil`
  ///     for standard output.
  ///   - asObjects: `true` to write each message as a line with a JSON object.
  init(path: String?, asObjects: Bool) {
    self.path = path
    self.asObjects = asObjects
    isDirectory = !asObjects && path.map(Self.isDirectory) ?? false
  }

  private static func isDirectory(_ path: String) -> Bool {
    var status = stat()
    return stat(path.systemPath, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  mutating func write(_ heard: HeardMessage) throws(OutputError) {
    messageCount += 1
    let message = heard.unwrapped
    if let directory = path, isDirectory { return try writeFile(message, in: directory) }
    let bytes = asObjects ? Array((message.object + "\n").utf8) : message.payload
    if path != nil {
      kept += bytes
    } else if ByteOutput.standardOutput.isTerminal, !asObjects {
      try ByteOutput.standardOutput.write(Self.line(message.payload))
    } else {
      try ByteOutput.standardOutput.write(bytes)
    }
  }

  /// Returns a line for a terminal, without the control characters that a stranger may have sent.
  static func line(_ payload: [UInt8]) -> String {
    let text = TerminalText.escaped(payload)
    return text.hasSuffix("\n") ? text : text + "\n"
  }

  /// Writes a message as a file of its own, under the name that the sender gave if that is one, and
  /// never over another file.
  private func writeFile(
    _ message: HeardMessage, in directory: String
  ) throws(OutputError) {
    let sent = NamedFile(name: message.name ?? "", bytes: message.payload).safeName
    let name = sent ?? "message"
    let dot = name.lastIndex(of: ".") ?? name.endIndex
    var path = "\(directory)/\(name)"
    var number = 2
    while FileIdentity(path: path) != nil {
      path = "\(directory)/\(name[..<dot])-\(number)\(name[dot...])"
      number += 1
    }
    let file = try AtomicTextFile(path: path)
    try file.write(message.payload)
    try file.finish()
    try ByteOutput.standardOutput.write(path.printable + "\n")
  }

  /// Writes the file, once.
  mutating func finish() throws(OutputError) {
    guard let path, !isDirectory, !isFinished else { return }
    isFinished = true
    let file = try AtomicTextFile(path: path)
    try file.write(kept)
    try file.finish()
  }
}

/// The output of a receiver that answers; with a secret, only messages of the paired device.
struct AnsweredOutput: AnsweringHandler {
  private(set) var output: ReceivedOutput
  private let isOnce: Bool
  private let secret: (any MessageSecret)?
  /// Signed messages of the paired device, which may have to be confirmed, the newest last.
  private var signed: [(mark: MessageMark, message: [UInt8])] = []
  /// The largest number of signed messages, that which the receiver remembers too.
  private static let signedLimit = 16
  private let status = StatusLine()

  /// - Parameters:
  ///   - output: The output of the messages.
  ///   - isOnce: `true` to stop after the first message.
  ///   - secret: The secret of the paired device; `nil` to accept messages from everybody.
  init(_ output: ReceivedOutput, isOnce: Bool, secret: (any MessageSecret)? = nil) {
    (self.output, self.isOnce, self.secret) = (output, isOnce, secret)
  }

  var isDone: Bool { isOnce && output.messageCount > 0 }

  mutating func take(_ message: ReceivedMessage) throws {
    status.clear()
    guard let heard = authentic(message) else {
      complain("A message was ignored, because the paired device did not sign it.")
      return
    }
    try output.write(heard)
    // The file need not wait until the sender has received the answer.
    if isDone { try output.finish() }
  }

  /// Returns the message without its signature; `nil` if the paired device did not sign it.
  mutating func authentic(_ message: ReceivedMessage) -> HeardMessage? {
    var heard = HeardMessage(message)
    guard let secret else { return heard }
    guard let payload = secret.payload(ofSigned: message.payload) else { return nil }
    heard.payload = payload
    signed.removeAll { $0.mark == message.mark }
    if signed.count == Self.signedLimit { signed.removeFirst() }
    signed.append((message.mark, message.payload))
    return heard
  }

  func proof(of request: RepeatRequest) -> [UInt8] {
    guard let secret else { return [] }
    let message = signed.last { $0.mark == request.mark }?.message
    return secret.proof(of: request.bytes, about: request.isReceipt ? message : nil)
  }

  func report(_ event: AnsweringEvent) {
    switch event {
    case .progress(let progress):
      status.show("\(progress.heardCount) of \(progress.neededCount) parts")
    case .speaking(let request):
      status.show(
        request.isReceipt ? "confirming" : "asking for missing parts: \(request.wantedCount)")
    case .listening: status.clear()
    case .unanswered(let heardCount, let neededCount):
      status.clear()
      complain(
        """
        The sender does not answer: \(heardCount) of \(neededCount) parts arrived. Send the message \
        again.
        """)
    }
  }
}

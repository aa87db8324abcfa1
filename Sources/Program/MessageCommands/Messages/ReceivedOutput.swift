import CommandKit
import LiveModem
import SoundModem

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
    if path != nil {
      kept += bytes
    } else if ByteOutput.standardOutput.isTerminal, !asObjects {
      try ByteOutput.standardOutput.write(Self.line(message.payload))
    } else {
      try ByteOutput.standardOutput.write(bytes)
    }
  }

  /// What a terminal shows: bytes of strangers must not drive it.
  static func line(_ payload: [UInt8]) -> String {
    let text = TerminalText.escaped(payload)
    return text.hasSuffix("\n") ? text : text + "\n"
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

/// Writes the messages of a receiver that answers; with a secret those of the paired device alone.
struct AnsweredOutput: AnsweringHandler {
  private(set) var output: ReceivedOutput
  private let isOnce: Bool
  private let secret: (any MessageSecret)?
  /// What has arrived from the paired device, and may have to be confirmed; the newest is last.
  private var signed: [(mark: MessageMark, message: [UInt8])] = []
  /// As many as the receiver keeps in mind.
  private static let signedLimit = 16
  private let status = StatusLine()

  /// - Parameters:
  ///   - output: Where messages go.
  ///   - isOnce: Whether the first message is the last.
  ///   - secret: That of the only device from which messages are taken; `nil` for everybody's.
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
    // The file need not wait until the sender has heard the answer.
    if isDone { try output.finish() }
  }

  /// The message as it was meant; `nil` if it is not from the paired device.
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

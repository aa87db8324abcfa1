import CommandKit
import FileWriting
import LiveModem
import SoundModem
import Synchronization

#if canImport(Darwin)
  import Darwin  // stat
#else
  import Glibc
#endif

/// The output of received payloads, as bytes or as JSON.
///
/// A message that cannot be written to its file goes to standard output, because its sender does
/// not send it again.
final class ReceivedOutput: Sendable {
  private struct State {
    var kept: [UInt8] = []
    var messageCount = 0
    var isFinished = false
    var hasFailed = false
  }

  private let path: String?
  private let asObjects: Bool
  /// True if each message becomes a file in the directory at ``path``.
  private let isDirectory: Bool
  private let state = Mutex(State())

  /// - Parameters:
  ///   - path: A file that is written at the end, or a directory for a file for each message; `nil`
  ///     for standard output.
  ///   - asObjects: `true` to write each message as a line with a JSON object.
  init(path: String?, asObjects: Bool) {
    self.path = path
    self.asObjects = asObjects
    isDirectory = !asObjects && path.map(Self.isDirectory) ?? false
  }

  /// The number of messages so far.
  var messageCount: Int { state.withLock(\.messageCount) }
  /// `true` if a message could not be written to its file.
  var hasFailed: Bool { state.withLock(\.hasFailed) }

  private static func isDirectory(_ path: String) -> Bool {
    var status = stat()
    return stat(path.systemPath, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Checks that messages can be written, before anyone sends one.
  func requirePlace() throws(OutputError) {
    guard let path else { return }
    guard isDirectory else { return try AtomicTextFile.requirePlace(path) }
    guard access(path, W_OK | X_OK) == 0 else {
      throw .failed(name: path, reason: systemReason())
    }
  }

  /// Writes a message, or keeps it for the file.
  func write(_ heard: HeardMessage) throws(OutputError) {
    state.withLock { $0.messageCount += 1 }
    let message = heard.unwrapped
    if message.isSigned {
      complain(
        """
        The message is signed for a paired device. Without --secret FILE the signature was not \
        checked: anyone may have sent it.
        """)
    }
    if let directory = path, isDirectory {
      return try rescuing(message.payload) { () throws(OutputError) in
        try Self.writeFile(message, in: directory)
      }
    }
    let bytes = asObjects ? Array((message.object + "\n").utf8) : message.payload
    if path != nil {
      state.withLock { $0.kept += bytes }
    } else {
      try print(bytes)
    }
  }

  /// Writes to standard output; to a terminal without the control characters of a stranger.
  private func print(_ bytes: [UInt8]) throws(OutputError) {
    if ByteOutput.standardOutput.isTerminal, !asObjects {
      try ByteOutput.standardOutput.write(Self.line(bytes))
    } else {
      try ByteOutput.standardOutput.write(bytes)
    }
  }

  /// Writes a file, or if that fails, what it was to hold to standard output.
  private func rescuing(
    _ bytes: [UInt8], _ write: () throws(OutputError) -> Void
  ) throws(OutputError) {
    do throws(OutputError) {
      try write()
    } catch {
      state.withLock { $0.hasFailed = true }
      complain("\(error) What was received follows on standard output.")
      try print(bytes)
    }
  }

  /// Returns a line for a terminal, without the control characters that a stranger may have sent.
  static func line(_ payload: [UInt8]) -> String {
    let text = TerminalText.escaped(payload)
    return text.hasSuffix("\n") ? text : text + "\n"
  }

  /// Writes a message as a file of its own, under the name that the sender gave if that is one, and
  /// never over another file.
  private static func writeFile(
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
  func finish() throws(OutputError) {
    guard let path, !isDirectory else { return }
    let kept = state.withLock { state -> [UInt8]? in
      guard !state.isFinished else { return nil }
      state.isFinished = true
      return state.kept
    }
    guard let kept else { return }
    try rescuing(kept) { () throws(OutputError) in try AtomicTextFile.write(kept, to: path) }
  }
}

/// The output of a receiver that answers; with a secret, only messages of the paired device.
struct AnsweredOutput: AnsweringHandler {
  private let output: ReceivedOutput
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

import Pairing
import SoundModem

/// Receives messages, asks their senders for what is missing, and confirms what has arrived.
struct AnsweredReceiving: TurnTaker {
  private(set) var output: ReceivedOutput
  private var receiver: MessageReceiver
  private var dialogue: ReceivingDialogue
  private let isOnce: Bool
  private let secret: PairedSecret?
  /// What has arrived from the paired device, and may have to be confirmed; the newest is last.
  private var signed: [(mark: MessageMark, message: [UInt8])] = []
  /// As many as the dialogue keeps in mind.
  private static let signedLimit = 16
  private let status = StatusLine()

  /// - Parameters:
  ///   - receiver: Listens.
  ///   - output: Where messages go.
  ///   - isOnce: Whether the first message is the last.
  ///   - secret: That of the only device from which messages are taken; `nil` for everybody's.
  init(
    _ receiver: MessageReceiver, output: ReceivedOutput, isOnce: Bool, secret: PairedSecret? = nil
  ) {
    var random = SystemRandomNumberGenerator()
    dialogue = ReceivingDialogue(
      proofByteCount: secret == nil ? 0 : PairedSecret.proofByteCount, using: &random)
    (self.receiver, self.output, self.isOnce) = (receiver, output, isOnce)
    self.secret = secret
  }

  private var isDone: Bool { isOnce && output.messageCount > 0 }

  mutating func hear(_ block: [Float], at now: Double) throws {
    receiver.append(block.span)
    while let event = receiver.next() {
      dialogue.hear(event, at: now)
      guard case .message(let message) = event, !isDone else {
        if case .progress(let progress) = event {
          status.show("\(progress.heardCount) of \(progress.neededCount) parts")
        }
        continue
      }
      status.clear()
      guard let heard = authentic(message) else {
        complain("A message that the paired device has not signed was dropped.")
        continue
      }
      try output.write(heard)
      // The file need not wait until the sender has heard the answer.
      if isDone { try output.finish() }
    }
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

  /// What proves to the paired device who says this; nothing where there is no such device.
  func proof(of request: RepeatRequest) -> [UInt8] {
    guard let secret else { return [] }
    let message = signed.last { $0.mark == request.mark }?.message
    return secret.proof(of: request.bytes, about: request.isReceipt ? message : nil)
  }

  mutating func sound(toPlayAt now: Double) -> TurnSound? {
    switch dialogue.next(at: now) {
    case nil: return nil
    case .giveUp(let heardCount, let neededCount):
      status.clear()
      complain("No answer: of a message of \(neededCount) parts only \(heardCount) arrived.")
      return nil
    case .say(let outgoing):
      let request = outgoing.request
      status.show(
        request.isReceipt ? "confirming" : "asking for \(request.wantedCount) more parts")
      let proof = proof(of: request)
      return {
        let sound = try outgoing.sound(proof: proof, sampleRate: $0)
        return SentSound(sound, count: sound.count)
      }
    }
  }

  mutating func hasSpoken(at now: Double) {
    dialogue.hasSpoken(at: now)
    status.clear()
  }

  func isOver(at now: Double) -> Bool { isDone && dialogue.isSettled(at: now) }

  /// What has begun to arrive and is not whole, in sentences.
  var problems: [String] { receiver.problems }
}

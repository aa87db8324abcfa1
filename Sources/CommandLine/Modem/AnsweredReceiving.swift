import SoundModem

/// Receives messages, asks their senders for what is missing, and confirms what has arrived.
struct AnsweredReceiving: TurnTaker {
  private(set) var output: ReceivedOutput
  private var receiver: SoundReceiver
  private var dialogue: ReceivingDialogue
  private let isOnce: Bool
  private let status = StatusLine()

  /// - Parameters:
  ///   - receiver: Listens.
  ///   - output: Where messages go.
  ///   - isOnce: Whether the first message is the last.
  init(_ receiver: SoundReceiver, output: ReceivedOutput, isOnce: Bool) {
    var random = SystemRandomNumberGenerator()
    dialogue = ReceivingDialogue(using: &random)
    (self.receiver, self.output, self.isOnce) = (receiver, output, isOnce)
  }

  private var isDone: Bool { isOnce && output.messageCount > 0 }

  mutating func hear(_ block: [Float], at now: Double) throws {
    receiver.append(block.span)
    while let event = receiver.nextEvent() {
      dialogue.hear(event, at: now)
      guard case .message(let message) = event, !isDone else {
        if case .progress(let progress) = event {
          status.show("\(progress.heardCount) of \(progress.neededCount) parts")
        }
        continue
      }
      status.clear()
      try output.write(HeardMessage(message))
      // The file need not wait until the sender has heard the answer.
      if isDone { try output.finish() }
    }
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
      return { SentSound(try outgoing.sound(sampleRate: $0)) }
    }
  }

  mutating func hasSpoken(at now: Double) {
    dialogue.hasSpoken(at: now)
    status.clear()
  }

  func isOver(at now: Double) -> Bool { isDone && dialogue.isSettled(at: now) }

  /// What has begun to arrive and is not whole, in words.
  var incomplete: [String] { receiver.incomplete }
}

public import SoundModem

/// Receives messages, asks their senders for what is missing, and confirms what has arrived.
public struct AnsweringReceiver<Handler: AnsweringHandler>: TurnTaking {
  /// Gets the messages.
  public private(set) var handler: Handler
  private var receiver: MessageReceiver
  private var dialogue: ReceivingDialogue

  /// Plans to receive.
  ///
  /// - Parameters:
  ///   - receiver: Listens. A sender repeats a short message until it has heard the answer, so that the
  ///     receiver should keep repeats in mind as long as parts: see ``settings``.
  ///   - handler: Gets the messages.
  ///   - proofByteCount: How many bytes ``AnsweringHandler/proof(of:)`` gives.
  ///   - generator: Draws the number of this receiver, and how long it waits.
  public init(
    _ receiver: MessageReceiver, handler: Handler, proofByteCount: Int = 0,
    using generator: inout some RandomNumberGenerator
  ) {
    dialogue = ReceivingDialogue(proofByteCount: proofByteCount, using: &generator)
    (self.receiver, self.handler) = (receiver, handler)
  }

  /// The settings of a receiver that answers.
  public static var settings: MessageAssembler.Settings {
    var settings = MessageAssembler.Settings()
    settings.repeatWindow = settings.timeout
    return settings
  }

  /// The messages of which parts have arrived.
  public var openMessages: [MessageProgress] { receiver.openMessages }

  /// Takes samples of the microphone, and hands over the messages that they complete.
  public mutating func hear(_ block: [Float], at now: Double) throws {
    receiver.append(block)
    while let event = receiver.next() {
      dialogue.hear(event, at: now)
      switch event {
      case .message(let message) where !handler.isDone: try handler.take(message)
      case .progress(let progress): handler.report(.progress(progress))
      default: continue
      }
    }
  }

  /// The next request or receipt, if it is time for one.
  public mutating func sound(toPlayAt now: Double) -> TurnSound<Modulator>? {
    switch dialogue.next(at: now) {
    case nil: return nil
    case .giveUp(let heardCount, let neededCount):
      handler.report(.unanswered(heardCount: heardCount, neededCount: neededCount))
      return nil
    case .say(let outgoing):
      handler.report(.speaking(outgoing.request))
      let proof = handler.proof(of: outgoing.request)
      return { try outgoing.sound(proof: proof, sampleRate: $0) }
    }
  }

  /// The request has sounded.
  public mutating func hasSpoken(at now: Double) {
    dialogue.hasSpoken(at: now)
    handler.report(.listening)
  }

  /// Whether no message is wanted any more, and the senders have probably heard the answers.
  public func isOver(at now: Double) -> Bool { handler.isDone && dialogue.isSettled(at: now) }
}

/// Gets what an ``AnsweringReceiver`` hears.
public protocol AnsweringHandler: Sendable {
  /// Whether no further message is wanted. The last ones may still have to be confirmed. By default
  /// there is always a further one.
  var isDone: Bool { get }

  /// Takes a message that is whole.
  ///
  /// - Parameter message: The message. It is confirmed whatever becomes of it here.
  /// - Throws: What ends the conversation.
  mutating func take(_ message: ReceivedMessage) throws

  /// What is said behind a request to prove who says it. Nothing by default.
  ///
  /// - Parameter request: The request.
  /// - Returns: As many bytes each time as the receiver was told.
  func proof(of request: RepeatRequest) -> [UInt8]

  /// Takes what a person who waits may want to know. Drops it by default.
  ///
  /// - Parameter event: What happens.
  func report(_ event: AnsweringEvent)
}

extension AnsweringHandler {
  /// `false`.
  public var isDone: Bool { false }

  /// Nothing.
  public func proof(of request: RepeatRequest) -> [UInt8] { [] }

  /// Does nothing.
  public func report(_ event: AnsweringEvent) {}
}

/// What happens while an ``AnsweringReceiver`` listens.
public enum AnsweringEvent: Sendable, Equatable {
  /// Another part has arrived.
  case progress(MessageProgress)
  /// A request or a receipt sounds.
  case speaking(RepeatRequest)
  /// It has sounded.
  case listening
  /// A sender that was asked several times does not answer.
  case unanswered(heardCount: Int, neededCount: Int)
}

public import SoundModem

/// Receives messages, requests missing parts from their senders, and confirms complete messages.
public struct AnsweringReceiver<Handler: AnsweringHandler>: TurnTaking {
  /// Gets the messages.
  public private(set) var handler: Handler
  private var receiver: MessageReceiver
  private var dialogue: ReceivingDialogue

  /// Plans to receive.
  ///
  /// - Parameters:
  ///   - receiver: Receives messages. A sender repeats a short message until an answer arrives, so
  ///     the receiver should remember short messages as long as parts: see ``settings``.
  ///   - handler: Handles the messages.
  ///   - proofByteCount: The number of bytes that ``AnsweringHandler/proof(of:)`` returns.
  ///   - generator: The source of this receiver's number and of its random delays.
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

  /// Processes samples of the microphone, and passes complete messages to the handler.
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

  /// Reports that the request has been played.
  public mutating func hasSpoken(at now: Double) {
    dialogue.hasSpoken(at: now)
    handler.report(.listening)
  }

  /// Returns whether no further message is wanted, and the senders have probably received the
  /// answers.
  public func isOver(at now: Double) -> Bool { handler.isDone && dialogue.isSettled(at: now) }
}

/// Handles the messages of an ``AnsweringReceiver``.
public protocol AnsweringHandler: Sendable {
  /// Whether no further message is wanted. The last ones may still have to be confirmed. By
  /// default, further messages are always wanted.
  var isDone: Bool { get }

  /// Handles a complete message.
  ///
  /// - Parameter message: The message. It is confirmed in any case.
  /// - Throws: An error that ends the conversation.
  mutating func take(_ message: ReceivedMessage) throws

  /// Returns the bytes after a request that prove its origin. None by default.
  ///
  /// - Parameter request: The request.
  /// - Returns: Always the number of bytes that the receiver was created with.
  func proof(of request: RepeatRequest) -> [UInt8]

  /// Reports an event to a waiting user. Ignores it by default.
  ///
  /// - Parameter event: The event.
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

/// An event of an ``AnsweringReceiver``.
public enum AnsweringEvent: Sendable, Equatable {
  /// Another part has arrived.
  case progress(MessageProgress)
  /// A request or a confirmation is playing.
  case speaking(RepeatRequest)
  /// It has been played.
  case listening
  /// A sender does not answer several requests.
  case unanswered(heardCount: Int, neededCount: Int)
}

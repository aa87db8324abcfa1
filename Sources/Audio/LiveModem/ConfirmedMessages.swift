public import SoundModem

/// Sends a message, and the parts that receivers still lack, until they have confirmed it.
public struct ConfirmedSending: TurnTaking {
  /// An event for a waiting user.
  public enum Event: Sendable, Hashable {
    /// Some packets are playing; `packetCount` packets have been played in all, including these.
    case speaking(turnCount: Int, packetCount: Int)
    /// Nobody answered in a mode, so the sender goes on in a surer one.
    case changedMode(from: ModemMode, to: ModemMode)
    /// They have been played, and the sender is waiting for an answer.
    case listening(packetCount: Int)
    /// A receiver has requested parts, or confirmed.
    case answered(RepeatRequest)
  }

  /// The dialogue, which decides what to play and when, and has the result.
  public private(set) var dialogue: SendingDialogue
  private var demodulator: Demodulator
  private let level: Double
  private let proofByteCount: Int
  private let isProof: @Sendable (_ proof: [UInt8], _ request: RepeatRequest) -> Bool
  private let onEvent: @Sendable (Event) -> Void

  /// Plans to send.
  ///
  /// - Parameters:
  ///   - message: The message to send.
  ///   - settings: The conditions for success, and the number of bytes after a request that prove
  ///     its origin.
  ///   - level: The peak level, in dBFS, in -120...0.
  ///   - sampleRate: The sample rate of the microphone, in hertz.
  ///   - generator: The source of random delays, so that two senders do not keep playing at the
  ///     same time.
  ///   - isProof: Returns whether the bytes after a request prove it. It is called only if the
  ///     settings require such bytes; without them, all requests are trusted.
  ///   - onEvent: Called for each event.
  /// - Throws: ``SoundModem/ModemError`` if the sample rate is too low for the band.
  public init(
    _ message: OutgoingMessage, settings: SendingDialogue.Settings = SendingDialogue.Settings(),
    level: Double = Modulator.defaultLevel, sampleRate: Double,
    using generator: inout some RandomNumberGenerator,
    isProof: @escaping @Sendable (_ proof: [UInt8], _ request: RepeatRequest) -> Bool = { _, _ in
      true
    },
    onEvent: @escaping @Sendable (Event) -> Void = { _ in }
  ) throws(ModemError) {
    dialogue = SendingDialogue(message, settings: settings, at: 0, using: &generator)
    demodulator = try Demodulator(band: message.band, sampleRate: sampleRate)
    self.level = level
    proofByteCount = settings.proofByteCount
    self.isProof = isProof
    self.onEvent = onEvent
  }

  /// Processes samples of the microphone.
  public mutating func hear(_ block: [Float], at now: Double) {
    demodulator.append(block)
    while let packet = demodulator.next() { process(packet, at: now) }
  }

  /// Processes a received packet.
  mutating func process(_ packet: ReceivedPacket, at now: Double) {
    guard let packet = believed(packet), let request = dialogue.hear(packet, at: now) else {
      return
    }
    onEvent(.answered(request))
  }

  /// Returns a packet without its proof; `nil` for a request that anyone may have sent.
  private func believed(_ packet: ReceivedPacket) -> ReceivedPacket? {
    guard proofByteCount > 0 else { return packet }
    guard let (plain, proof) = packet.request(withProofOf: proofByteCount) else {
      return RepeatRequest(packet) == nil ? packet : nil
    }
    guard let request = RepeatRequest(plain) else { return nil }
    return isProof(proof, request) ? plain : nil
  }

  /// Returns the next packets, if it is time for them.
  public mutating func sound(toPlayAt now: Double) -> TurnSound<MessageSender>? {
    let mode = dialogue.message.mode
    guard let turn = dialogue.turn(at: now) else { return nil }
    if turn.mode != mode { onEvent(.changedMode(from: mode, to: turn.mode)) }
    onEvent(.speaking(turnCount: turn.packetCount, packetCount: dialogue.packetCount))
    let level = level
    return { try MessageSender(turn, level: level, sampleRate: $0) }
  }

  /// Reports that the packets have been played.
  public mutating func hasSpoken(at now: Double) {
    dialogue.hasSpoken(at: now)
    onEvent(.listening(packetCount: dialogue.packetCount))
  }

  /// Returns `true` once the dialogue has an outcome.
  public func isOver(at now: Double) -> Bool { dialogue.outcome != nil }
}

/// Receives messages, requests missing parts from their senders, and confirms complete messages.
public struct AnsweringReceiver<Handler: AnsweringHandler>: TurnTaking {
  /// The handler of the messages.
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

  /// The settings of a receiver that answers. In the slowest modes minutes may pass between two
  /// parts that arrive.
  public static var settings: MessageAssembler.Settings {
    var settings = MessageAssembler.Settings()
    settings.repeatWindow = settings.timeout
    settings.partsWindow = 600
    return settings
  }

  /// The messages of which parts have arrived.
  package var openMessages: [MessageProgress] { receiver.openMessages }

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

  /// Returns the next request or receipt, if it is time for one.
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
  /// `true` if no further message is wanted. The last ones may still have to be confirmed. By
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

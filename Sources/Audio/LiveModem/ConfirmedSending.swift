public import SoundModem

/// Sends a message, and the parts that receivers still lack, until they have confirmed it.
public struct ConfirmedSending: TurnTaking {
  /// An event for a waiting user.
  public enum Event: Sendable, Hashable {
    /// Some packets are playing; `packetCount` packets have been played in all, including these.
    case speaking(turnCount: Int, packetCount: Int)
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

  /// Takes samples of the microphone.
  public mutating func hear(_ block: [Float], at now: Double) {
    demodulator.append(block)
    while let packet = demodulator.next() { take(packet, at: now) }
  }

  /// Takes what was heard.
  mutating func take(_ packet: ReceivedPacket, at now: Double) {
    guard let packet = believed(packet), let request = dialogue.hear(packet, at: now) else {
      return
    }
    onEvent(.answered(request))
  }

  /// A packet without its proof; `nil` for a request that anybody may have said.
  private func believed(_ packet: ReceivedPacket) -> ReceivedPacket? {
    guard proofByteCount > 0 else { return packet }
    guard let (plain, proof) = packet.request(withProofOf: proofByteCount) else {
      return RepeatRequest(packet) == nil ? packet : nil
    }
    guard let request = RepeatRequest(plain) else { return nil }
    return isProof(proof, request) ? plain : nil
  }

  /// The next packets, if it is time for them.
  public mutating func sound(toPlayAt now: Double) -> TurnSound<MessageSender>? {
    guard let turn = dialogue.turn(at: now) else { return nil }
    onEvent(.speaking(turnCount: turn.packetCount, packetCount: dialogue.packetCount))
    let level = level
    return { try MessageSender(turn, level: level, sampleRate: $0) }
  }

  /// Reports that the packets have been played.
  public mutating func hasSpoken(at now: Double) {
    dialogue.hasSpoken(at: now)
    onEvent(.listening(packetCount: dialogue.packetCount))
  }

  /// Whether the dialogue has an outcome.
  public func isOver(at now: Double) -> Bool { dialogue.outcome != nil }
}

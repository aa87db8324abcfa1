public import SoundModem

/// Sends a message, and what receivers still lack, until they have confirmed it.
public struct ConfirmedSending: TurnTaking {
  /// What happens, for a person who waits.
  public enum Event: Sendable, Hashable {
    /// Some packets sound; of so many that were given out so far.
    case speaking(turnCount: Int, packetCount: Int)
    /// They have sounded, and an answer is waited for.
    case listening(packetCount: Int)
    /// A receiver has asked for parts, or confirmed.
    case answered(RepeatRequest)
  }

  /// Which packets to play, when, and how it ended.
  public private(set) var dialogue: SendingDialogue
  private var demodulator: Demodulator
  private let level: Double
  private let proofByteCount: Int
  private let isProof: @Sendable (_ proof: [UInt8], _ request: RepeatRequest) -> Bool
  private let onEvent: @Sendable (Event) -> Void

  /// Plans to send.
  ///
  /// - Parameters:
  ///   - message: What to send.
  ///   - settings: What is enough; and how many bytes behind a request prove who says it.
  ///   - level: The peak level, in dBFS, in -120...0.
  ///   - sampleRate: Of the microphone, in hertz.
  ///   - generator: Draws how long it waits, so that two senders do not speak in step.
  ///   - isProof: Whether the bytes behind a request prove it. Is asked only if the settings say that
  ///     there are such bytes; without them everybody's requests are believed.
  ///   - onEvent: Called for everything that happens.
  /// - Throws: ``SoundModem/ModemError`` if the sample rate cannot carry the band.
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

  /// The packets have sounded.
  public mutating func hasSpoken(at now: Double) {
    dialogue.hasSpoken(at: now)
    onEvent(.listening(packetCount: dialogue.packetCount))
  }

  /// Whether the dialogue has an outcome.
  public func isOver(at now: Double) -> Bool { dialogue.outcome != nil }
}

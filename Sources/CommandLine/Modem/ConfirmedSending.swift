import Pairing
import SoundModem

/// Sends a message, and what receivers still lack, until they have confirmed it.
struct ConfirmedSending: TurnTaker {
  private(set) var dialogue: SendingDialogue
  private var demodulator: Demodulator
  private let level: Double
  private let proof: Proof?
  private let status = StatusLine()

  /// Whose receipts are believed, and of what.
  struct Proof: Sendable {
    /// What only the paired device has.
    var secret: PairedSecret
    /// All bytes of the message, with its signature.
    var message: [UInt8]
  }

  /// - Parameters:
  ///   - message: What to send.
  ///   - proof: Whose receipts are believed; `nil` for everybody's.
  ///   - receiverCount: How many receivers must confirm, in 1...16.
  ///   - level: The peak level, in dBFS.
  ///   - sampleRate: Of the microphone, in hertz.
  /// - Throws: `ModemError` if the sample rate cannot carry the band.
  init(
    _ message: OutgoingMessage, proof: Proof? = nil, receiverCount: Int, level: Double,
    sampleRate: Double
  ) throws(ModemError) {
    var settings = SendingDialogue.Settings()
    settings.receiverCount = receiverCount
    if proof != nil { settings.proofByteCount = PairedSecret.proofByteCount }
    self.proof = proof
    var random = SystemRandomNumberGenerator()
    dialogue = SendingDialogue(message, settings: settings, at: 0, using: &random)
    demodulator = try Demodulator(band: message.band, sampleRate: sampleRate)
    self.level = level
  }

  mutating func hear(_ block: [Float], at now: Double) {
    demodulator.append(block.span)
    while let packet = demodulator.next() { take(packet, at: now) }
  }

  /// Takes what was heard.
  mutating func take(_ packet: ReceivedPacket, at now: Double) {
    guard let packet = believed(packet), let request = dialogue.hear(packet, at: now) else {
      return
    }
    status.show(
      request.isReceipt
        ? "confirmed" : "asked for \(request.wantedCount) more, \(request.heardCount) arrived")
  }

  /// A packet without its proof; `nil` for a request that anybody may have said.
  private func believed(_ packet: ReceivedPacket) -> ReceivedPacket? {
    guard let proof else { return packet }
    guard let (plain, said) = packet.request(withProofOf: PairedSecret.proofByteCount) else {
      return RepeatRequest(packet) == nil ? packet : nil
    }
    guard let request = RepeatRequest(plain) else { return nil }
    let message = request.isReceipt ? proof.message : nil
    return proof.secret.isProof(said, of: request.bytes, about: message) ? plain : nil
  }

  mutating func sound(toPlayAt now: Double) -> TurnSound? {
    guard let turn = dialogue.turn(at: now) else { return nil }
    status.show("sending \(turn.packetCount) of \(dialogue.packetCount) packets so far")
    let level = level
    return {
      let sound = try MessageSender(turn, level: level, sampleRate: $0)
      return SentSound(sound, count: sound.count)
    }
  }

  mutating func hasSpoken(at now: Double) {
    dialogue.hasSpoken(at: now)
    status.show("\(dialogue.packetCount) packets were sent; waiting for an answer")
  }

  func isOver(at now: Double) -> Bool { dialogue.outcome != nil }

  private func confirmer(_ count: Int) -> String {
    if proof != nil { return "the paired device" }
    return count == 1 ? "a receiver" : "\(count) receivers"
  }

  /// Says how it ended.
  ///
  /// - Returns: Whether enough receivers have confirmed.
  func report() -> Bool {
    status.clear()
    let count = dialogue.confirmedCount
    if dialogue.outcome == .confirmed {
      complain(
        """
        Confirmed by \(confirmer(count)); \
        \(dialogue.packetCount) packets were sent, of which \(dialogue.message.neededCount) had to arrive.
        """)
      return true
    }
    let lacking = dialogue.lackingCount
    let answered = lacking > 0 ? " \(lacking) asked for more parts." : ""
    complain(
      """
      Not confirmed: \(count) receivers said that they have it.\(answered) It may have arrived \
      nevertheless. Is kammerton receive --answer\(proof == nil ? "" : " --secret FILE") running, \
      and can both hear each other (kammerton band-test)?
      """)
    return false
  }
}

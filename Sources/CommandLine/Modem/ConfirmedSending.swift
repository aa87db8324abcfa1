import SoundModem

/// Sends a message, and what receivers still lack, until they have confirmed it.
struct ConfirmedSending: TurnTaker {
  private(set) var dialogue: SendingDialogue
  private var demodulator: Demodulator
  private let level: Double
  private let status = StatusLine()

  /// - Parameters:
  ///   - message: What to send.
  ///   - receiverCount: How many receivers must confirm, in 1...16.
  ///   - level: The peak level, in dBFS.
  ///   - sampleRate: Of the microphone, in hertz.
  /// - Throws: `ModemError` if the sample rate cannot carry the band.
  init(
    _ message: OutgoingMessage, receiverCount: Int, level: Double, sampleRate: Double
  ) throws(ModemError) {
    var settings = SendingDialogue.Settings()
    settings.receiverCount = receiverCount
    var random = SystemRandomNumberGenerator()
    dialogue = SendingDialogue(message, settings: settings, at: 0, using: &random)
    demodulator = try Demodulator(band: message.band, sampleRate: sampleRate)
    self.level = level
  }

  mutating func hear(_ block: [Float], at now: Double) {
    demodulator.append(block.span)
    while let packet = demodulator.next() {
      guard let request = dialogue.hear(packet, at: now) else { continue }
      status.show(
        request.isReceipt
          ? "confirmed" : "asked for \(request.wantedCount) more, \(request.heardCount) arrived")
    }
  }

  mutating func sound(toPlayAt now: Double) -> TurnSound? {
    guard let turn = dialogue.turn(at: now) else { return nil }
    status.show("sending \(turn.packetCount) of \(dialogue.packetCount) packets so far")
    let level = level
    return { SentSound(try MessageSender(turn, level: level, sampleRate: $0)) }
  }

  mutating func hasSpoken(at now: Double) {
    dialogue.hasSpoken(at: now)
    status.show("\(dialogue.packetCount) packets were sent; waiting for an answer")
  }

  func isOver(at now: Double) -> Bool { dialogue.outcome != nil }

  /// Says how it ended.
  ///
  /// - Returns: Whether enough receivers have confirmed.
  func report() -> Bool {
    status.clear()
    let count = dialogue.confirmedCount
    if dialogue.outcome == .confirmed {
      complain(
        """
        Confirmed by \(count == 1 ? "a receiver" : "\(count) receivers"); \
        \(dialogue.packetCount) packets were sent, of which \(dialogue.message.neededCount) had to arrive.
        """)
      return true
    }
    let lacking = dialogue.lackingCount
    let answered = lacking > 0 ? " \(lacking) asked for more parts." : ""
    complain(
      """
      Not confirmed: \(count) receivers said that they have it.\(answered) It may have arrived \
      nevertheless. Is kammerton receive --answer running, and can both hear each other \
      (kammerton band-test)?
      """)
    return false
  }
}

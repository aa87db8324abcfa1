import CommandIO
package import LiveModem
package import Pairing
package import SoundModem

/// What a person who sends sees while it is waited for receipts, and at the end.
package struct SendingReport: Sendable {
  /// Whether only the paired device is believed.
  var isPaired: Bool
  private let status = StatusLine()

  package init(isPaired: Bool) { self.isPaired = isPaired }

  package func take(_ event: ConfirmedSending.Event) {
    switch event {
    case .speaking(let turn, let count):
      status.show("sending \(turn) of \(count) packets so far")
    case .listening(let count): status.show("\(count) packets were sent; waiting for an answer")
    case .answered(let request):
      status.show(
        request.isReceipt
          ? "confirmed" : "asked for \(request.wantedCount) more, \(request.heardCount) arrived")
    }
  }

  private func confirmer(_ count: Int) -> String {
    if isPaired { return "the paired device" }
    return count == 1 ? "a receiver" : "\(count) receivers"
  }

  /// Says how it ended.
  ///
  /// - Returns: Whether enough receivers have confirmed.
  package func finish(_ dialogue: SendingDialogue) -> Bool {
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
      nevertheless. Is kammerton receive --answer\(isPaired ? " --secret FILE" : "") running, \
      and can both hear each other (kammerton band-test)?
      """)
    return false
  }
}

/// Whose receipts are believed, and of what.
package struct PairedProof: Sendable {
  /// What only the paired device has.
  var secret: PairedSecret
  /// All bytes of the message, with its signature.
  package var message: [UInt8]

  package init(secret: PairedSecret, message: [UInt8]) {
    self.secret = secret
    self.message = message
  }

  package func holds(_ proof: [UInt8], _ request: RepeatRequest) -> Bool {
    secret.isProof(proof, of: request.bytes, about: request.isReceipt ? message : nil)
  }
}

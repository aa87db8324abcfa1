import CommandKit
package import LiveModem
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
      status.show("sending packets: \(turn) now, \(count) in all")
    case .listening(let count): status.show("packets sent: \(count); waiting for an answer")
    case .answered(let request):
      status.show(
        request.isReceipt
          ? "confirmed"
          : "parts arrived: \(request.heardCount), still missing: \(request.wantedCount)")
    }
  }

  private func confirmer(_ count: Int) -> String {
    if isPaired { return "the paired device" }
    return count == 1 ? "one receiver" : "\(count) receivers"
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
        Confirmed by \(confirmer(count)). Packets sent: \(dialogue.packetCount); \
        needed: \(dialogue.message.neededCount).
        """)
      return true
    }
    let lacking = dialogue.lackingCount
    let answered = lacking > 0 ? " Receivers that asked for more parts: \(lacking)." : ""
    complain(
      """
      Not confirmed. Receivers that confirmed: \(count).\(answered) The message may have arrived \
      anyway. Check that kammerton receive --answer\(isPaired ? " --secret FILE" : "") is running, \
      and test the sound with kammerton band-test.
      """)
    return false
  }
}

/// Whose receipts are believed, and of what.
package struct PairedProof: Sendable {
  /// What only the paired device has.
  var secret: any MessageSecret
  /// All bytes of the message, with its signature.
  package var message: [UInt8]

  /// The number of bytes of a proof.
  package var byteCount: Int { secret.proofByteCount }

  package init(secret: any MessageSecret, message: [UInt8]) {
    self.secret = secret
    self.message = message
  }

  package func holds(_ proof: [UInt8], _ request: RepeatRequest) -> Bool {
    secret.isProof(proof, of: request.bytes, about: request.isReceipt ? message : nil)
  }
}

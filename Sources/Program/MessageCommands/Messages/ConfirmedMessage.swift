import CommandKit
import LiveAudio
import LiveModem
import SoundModem

/// The status line of `send --confirm`, and its result at the end.
struct SendingReport: Sendable {
  /// `true` if only the paired device can confirm.
  var isPaired: Bool
  private let status = StatusLine()

  init(isPaired: Bool) { self.isPaired = isPaired }

  func show(_ event: ConfirmedSending.Event) {
    switch event {
    case .changedMode(let from, let to):
      status.clear()
      complain(
        "No answer in the mode \(from.name), so the message goes on in \(to.name), which is surer."
      )
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

  /// Reports the result.
  ///
  /// - Returns: `true` if enough receivers have confirmed.
  func finish(_ dialogue: SendingDialogue) -> Bool {
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
      and test the sound with kammerton doctor band-test.
      """)
    return false
  }
}

/// The check that requests and receipts of a message come from the paired device.
struct PairedProof: Sendable {
  /// The secret that both devices share.
  var secret: any MessageSecret
  /// All bytes of the message, with its signature.
  var message: [UInt8]

  /// The number of bytes of a proof.
  var byteCount: Int { secret.proofByteCount }

  init(secret: any MessageSecret, message: [UInt8]) {
    self.secret = secret
    self.message = message
  }

  func holds(_ proof: [UInt8], _ request: RepeatRequest) -> Bool {
    secret.isProof(proof, of: request.bytes, about: request.isReceipt ? message : nil)
  }
}

/// A secret of two paired devices, so that nobody else can fake a message between them, or the
/// answer to one.
///
/// A protocol, because keys need a library that only `kammerton-network` links.
package protocol MessageSecret: Sendable {
  /// The number of bytes of a ``proof(of:about:)``.
  static var proofByteCount: Int { get }

  /// Returns a payload with the signature before it.
  func signed(_ payload: [UInt8]) -> [UInt8]

  /// Returns the payload of a message; `nil` if the other device has not signed it.
  func payload(ofSigned message: [UInt8]) -> [UInt8]?

  /// Returns a proof of who requests parts of a message, or confirms it.
  ///
  /// - Parameters:
  ///   - request: The bytes of the request.
  ///   - message: All bytes of the signed message that is confirmed; `nil` for a request for parts.
  /// - Returns: As many bytes as ``proofByteCount``.
  func proof(of request: [UInt8], about message: [UInt8]?) -> [UInt8]

  /// Returns `true` if the other device made such a proof.
  func isProof(_ proof: [UInt8], of request: [UInt8], about message: [UInt8]?) -> Bool
}

extension MessageSecret {
  /// The number of bytes of a proof by this secret.
  var proofByteCount: Int { Self.proofByteCount }
}

extension HalfDuplex {
  /// Starts a task that stops the conversation after a time, even while its microphone is being
  /// opened.
  ///
  /// - Parameters:
  ///   - source: The microphone.
  ///   - timeout: In seconds; `nil` for no limit.
  /// - Returns: The task; cancel it when the conversation has ended.
  func stop(_ source: any AudioSource, after timeout: Double?) -> Task<Void, Never> {
    Task {
      guard let timeout, (try? await Task.sleep(for: .seconds(timeout))) != nil else { return }
      stop()
      await source.stop()
    }
  }
}

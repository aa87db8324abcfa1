@testable import KammertonNetwork
@testable import LiveModem
@testable import MessageCommands
import Pairing
import SignalProcessing
@testable import SoundModem
import Testing

@Suite("Receipts of a paired device")
struct PairedReceiptTests {
  private let secret: PairedSecret
  private let payload = Array("see you at eight".utf8)

  init() throws {
    secret = try #require(PairedSecret((0..<32).map { UInt8($0) }))
  }

  /// A sender that has just played its message.
  private func sending(
    _ bytes: [UInt8], believing proof: PairedProof?
  ) throws -> (sending: ConfirmedSending, mark: MessageMark) {
    var random = SeededGenerator(seed: 5)
    let message = try OutgoingMessage(bytes, mode: .room, band: .audible, using: &random)
    var settings = SendingDialogue.Settings()
    if proof != nil { settings.proofByteCount = PairedSecret.proofByteCount }
    var sending = try ConfirmedSending(
      message, settings: settings, sampleRate: 48_000, using: &random,
      isProof: { proof?.holds($0, $1) ?? false })
    _ = sending.sound(toPlayAt: 0)
    sending.hasSpoken(at: 5)
    return (sending, message.mark)
  }

  private func packet(_ payload: [UInt8]) -> ReceivedPacket {
    ReceivedPacket(
      payload: payload, isPart: true, band: .audible, mode: .room, time: 5, speed: 0,
      channel: ChannelQuality(signalToNoise: 20, level: -20, echo: -20, delaySpread: 0))
  }

  private func receipt(_ mark: MessageMark, wantedCount: Int = 0) -> RepeatRequest {
    RepeatRequest(
      mark: mark, receiver: 7, heardCount: wantedCount == 0 ? mark.neededCount : 0,
      wantedCount: wantedCount)
  }

  @Test("with a secret only the paired device's receipt counts; without one, anybody's")
  func forged() throws {
    let bytes = secret.signed(payload)
    let other = try #require(PairedSecret([UInt8](repeating: 9, count: 32)))
    let proof = PairedProof(secret: secret, message: bytes)
    let played = try sending(bytes, believing: proof)
    var paired = played.sending
    let said = receipt(played.mark).bytes
    let earlier = secret.proof(of: said, about: secret.signed(payload))
    for forgery in [
      [], [UInt8](repeating: 0, count: 8), other.proof(of: said, about: bytes), earlier,
      secret.proof(of: said, about: nil),
    ] {
      paired.process(packet(said + forgery), at: 6)
      #expect(!paired.isOver(at: 6) && paired.dialogue.confirmedCount == 0)
    }
    paired.process(packet(said + secret.proof(of: said, about: bytes)), at: 7)
    #expect(paired.isOver(at: 7) && paired.dialogue.outcome == .confirmed)

    var open = try sending(bytes, believing: nil).sending
    open.process(packet(said), at: 6)
    #expect(open.dialogue.outcome == .confirmed)
  }

  @Test("parts are sent again at the request of the paired device alone")
  func wishes() throws {
    let bytes = secret.signed([UInt8](repeating: 1, count: 400))
    let proof = PairedProof(secret: secret, message: bytes)
    let played = try sending(bytes, believing: proof)
    var paired = played.sending
    let wish = receipt(played.mark, wantedCount: played.mark.neededCount).bytes
    paired.process(packet(wish), at: 6)
    #expect(paired.dialogue.lackingCount == 0)
    paired.process(packet(wish + secret.proof(of: wish, about: nil)), at: 6)
    #expect(paired.dialogue.lackingCount == 1)
  }

  @Test("the receiver accepts a message that the paired device signed, and proves that it has it")
  func receiving() throws {
    var receiving = AnsweredOutput(
      ReceivedOutput(path: nil, asObjects: false), isOnce: true, secret: secret)
    let bytes = secret.signed(payload)
    func message(_ payload: [UInt8]) -> ReceivedMessage {
      ReceivedMessage(
        payload: payload, id: nil, packetCount: 1, band: .audible, mode: .room, time: 0,
        lastTime: 0, speed: 0,
        channel: ChannelQuality(signalToNoise: 20, level: -20, echo: -20, delaySpread: 0))
    }
    #expect(receiving.authentic(message(payload)) == nil)
    #expect(receiving.authentic(message(bytes))?.payload == payload)
    let said = receipt(message(bytes).mark)
    #expect(secret.isProof(receiving.proof(of: said), of: said.bytes, about: bytes))
  }

  @Test("without the secret only the payload of a signed message is delivered, and marked as such")
  func unchecked() {
    #expect(
      SignedMessage.mark.count + SignedMessage.signatureByteCount == PairedSecret.signatureByteCount
    )
    for (content, name) in [
      (payload, nil), ([], nil), ([28, 255] + payload, nil),
      (NamedFile(name: "a.txt", bytes: payload).message, "a.txt"),
    ] as [([UInt8], String?)] {
      let sent = name == nil ? NamedFile.message(of: content) : content
      var heard = HeardMessage(
        payload: secret.signed(sent), band: "A", mode: "room", packetCount: 1, time: 0)
      let unwrapped = heard.unwrapped
      #expect(unwrapped.payload == (name == nil ? content : payload))
      #expect(unwrapped.isSigned && unwrapped.name == name)
      // What `send` sends without a secret is never taken for a signed message.
      heard.payload = sent
      #expect(!heard.unwrapped.isSigned)
      #expect(heard.unwrapped.payload == unwrapped.payload)
      // Protocols of others have no signatures.
      heard.payload = secret.signed(sent)
      heard.mode = "ggwave-u-fast"
      #expect(heard.unwrapped == heard)
    }
  }

  @Test("a proof costs a request 8 bytes of sound, for which both sides wait")
  func pace() {
    let plain = DialoguePace(mode: .room, band: .audible, packetSize: 40)
    let proven = DialoguePace(mode: .room, band: .audible, packetSize: 40, proofByteCount: 8)
    #expect(proven.request == ModemMode.room.duration(ofPacket: 21, band: .audible))
    #expect(proven.request > plain.request && proven.part == plain.part)
  }
}

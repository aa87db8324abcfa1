import LiveModem
import SignalProcessing
import SoundModem
import Testing
import ToneGeneration

/// Keeps what arrives, and wants one message.
private struct Inbox: AnsweringHandler {
  var payloads: [[UInt8]] = []
  var secret: [UInt8] = []

  var isDone: Bool { !payloads.isEmpty }
  mutating func take(_ message: ReceivedMessage) { payloads.append(message.payload) }
  func proof(of request: RepeatRequest) -> [UInt8] { secret }
}

/// Someone who takes turns, with the loudspeaker beside the microphone of the other.
private struct Device<Taker: TurnTaking> {
  var taker: Taker
  var speech: ArraySlice<Float> = []

  mutating func step(_ block: [Float], at now: Double) throws -> [Float] {
    try taker.hear(block, at: now)
    if speech.isEmpty, let makeSound = taker.sound(toPlayAt: now) {
      var sound = try makeSound(16_000)
      while case let block = sound.render(frameCount: 4096), !block.isEmpty { speech += block }
    }
    guard !speech.isEmpty else { return [Float](repeating: 0, count: block.count) }
    let played = Array(speech.prefix(block.count))
    speech = speech.dropFirst(block.count)
    if speech.isEmpty { taker.hasSpoken(at: now) }
    return played + [Float](repeating: 0, count: block.count - played.count)
  }
}

@Suite("Conversations by sound")
struct ConversationTests {
  /// Lets the two talk for a minute, or until both have ended.
  private func talk(
    secret: [UInt8] = [], isProof: @escaping @Sendable ([UInt8], RepeatRequest) -> Bool
  ) throws -> (sending: ConfirmedSending, receiving: AnsweringReceiver<Inbox>) {
    var random = SeededGenerator(seed: 3)
    let message = try OutgoingMessage(
      (0..<200).map { UInt8($0) }, mode: .touch, band: .audible, using: &random)
    var settings = SendingDialogue.Settings()
    settings.proofByteCount = secret.count
    let sending = try ConfirmedSending(
      message, settings: settings, sampleRate: 16_000, using: &random, isProof: isProof)
    let receiver = try MessageReceiver(
      bands: [.audible], sampleRate: 16_000, settings: AnsweringReceiver<Inbox>.settings)
    let answering = AnsweringReceiver(
      receiver, handler: Inbox(secret: secret), proofByteCount: secret.count, using: &random)
    var (sender, answerer) = (Device(taker: sending), Device(taker: answering))
    var (now, air, answer) = (0.0, [Float](repeating: 0, count: 800), [Float]())
    while now < 60, !sender.taker.isOver(at: now) || !answerer.taker.isOver(at: now) {
      now += 0.05
      answer = try answerer.step(air, at: now)
      air = try sender.step(answer, at: now)
    }
    return (sender.taker, answerer.taker)
  }

  @Test("a message arrives once, and is confirmed")
  func confirmed() throws {
    let (sending, receiving) = try talk { _, _ in false }
    #expect(sending.dialogue.outcome == .confirmed)
    #expect(receiving.handler.payloads == [(0..<200).map { UInt8($0) }])
    #expect(receiving.openMessages.isEmpty)
  }

  @Test("where receipts need a proof, only one with it counts")
  func proofs() throws {
    let secret: [UInt8] = [1, 2, 3, 4]
    let (believed, _) = try talk(secret: secret) { proof, request in
      proof == secret && request.heardCount >= 0
    }
    #expect(believed.dialogue.outcome == .confirmed)
    let (doubted, receiving) = try talk(secret: secret) { _, _ in false }
    #expect(doubted.dialogue.confirmedCount == 0 && receiving.handler.payloads.count == 1)
  }
}

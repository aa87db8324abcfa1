import LiveModem
import SignalProcessing
import SoundModem
import Synchronization
import Testing
import ToneGeneration
import _TestSignals

@Suite("Confirmed messages through a loudspeaker whose phase wanders")
struct SurerModeTests {
  private static let rate = 48_000.0

  /// What a user is told about the modes.
  private final class Changes: Sendable {
    let modes = Mutex<[ModemMode]>([])
  }

  /// Someone who talks through a loudspeaker.
  private struct Device<Taker: TurnTaking> {
    var taker: Taker
    let loudspeaker: WanderingPhase?
    private var speech: ArraySlice<Float> = []

    init(_ taker: Taker, _ loudspeaker: WanderingPhase?) {
      (self.taker, self.loudspeaker) = (taker, loudspeaker)
    }

    mutating func step(_ block: [Float], at now: Double) throws -> [Float] {
      try taker.hear(block, at: now)
      if speech.isEmpty, let makeSound = taker.sound(toPlayAt: now) {
        var (sound, turn) = (try makeSound(SurerModeTests.rate), [Float]())
        while case let block = sound.render(frameCount: 4096), !block.isEmpty { turn += block }
        // The phases do not matter to the modes that follow, so they may start anew.
        speech = loudspeaker?.carry(turn, sampleRate: SurerModeTests.rate)[...] ?? turn[...]
      }
      guard !speech.isEmpty else { return [Float](repeating: 0, count: block.count) }
      let played = Array(speech.prefix(block.count))
      speech = speech.dropFirst(block.count)
      if speech.isEmpty { taker.hasSpoken(at: now) }
      return played + [Float](repeating: 0, count: block.count - played.count)
    }
  }

  private struct Inbox: AnsweringHandler {
    var payloads: [[UInt8]] = []
    var modes: [ModemMode] = []
    var isDone: Bool { !payloads.isEmpty }

    mutating func take(_ message: ReceivedMessage) {
      payloads.append(message.payload)
      modes.append(message.mode)
    }
  }

  /// Lets a sender and a receiver talk in band X for at most 10 minutes of sound.
  private func talk(
    _ payload: [UInt8], through loudspeaker: WanderingPhase?
  ) throws -> (outcome: SendingDialogue.Outcome?, inbox: Inbox, changes: [ModemMode]) {
    var random = SeededGenerator(seed: 3)
    let message = try OutgoingMessage(payload, mode: .desk, band: .extended, using: &random)
    let changes = Changes()
    let sending = try ConfirmedSending(
      message, sampleRate: Self.rate, using: &random,
      onEvent: { event in
        guard case .changedMode(let from, let to) = event else { return }
        changes.modes.withLock { $0 += [from, to] }
      })
    let receiver = try MessageReceiver(
      bands: [.extended], sampleRate: Self.rate, settings: AnsweringReceiver<Inbox>.settings)
    var sender = Device(sending, loudspeaker)
    var answerer = Device(AnsweringReceiver(receiver, handler: Inbox(), using: &random), nil)
    var (now, air, answer) = (0.0, [Float](repeating: 0, count: 4800), [Float]())
    while now < 600, !sender.taker.isOver(at: now) {
      now += 0.1
      answer = try answerer.step(air, at: now)
      air = try sender.step(answer, at: now)
    }
    return (
      sender.taker.dialogue.outcome, answerer.taker.handler, changes.modes.withLock { $0 }
    )
  }

  @Test(
    "16 bytes through the telephone, and 300 through 0.8 rad, do not arrive in desk, but in room or far"
  )
  func falls() throws {
    try arrivesInSurerMode(16, .phone(seed: 1))
    try arrivesInSurerMode(300, WanderingPhase(bandwidth: 30, seed: 1) { _ in 0.8 })
  }

  private func arrivesInSurerMode(_ count: Int, _ loudspeaker: WanderingPhase) throws {
    let payload = (0..<count).map { UInt8(truncatingIfNeeded: 7 * $0) }
    let (outcome, inbox, changes) = try talk(payload, through: loudspeaker)
    #expect(outcome == .confirmed)
    #expect(inbox.payloads == [payload])
    #expect(changes.prefix(2) == [.desk, .room])
    #expect(inbox.modes == [changes.last])
  }

  @Test("where phases carry, it stays in desk")
  func stays() throws {
    let (outcome, inbox, changes) = try talk([1, 2, 3], through: nil)
    #expect(outcome == .confirmed && inbox.modes == [.desk] && changes.isEmpty)
  }
}

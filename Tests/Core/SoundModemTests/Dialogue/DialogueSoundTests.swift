import SignalProcessing
import Testing
import ToneGeneration

@testable import SoundModem

@Suite("Dialogues by sound")
struct DialogueSoundTests {
  private static let sampleRate = 48_000.0

  private func sound(_ turn: OutgoingMessage) throws -> [Float] {
    var sender = try MessageSender(turn, sampleRate: Self.sampleRate)
    return sender.render(frameCount: Int(sender.count)) + [Float](repeating: 0, count: 9600)
  }

  private func events(
    in samples: [Float], _ receiver: inout MessageReceiver
  ) -> [MessageEvent] {
    receiver.events(in: samples, blockSizes: [4096])
  }

  @Test(
    "parts that noise destroyed are asked for, sent and confirmed",
    arguments: [ModemMode.touch, .desk, .room])
  func repair(mode: ModemMode) throws {
    var generator = SeededGenerator(seed: 1)
    let payload = bytes(1000, seed: 1)
    let message = try OutgoingMessage(
      payload, mode: mode, band: .ultrasonic, repairShare: 0, using: &generator)
    var sending = SendingDialogue(message, at: 0, using: &generator)
    var receiving = ReceivingDialogue(using: &generator)
    var receiver = try MessageReceiver(bands: [.ultrasonic], sampleRate: Self.sampleRate)
    var ear = try Demodulator(band: .ultrasonic, sampleRate: Self.sampleRate)
    var (now, delivered, requests) = (0.0, [[UInt8]](), [RepeatRequest]())
    // In turns: who speaks is heard by both, as by microphones beside both loudspeakers.
    while sending.outcome == nil, now < 200 {
      now += 0.1
      var samples: [Float] = []
      if let turn = sending.turn(at: now) {
        samples = try sound(turn)
        if requests.isEmpty { destroyMiddle(of: &samples) }
        sending.hasSpoken(at: now)
      } else if case .say(let outgoing) = receiving.next(at: now) {
        requests.append(outgoing.request)
        var modulator = try outgoing.sound(sampleRate: Self.sampleRate)
        samples = modulator.render(frameCount: Int(modulator.count))
        samples += [Float](repeating: 0, count: 9600)
        receiving.hasSpoken(at: now)
      }
      for event in events(in: samples, &receiver) {
        if case .message(let message) = event { delivered.append(message.payload) }
        receiving.hear(event, at: now)
      }
      ear.append(samples.span)
      while let packet = ear.next() { sending.hear(packet, at: now) }
    }
    #expect(sending.outcome == .confirmed)
    #expect(delivered == [payload])
    #expect(requests.count == 2)
    #expect(requests.first?.wantedCount ?? 0 >= 1 && requests.last?.isReceipt == true)
    #expect(receiver.rejectedPacketCount == 0 && receiver.openMessages.isEmpty)
  }

  /// Noise far louder than the packets, for the middle half.
  private func destroyMiddle(of samples: inout [Float]) {
    var noise = SeededGenerator(seed: 9)
    for index in samples.count / 4..<samples.count * 3 / 4 {
      samples[index] += 6 * Float(noise.nextUniform() - 0.5)
    }
  }
}

import SoundModem
import ToneGeneration
import Testing

@testable import WebCore

@Suite("The modem behind the C interface")
struct AirCoreTests {
  /// Settings in their order: number of bytes, band, distance, whether it is exact, level, number.
  private func prepare(_ sender: AirSender, _ payload: [UInt8], _ numbers: [Double]) -> Bool {
    for (index, byte) in payload.enumerated() { sender.payload[index] = byte }
    sender.settings[AirSettings.Field.payloadCount] = Double(payload.count)
    for (index, number) in numbers.enumerated() { sender.settings[1 + index] = number }
    return sender.prepare()
  }

  private func samples(of sender: AirSender) -> [Float] {
    var samples: [Float] = []
    var rendered = 128
    while rendered == 128 {
      rendered = sender.render(128)
      samples += (0..<rendered).map { sender.output[$0] }
    }
    return samples
  }

  private func events(_ receiver: AirReceiver, _ samples: [Float]) -> [AirReceiver.Kind] {
    var kinds: [AirReceiver.Kind] = []
    for start in stride(from: 0, to: samples.count, by: 512) {
      let block = samples[start..<min(samples.count, start + 512)]
      for (index, sample) in block.enumerated() { receiver.input[index] = sample }
      receiver.push(block.count)
      while let kind = receiver.next() { kinds.append(kind) }
    }
    return kinds
  }

  @Test("sends what MessageSender sends, to the bit")
  func sameWave() throws {
    let sender = AirSender(sampleRate: 48_000)
    #expect(prepare(sender, [1, 2, 3], [0, 3, 1, -6, 0]))
    var random = SystemRandomNumberGenerator()
    let message = try OutgoingMessage([1, 2, 3], mode: .room, using: &random)
    var native = try MessageSender(message, sampleRate: 48_000)
    let wanted = native.render(frameCount: Int(native.count))
    #expect(samples(of: sender) == wanted)
    #expect(Int(sender.status[AirSender.Field.sampleCount]) == wanted.count)
  }

  @Test("hears a message of 9 parts with its progress, and writes payload, band and mode")
  func parts() throws {
    let payload = (0..<2000).map { UInt8(truncatingIfNeeded: $0) }
    let sender = AirSender(sampleRate: 16_000)
    #expect(prepare(sender, payload, [2, 1, 1, -6, 77]))
    let receiver = try #require(AirReceiver(bands: [.audible], sampleRate: 16_000))
    let silence = [Float](repeating: 0, count: 8000)
    let kinds = events(receiver, silence + samples(of: sender) + silence)
    #expect(kinds.filter { $0 == .progress }.count == 8)
    #expect(kinds.filter { $0 == .message }.count == 1)
    // What comes after the message are repair parts, which are packets alone.
    #expect(kinds.last == .packet)
  }

  @Test(
    "refuses 65 536 bytes, unknown bands and distances, a level above 0 dBFS and 25 bits",
    arguments: [
      [65_536, 0, 0, 0, -6, 0], [1, 3, 0, 0, -6, 0], [1, 0, 6, 0, -6, 0], [1, 0, 0, 1, -6, 0],
      [1, 0, 0, 0, 0.1, 0], [1, 0, 0, 0, -6, 16_777_216], [-1, 0, 0, 0, -6, 0],
      [1.5, 0, 0, 0, -6, 0],
    ])
  func refusals(numbers: [Double]) {
    let sender = AirSender(sampleRate: 48_000)
    for (index, number) in numbers.enumerated() { sender.settings[index] = number }
    #expect(!sender.prepare())
    #expect(sender.render(128) == 0)
  }

  @Test("an input of 32 kHz cannot hear the band U, and one of 8 kHz none")
  func rates() {
    #expect(AirReceiver(bands: [.ultrasonic], sampleRate: 32_000) == nil)
    #expect(AirReceiver(bands: [], sampleRate: 32_000) != nil)
    #expect(AirReceiver(bands: [], sampleRate: 8000) == nil)
  }

  @Test("16 bytes in U take 1.39 s in the mode room, which is that of no known distance")
  func plan() {
    #expect(airMode(16, 0, 0) == 2)
    #expect(abs(airDuration(16, 0, 3, true) - 1.39) < 0.01)
    #expect(abs(airDuration(140, 0, 0, false) - 3.95) < 0.02)
    #expect(airDuration(140, 0, 0, true) == -1)
    #expect(airMode(65_536, 0, 0) == -1)
    #expect(airDuration(16, 3, 3, true) == -1)
  }
}

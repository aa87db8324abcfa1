import SignalProcessing
import Testing
import ToneGeneration

@testable import SoundModem

@Suite("The sound of a message")
struct MessageSenderTests {
  @Test("its duration is known before: packets, with a gap between two of them")
  func duration() throws {
    let message = try outgoing(bytes(64, seed: 1))
    let sender = try MessageSender(message, sampleRate: 44_100)
    let packet = try Modulator(bytes(41, seed: 1), mode: .room, sampleRate: 44_100).count
    #expect(sender.count == 3 * packet + 2 * Int64(44_100 * message.mode.gap))
    #expect(sender.duration == Double(sender.count) / 44_100)
  }

  @Test("blocks of any size render the same, and silence after the end")
  func blocks() throws {
    let message = try outgoing(bytes(64, seed: 1))
    var whole = try MessageSender(message, gap: 0.01, sampleRate: 44_100)
    let wave = whole.render(frameCount: Int(whole.count) + 100)
    #expect(wave.count == Int(whole.count))
    #expect(whole.startedPacketCount == 3)
    #expect(whole.render(frameCount: 10).isEmpty)
    var pieces = try MessageSender(message, gap: 0.01, sampleRate: 44_100)
    var joined: [Float] = []
    for size in [1, 441, 50_000, 4096, 64, 1_000_000] { joined += pieces.render(frameCount: size) }
    #expect(joined == wave)
  }

  @Test("the duration of a message is that of its sound", arguments: ModemMode.allCases)
  func estimate(mode: ModemMode) throws {
    var generator = SeededGenerator(seed: 1)
    for count in [mode.largestPayload, mode.largestPayload + 1] {
      let message = try OutgoingMessage(bytes(count, seed: 1), mode: mode, using: &generator)
      let sender = try MessageSender(message, sampleRate: 44_100)
      let estimate = mode.duration(ofMessage: count, band: .ultrasonic)
      #expect(abs(sender.duration - estimate) < 0.001)
    }
  }

  @Test("one call sends any payload, in the mode that suits it")
  func anything() throws {
    var generator = SeededGenerator(seed: 1)
    for (count, mode) in [(0, ModemMode.room), (16, .room), (4096, .room)] {
      let payload = bytes(count, seed: 1)
      let sender = try MessageSender(payload, sampleRate: 48_000, using: &generator)
      #expect(sender.message.mode == mode)
      #expect(sender.message.payloadCount == count)
    }
    #expect(throws: ModemError.payloadTooLong(65_536, limit: 65_535)) {
      try MessageSender(
        [UInt8](repeating: 0, count: 65_536), atLeast: .touch, sampleRate: 48_000,
        using: &generator)
    }
  }

  @Test("what fits into a packet is said once in room mode, if the distance is not known")
  func saidOnce() throws {
    var generator = SeededGenerator(seed: 1)
    for count in [0, 63, 64, 140, 255] {
      let message = try OutgoingMessage(bytes(count, seed: 1), atLeast: nil, using: &generator)
      #expect((message.mode, message.packetCount) == (.room, 1))
    }
  }

  @Test("between the packets there is silence, and no packet is louder than the level")
  func gaps() throws {
    var sender = try MessageSender(
      try outgoing([1, 2], repetitions: 2), level: -20, gap: 0.5, sampleRate: 48_000)
    let wave = sender.render(frameCount: Int(sender.count))
    let packet = (wave.count - 24_000) / 2
    #expect(wave[packet..<packet + 24_000].allSatisfy { $0 == 0 })
    #expect(wave[..<packet] == wave[(packet + 24_000)...])
    #expect(Level(of: wave.span).peak <= -20)
  }

  @Test("gaps, levels and sample rates that cannot be are refused")
  func refusals() throws {
    let message = try outgoing([1])
    #expect(throws: ModemError.gapOutOfRange(-1)) {
      try MessageSender(message, gap: -1, sampleRate: 48_000)
    }
    #expect(throws: ModemError.levelOutOfRange(3)) {
      try MessageSender(message, level: 3, sampleRate: 48_000)
    }
    #expect(throws: ModemError.cannotHearBand(.ultrasonic, sampleRate: 16_000)) {
      try MessageSender(message, sampleRate: 16_000)
    }
    #expect(throws: ModemError.invalidSampleRate(.infinity)) {
      try MessageSender(message, sampleRate: .infinity)
    }
  }
}

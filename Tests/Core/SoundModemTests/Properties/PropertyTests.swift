import SignalProcessing
import Testing
import ToneGeneration
import _TestSignals

@testable import SoundModem

@Suite("Properties of messages")
struct PropertyTests {
  @Test("300 payloads of 0 to 4096 bytes survive any loss that the repair parts cover")
  func losses() throws {
    for seed in Soak.seeds(300) {
      var random = SeededGenerator(seed: seed)
      let payload = bytes(Int.random(in: 0...4096, using: &random), seed: seed)
      let mode = try #require(ModemMode.allCases.randomElement(using: &random))
      let message = try OutgoingMessage(payload, mode: mode, using: &random)
      var packets = message.heardPackets()
      packets.shuffle(using: &random)
      let needed = message.neededCount
      packets.removeLast(Int.random(in: 0...packets.count - needed, using: &random))
      packets += packets.shuffled(using: &random)
      var assembler = MessageAssembler()
      #expect(events(packets, &assembler).payloads == [payload], "seed \(seed)")
    }
  }

  @Test("16 messages at a time, with losses, repeats and forged parts, never mix: 20 times")
  func crowd() throws {
    for seed in Soak.seeds(20) {
      var random = SeededGenerator(seed: seed)
      let payloads = (0..<16).map { index in
        bytes(Int.random(in: 64...600, using: &random), seed: seed << 8 + index)
      }
      // Numbers repeat: only the lengths tell some of them apart, and sometimes nothing does.
      var packets = try payloads.indices.flatMap { index in
        try outgoing(payloads[index], repairShare: 1, seed: UInt64(index % 3)).heardPackets()
      }
      for _ in 0..<packets.count / 20 {
        let index = Int.random(in: 0..<packets.count, using: &random)
        var forged = packets[index].payload
        let bit = UInt8.random(in: 0..<8, using: &random)
        forged[Int.random(in: 0..<forged.count, using: &random)] ^= 1 << bit
        packets[index] = .heard(forged, isPart: true)
      }
      packets.shuffle(using: &random)
      var assembler = MessageAssembler()
      let delivered = events(packets, &assembler).payloads
      for payload in delivered { #expect(payloads.contains(payload), "seed \(seed)") }
      #expect(delivered.count > 4)
    }
  }

  @Test(
    "60 short payloads arrive, whatever band, rate, lead-in and blocks", arguments: Soak.seeds(60))
  func roundTrip(seed: UInt64) throws {
    let trip = RoundTrip(
      seed: seed, counts: 0...12, modes: [.touch, .desk, .room, .far], longestLead: 0.2)
    #expect(try trip.delivered(isFinished: false) == [trip.payload], "\(trip)")
  }

  @Test(
    "10 payloads in parts arrive, whatever band, rate, lead-in and blocks",
    arguments: Soak.seeds(10))
  func roundTripOfParts(seed: UInt64) throws {
    let trip = RoundTrip(seed: seed, counts: 256...300, modes: [.touch], longestLead: 0.2)
    #expect(try trip.delivered(isFinished: false) == [trip.payload], "\(trip)")
  }

  @Test("100 wrecks of sounds trap nowhere, and nothing is delivered that was not sent")
  func wrecks() throws {
    let payloads = [[1], [2, 3]] as [[UInt8]]
    let waves = try payloads.map { payload in
      var sender = try MessageSender(outgoing(payload), sampleRate: 48_000)
      return sender.render(frameCount: Int(sender.count))
    }
    var fuzzer = ModemFuzzer(waves, seed: 1)
    var receiver = try MessageReceiver(bands: [.ultrasonic], sampleRate: 48_000)
    for _ in 0..<Soak.count(100, times: 70) {
      for payload in receiver.events(in: fuzzer.next(), blockSizes: [4096]).payloads {
        #expect(payloads.contains(payload))
      }
    }
  }
}

import SignalProcessing
import Testing

@testable import SoundModem

@Suite("Senders that want to harm")
struct HostileSenderTests {
  @Test("10 000 new messages leave 16 open, and the one that is heard in between arrives")
  func endlessNumbers() throws {
    let payload = bytes(260, seed: 1)
    let honest = try outgoing(payload, seed: 7).heardPackets()
    var assembler = MessageAssembler()
    var told: [MessageEvent] = []
    for index in 0..<10_000 {
      if index % 10 == 0, index / 10 < honest.count {
        told += events([honest[index / 10]], &assembler)
      }
      let number = [UInt8(index & 255), UInt8(index >> 8), 0xEE]
      let part = number + [0xFF, 0xFF, 0, 0] + [UInt8](repeating: 1, count: 248)
      told += events([.heard(part, isPart: true, mode: .touch)], &assembler)
      #expect(assembler.openMessages.count <= 16)
    }
    #expect(told.payloads == [payload])
    #expect(told.reasons.count { $0 == .crowdedOut } == 10_000 - 16)
  }

  @Test("16 of the longest messages in turns keep no more bytes than the limit")
  func bytesKept() throws {
    var assembler = MessageAssembler()
    var most = 0
    for position in 0..<264 {
      for sender in 0..<16 {
        let header = [0, 0, UInt8(sender), 0xFF, 0xFF, UInt8(position >> 8), UInt8(position & 255)]
        let part = header.map { UInt8($0) } + [UInt8](repeating: 1, count: 248)
        assembler.append(.heard(part, isPart: true, mode: .touch))
        while assembler.next() != nil {}
        most = max(most, assembler.openByteCount)
      }
    }
    #expect(most > 260_000 && most <= 262_144)
  }

  @Test("parts with impossible lengths and places are counted, and open nothing")
  func impossible() {
    var assembler = MessageAssembler()
    let parts: [[UInt8]] = [
      [], [1], [1, 2, 3, 4, 5, 6, 7], [0, 0, 1, 0xFF, 0xFF, 0, 0, 1, 2],
      [0, 0, 1, 0, 99, 0xFF, 0xFF, 1, 2], [0, 0, 1, 0, 99, 0, 0, 1, 2, 3],
    ]
    let told = events(parts.map { .heard($0, isPart: true) }, &assembler)
    #expect(told.count == parts.count)
    #expect(assembler.rejectedPacketCount == 6)
    #expect(assembler.openMessages.isEmpty)
  }

  @Test("20 000 random packets that claim to be parts deliver nothing")
  func random() {
    var generator = SeededGenerator(seed: 1)
    var assembler = MessageAssembler()
    var delivered = 0
    var damaged = 0
    for index in 0..<20_000 {
      let count = generator.next() % 4 == 0 ? Int(generator.next() % 64) : 31
      var part = bytes(count, seed: UInt64(index))
      // A few numbers and lengths, so that messages do become complete.
      if part.count > 6 { part.replaceSubrange(0..<6, with: [0, 0, part[2] & 3, 0, 64, 0]) }
      let told = events([.heard(part, isPart: true)], &assembler)
      delivered += told.messages.count
      damaged += told.reasons.count { $0 == .damaged }
    }
    #expect(delivered == 0)
    #expect(damaged > 1000)
  }

  @Test("64 other packets make a first one forgotten, so that the memory of the past is bounded")
  func past() {
    var assembler = MessageAssembler()
    let packets = (0..<65).map { ReceivedPacket.heard([$0], isPart: false) }
    #expect(events(packets, &assembler).messages.count == 65)
    #expect(events([packets[64], packets[1]], &assembler).messages.isEmpty)
    #expect(events([packets[0]], &assembler).messages.count == 1)
  }
}

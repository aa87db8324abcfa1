import SignalProcessing
import Testing

@testable import SoundModem

@Suite("Payloads cut into packets")
struct OutgoingMessageTests {
  @Test("what fits into one packet is sent as it is", arguments: ModemMode.allCases)
  func whole(mode: ModemMode) throws {
    var generator = SeededGenerator(seed: 1)
    for count in [0, 1, mode.largestPayload] {
      var message = try OutgoingMessage(bytes(count, seed: 1), mode: mode, using: &generator)
      #expect(message.id == nil)
      #expect(message.packetCount == 1)
      #expect(message.packet(0) == bytes(count, seed: 1))
    }
    let count = mode.largestPayload + 1
    let message = try OutgoingMessage(bytes(count, seed: 1), mode: mode, using: &generator)
    #expect(message.neededCount == (mode == .desk ? 3 : 2))
  }

  @Test("a quarter more parts are sent, and at least one")
  func repair() throws {
    #expect(try outgoing(bytes(64, seed: 1)).packetCount == 2 + 1)
    #expect(try outgoing(bytes(1000, seed: 1)).neededCount == 18)
    #expect(try outgoing(bytes(1000, seed: 1)).packetCount == 18 + 5)
    #expect(try outgoing(bytes(1000, seed: 1), repairShare: 0).packetCount == 18 + 1)
    #expect(try outgoing(bytes(1000, seed: 1), repairShare: 4).packetCount == 18 * 5)
  }

  @Test("in packets of 63 bytes the longest message has 1171 parts, and 65536 bytes are refused")
  func longest() throws {
    let message = try outgoing([UInt8](repeating: 7, count: 65_535), repairShare: 0.01)
    #expect(message.neededCount == 1171)
    #expect(message.packetCount == 1183)
    #expect(throws: ModemError.payloadTooLong(65_536, limit: 65_535)) {
      try outgoing([UInt8](repeating: 7, count: 65_536))
    }
    let text = ModemError.payloadTooLong(65_536, limit: 65_535).description
    #expect(text.contains("65536") && text.contains("65535"))
  }

  @Test("a repetition sends other parts, and a single packet again")
  func repetitions() throws {
    let parts = try outgoing(bytes(200, seed: 1), repetitions: 3).heardPackets()
    let numbers = parts.compactMap { PartHeader($0.payload)?.partNumber }
    #expect(numbers == Array(0..<15))
    let packets = try outgoing([1, 2], repetitions: 3).heardPackets().map(\.payload)
    #expect(packets == [[1, 2], [1, 2], [1, 2]])
  }

  @Test("shares, repetitions and parts that cannot be are refused")
  func refusals() throws {
    #expect(throws: ModemError.repairShareOutOfRange(-0.5)) { try outgoing([1], repairShare: -0.5) }
    #expect(throws: (any Error).self) { try outgoing([1], repairShare: .nan) }
    #expect(throws: ModemError.repetitionsOutOfRange(0, limit: 32_768)) {
      try outgoing([1], repetitions: 0)
    }
    #expect(throws: ModemError.repetitionsOutOfRange(9000, limit: 6553)) {
      try outgoing(bytes(200, seed: 1), repetitions: 9000)
    }
    let message = try outgoing(bytes(200, seed: 1))
    #expect(throws: ModemError.partNumberOutOfRange(32_768, limit: 32_767)) {
      try message.parts([0, 32_768])
    }
    #expect(throws: ModemError.partNumberOutOfRange(1, limit: 0)) { try outgoing([1]).parts([1]) }
  }

  @Test("messages of one seed have one number, those of others have others")
  func numbers() throws {
    let payload = bytes(200, seed: 1)
    let ids = try (0..<100).map { try outgoing(payload, seed: $0).id }
    #expect(Set(ids).count == 100)
    #expect(try outgoing(payload, seed: 5).id == ids[5])
  }
}

import SignalProcessing
import Testing
import _TestSignals

@testable import SoundModem

@Suite("Requests for further parts")
struct RepeatRequestTests {
  private func request(
    _ message: OutgoingMessage, heard: Int, wanted: Int, receiver: UInt16 = 0xBEEF
  ) -> RepeatRequest {
    RepeatRequest(mark: message.mark, receiver: receiver, heardCount: heard, wantedCount: wanted)
  }

  private func read(_ bytes: [UInt8], isPart: Bool = true) -> RepeatRequest? {
    RepeatRequest(.heard(bytes, isPart: isPart))
  }

  @Test("13 bytes say what the document says")
  func format() throws {
    let message = try outgoing(bytes(1000, seed: 1))
    let id = try #require(message.id)
    let number = [16, 8, 0].map { UInt8(truncatingIfNeeded: id.number >> UInt32($0)) }
    // 18 parts of 56 bytes; 7 have arrived.
    let request = request(message, heard: 7, wanted: 12)
    #expect(request.bytes == number + [0x03, 0xE8, 0x80, 28, 0xBE, 0xEF, 0, 7, 0, 12])
    #expect(read(request.bytes) == request)
    #expect(!request.isReceipt)
    // The CRC-32 of "123456789" is CBF43926.
    let short = self.request(try outgoing(Array("123456789".utf8)), heard: 1, wanted: 0)
    #expect(short.bytes == [0xF4, 0x39, 0x26, 0, 9, 0x80, 0, 0xBE, 0xEF, 0, 1, 0, 0])
    #expect(read(short.bytes) == short)
    #expect(short.isReceipt)
  }

  @Test("no part is a request, no request is a part, and what is no part is neither")
  func kinds() throws {
    // A message whose parts are as long as a request.
    var generator = SeededGenerator(seed: 1)
    let message = try OutgoingMessage(
      bytes(64, seed: 1), mode: .room, band: .ultrasonic, packetSize: 13, repairShare: 4,
      repetitions: 1, using: &generator)
    let parts = message.heardPackets()
    #expect(parts.allSatisfy { $0.payload.count == RepeatRequest.byteCount })
    #expect(parts.allSatisfy { RepeatRequest($0) == nil })
    let bytes = request(message, heard: 1, wanted: message.neededCount - 1).bytes
    #expect(PartHeader(bytes) == nil)
    #expect(read(bytes) != nil && read(bytes, isPart: false) == nil)
  }

  @Test("an assembler delivers no request, opens nothing for it, and does not count it as wrong")
  func assembler() throws {
    let bytes = request(try outgoing(bytes(1000, seed: 1)), heard: 7, wanted: 12).bytes
    var assembler = MessageAssembler()
    let told = events([.heard(bytes, isPart: true)], &assembler)
    #expect(told.count == 1 && told.messages.isEmpty)
    #expect(assembler.openMessages.isEmpty && assembler.rejectedPacketCount == 0)
  }

  @Test("lengths, kinds and counts that no receiver would send are refused")
  func impossible() throws {
    let message = try outgoing(bytes(1000, seed: 1))
    let good = request(message, heard: 7, wanted: 12).bytes
    func with(_ changes: [Int: UInt8]) -> [UInt8] {
      var bytes = good
      for (index, byte) in changes { bytes[index] = byte }
      return bytes
    }
    #expect(read(good) != nil)
    #expect(read(Array(good.dropLast())) == nil && read(good + [0]) == nil && read([]) == nil)
    #expect(read(with([5: 0x7F])) == nil && read(with([5: 0x81])) == nil)
    #expect(read(with([6: 0])) == nil)  // 1000 bytes in one packet
    #expect(read(with([6: 1])) == nil)  // parts of 2 bytes
    #expect(read(with([3: 0, 4: 63])) == nil)  // parts of a message that fits into one packet
    #expect(read(with([10: 19])) == nil)  // 19 of 18 parts
    #expect(read(with([12: 10])) == nil)  // 10 of 11 missing
    #expect(read(with([12: 45])) == nil)  // 45 for 11 missing
    #expect(read(with([12: 44])) != nil)
    #expect(read(with([12: 0])) == nil)  // has 7 of 18 and wants none
    #expect(read(with([10: 18, 12: 1])) == nil)  // has all and wants one
    #expect(read(with([10: 18, 12: 0])) != nil)
  }

  @Test("of 100 000 random packets at most 19 are plausible, and speak of no message")
  func random() throws {
    let message = try outgoing(bytes(1000, seed: 1))
    var plausibleCount = 0
    for seed in Soak.seeds(100_000) {
      guard let request = read(bytes(13, seed: seed)) else { continue }
      plausibleCount += 1
      #expect(request.mark != message.mark)
    }
    #expect(plausibleCount < 20)
  }
}

import SignalProcessing
import Testing

@testable import SoundModem

@Suite("Format of a message in parts")
struct MessageFormatTests {
  @Test("CRC-32 of the digits 1 to 9 is CBF43926, as every catalogue says")
  func check() {
    #expect(CRC32.checksum(Array("123456789".utf8)) == 0xCBF4_3926)
    #expect(CRC32.checksum([]) == 0)
  }

  @Test("the header of a part is number, length and place, the highest byte first")
  func header() throws {
    let layout = try #require(MessageLayout(payloadCount: 0x1234, partSize: 56))
    let header = PartHeader(id: MessageID(number: 0xABCDEF, layout: layout), partNumber: 0x0102)
    #expect(header.bytes == [0xAB, 0xCD, 0xEF, 0x12, 0x34, 0x01, 0x02])
    #expect(PartHeader(header.bytes + [UInt8](repeating: 0, count: 56)) == header)
  }

  @Test("a part of no bytes, of an odd count, of too few or many parts, or with bit 15 is no part")
  func refusals() {
    #expect(PartHeader([]) == nil)
    #expect(PartHeader([1, 2, 3, 0, 63, 0, 0] + [UInt8](repeating: 0, count: 56)) == nil)
    #expect(PartHeader([1, 2, 3, 0, 64, 0, 0] + [UInt8](repeating: 0, count: 68)) == nil)
    #expect(PartHeader([1, 2, 3, 0, 100, 0, 0]) == nil)
    #expect(PartHeader([1, 2, 3, 0, 100, 0, 0] + [9, 9, 9]) == nil)
    #expect(PartHeader([1, 2, 3, 0xFF, 0xFF, 0, 0] + [9, 9]) == nil)
    #expect(PartHeader([1, 2, 3, 0, 100, 0x80, 0] + [9, 9]) == nil)
    #expect(PartHeader([1, 2, 3, 0, 100, 0x7F, 0xFF] + [9, 9]) != nil)
  }

  @Test("100 bytes in packets of 63 are two parts of 52 bytes, the last 4 of them the check")
  func layout() throws {
    let payload = bytes(100, seed: 1)
    let layout = MessageLayout(payloadCount: 100, packetSize: 63)
    #expect(layout.neededCount == 2)
    #expect(layout.partSize == 52)
    let content = layout.content(of: payload)
    #expect(Array(content[..<100]) == payload)
    #expect(layout.payload(of: content) == payload)
    let check = content[100...].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    #expect(check == CRC32.checksum(payload))
  }

  @Test("parts fit into a packet, and both sides count them alike, for every length")
  func layouts() {
    for packetSize in [63, 131, 255] {
      for count in packetSize + 1...65_535 {
        let layout = MessageLayout(payloadCount: count, packetSize: packetSize)
        let size = layout.partSize + PartHeader.byteCount
        guard size <= packetSize, MessageLayout(payloadCount: count, partSize: size - 7) == layout
        else {
          Issue.record("\(count) bytes in packets of \(packetSize)")
          return
        }
      }
    }
  }

  @Test("tones and carriers both say that a packet is a part", arguments: ModemMode.allCases)
  func partBit(mode: ModemMode) throws {
    for isPart in [false, true] {
      let payload = bytes(21, seed: 2)
      let format = PacketFormat(mode: mode, isPart: isPart, payloadCount: payload.count)
      let heard = try #require(PacketFormat(preamble: format.preamble, header: format.header))
      let body = PacketBody.bytes(of: payload, format)
      #expect(heard.mode == mode)
      #expect(PacketBody.payload(of: body, heard) == payload)
      #expect(PacketBody.isPart(body, heard) == isPart)
    }
  }
}

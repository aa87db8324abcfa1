/// The header before the bytes of each part.
///
/// Bytes 0...2: the number of the message. Bytes 3...4: the number of bytes of its payload. Bytes
/// 5...6: the number of the part, of which the first ``MessageID/neededCount`` are the message itself.
/// The highest byte comes first. The size of the parts is that of the packet without the header.
struct PartHeader: Sendable, Equatable {
  static var byteCount: Int { 7 }

  let id: MessageID
  let partNumber: UInt16

  init(id: MessageID, partNumber: UInt16) {
    self.id = id
    self.partNumber = partNumber
  }

  /// Reads the payload of a packet.
  ///
  /// - Returns: `nil` if no sender would send such a part.
  init?(_ bytes: [UInt8]) {
    guard bytes.count > Self.byteCount else { return nil }
    let number = UInt32(bytes[0]) << 16 | UInt32(bytes[1]) << 8 | UInt32(bytes[2])
    partNumber = UInt16(bytes[5]) << 8 | UInt16(bytes[6])
    guard partNumber < MessageLayout.partNumberLimit else { return nil }
    let layout = MessageLayout(
      payloadCount: Int(bytes[3]) << 8 | Int(bytes[4]), partSize: bytes.count - Self.byteCount)
    guard let layout else { return nil }
    id = MessageID(number: number, layout: layout)
  }

  var bytes: [UInt8] {
    let count = id.payloadCount
    return [
      UInt8(id.number >> 16), UInt8(id.number >> 8 & 0xFF), UInt8(id.number & 0xFF),
      UInt8(count >> 8), UInt8(count & 0xFF),
      UInt8(partNumber >> 8), UInt8(partNumber & 0xFF),
    ]
  }
}

/// The division of a message into parts of equal size.
///
/// The divided bytes are the payload, its check of 32 bits, and zeros to fill the last part.
struct MessageLayout: Sendable, Hashable {
  /// The largest number of bytes in a message.
  static var largestPayload: Int { 65_535 }
  static var checkByteCount: Int { 4 }
  /// The limit of part numbers; the highest bit of their two bytes is reserved.
  static var partNumberLimit: Int { 32_768 }
  /// The largest number of parts into which a sender divides a message.
  static var largestNeededCount: Int {
    let size = PacketFormat.largestTonePayload - PartHeader.byteCount
    return (largestPayload + checkByteCount + size - 1) / size
  }

  /// The number of bytes of the message.
  let payloadCount: Int
  /// The number of bytes in each part, without its header; even.
  let partSize: Int

  /// Creates the layout that a sender chooses: as few parts as possible, then as short as possible.
  ///
  /// - Parameters:
  ///   - payloadCount: The number of bytes, at most ``largestPayload``.
  ///   - packetSize: The largest number of bytes in one packet.
  init(payloadCount: Int, packetSize: Int) {
    self.payloadCount = payloadCount
    let contentCount = payloadCount + Self.checkByteCount
    let largest = (packetSize - PartHeader.byteCount) & ~1
    let count = (contentCount + largest - 1) / largest
    partSize = ((contentCount + count - 1) / count + 1) & ~1
  }

  /// Creates the layout that a part describes; `nil` if no sender would choose it.
  init?(payloadCount: Int, partSize: Int) {
    self.payloadCount = payloadCount
    self.partSize = partSize
    // A payload that fits into one packet is not divided.
    let counts = PacketFormat.largestTonePayload + 1...Self.largestPayload
    guard counts.contains(payloadCount) else { return nil }
    guard partSize > 0, partSize.isMultiple(of: 2) else { return nil }
    guard (2...Self.largestNeededCount).contains(neededCount) else { return nil }
  }

  /// The number of parts that restore the message.
  var neededCount: Int { (payloadCount + Self.checkByteCount + partSize - 1) / partSize }

  /// Returns the bytes that are divided into parts.
  func content(of payload: [UInt8]) -> [UInt8] {
    var content = payload
    let check = CRC32.checksum(payload)
    for shift in [24, 16, 8, 0] {
      content.append(UInt8(truncatingIfNeeded: check >> UInt32(shift)))
    }
    content += [UInt8](repeating: 0, count: neededCount * partSize - content.count)
    return content
  }

  /// Returns the payload of a content.
  ///
  /// - Returns: The payload; `nil` if the check fails.
  func payload(of content: [UInt8]) -> [UInt8]? {
    let payload = Array(content[..<payloadCount])
    var check: UInt32 = 0
    for byte in content[payloadCount..<payloadCount + Self.checkByteCount] {
      check = check << 8 | UInt32(byte)
    }
    return CRC32.checksum(payload) == check ? payload : nil
  }
}

/// The identity of a message, distinct even among senders.
public struct MessageID: Sendable, Hashable {
  /// 24 bits that the sender drew.
  public let number: UInt32
  /// The division of the message into parts.
  let layout: MessageLayout

  init(number: UInt32, layout: MessageLayout) {
    self.number = number & 0xFF_FFFF
    self.layout = layout
  }

  /// The number of bytes of the message.
  public var payloadCount: Int { layout.payloadCount }
  /// The number of parts that restore the message; any of them are suitable.
  public var neededCount: Int { layout.neededCount }
}

/// The mark of a message in a request.
package struct MessageMark: Sendable, Hashable {
  /// 24 bits: the number of a message in parts, or a check of one in a single packet.
  let number: UInt32
  /// The number of bytes of the message.
  let payloadCount: Int
  /// The division into parts; `nil` for a single packet.
  let layout: MessageLayout?

  /// The largest number of bytes in a message of one packet.
  static var largestPacket: Int { PacketFormat.largestCarrierPayload }

  init(_ id: MessageID) {
    (number, payloadCount, layout) = (id.number, id.payloadCount, id.layout)
  }

  /// Creates the mark of a message of one packet, which has no number but a check.
  init(packet payload: [UInt8]) {
    number = CRC32.checksum(payload) & 0xFF_FFFF
    payloadCount = payload.count
    layout = nil
  }

  /// Creates the mark of the message that a request names; `nil` if no sender would send it.
  init?(number: UInt32, payloadCount: Int, partSize: Int) {
    (self.number, self.payloadCount) = (number, payloadCount)
    guard partSize > 0 else {
      guard payloadCount <= Self.largestPacket else { return nil }
      layout = nil
      return
    }
    layout = MessageLayout(payloadCount: payloadCount, partSize: partSize)
    if layout == nil { return nil }
  }

  /// The number of packets that restore the message.
  var neededCount: Int { layout?.neededCount ?? 1 }

  /// The number of bytes in each of its packets.
  var packetSize: Int { layout.map { PartHeader.byteCount + $0.partSize } ?? payloadCount }
}

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

  /// Reads the payload of a packet; `nil` if no sender would send such a part.
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

/// The cyclic redundancy check of 32 bits of Ethernet, zip and PNG.
///
/// - SeeAlso: IEEE 802.3, section 3.2.9.
enum CRC32 {
  /// The polynomial, the lowest power in the highest bit.
  private static var polynomial: UInt32 { 0xEDB8_8320 }

  /// Returns the check of some bytes.
  static func checksum(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var value = UInt32.max
    for byte in bytes {
      value ^= UInt32(byte)
      for _ in 0..<8 { value = value >> 1 ^ (value & 1 != 0 ? polynomial : 0) }
    }
    return ~value
  }
}

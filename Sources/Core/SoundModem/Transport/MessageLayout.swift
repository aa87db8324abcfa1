/// The division of a message into parts of equal size.
///
/// What is cut is the payload, then its check of 32 bits, then zeros up to a whole number of parts.
struct MessageLayout: Sendable, Hashable {
  /// The most bytes in a message.
  static var largestPayload: Int { 65_535 }
  static var checkByteCount: Int { 4 }
  /// Part numbers lie below; the highest bit of their two bytes is kept for later.
  static var partNumberLimit: Int { 32_768 }
  /// The most parts into which any sender cuts a message.
  static var largestNeededCount: Int {
    let size = PacketFormat.largestTonePayload - PartHeader.byteCount
    return (largestPayload + checkByteCount + size - 1) / size
  }

  /// The number of bytes of the message.
  let payloadCount: Int
  /// The number of bytes in each part, without its header; even.
  let partSize: Int

  /// The layout that a sender chooses: as few parts as possible, then as short as possible.
  ///
  /// - Parameters:
  ///   - payloadCount: At most ``largestPayload``.
  ///   - packetSize: The most bytes in one packet.
  init(payloadCount: Int, packetSize: Int) {
    self.payloadCount = payloadCount
    let contentCount = payloadCount + Self.checkByteCount
    let largest = (packetSize - PartHeader.byteCount) & ~1
    let count = (contentCount + largest - 1) / largest
    partSize = ((contentCount + count - 1) / count + 1) & ~1
  }

  /// The layout that a part speaks of.
  ///
  /// - Returns: `nil` if no sender would choose it.
  init?(payloadCount: Int, partSize: Int) {
    self.payloadCount = payloadCount
    self.partSize = partSize
    // What fits into one packet is not cut.
    let counts = PacketFormat.largestTonePayload + 1...Self.largestPayload
    guard counts.contains(payloadCount) else { return nil }
    guard partSize > 0, partSize.isMultiple(of: 2) else { return nil }
    guard (2...Self.largestNeededCount).contains(neededCount) else { return nil }
  }

  /// The number of parts that restore the message.
  var neededCount: Int { (payloadCount + Self.checkByteCount + partSize - 1) / partSize }

  /// The bytes that are cut into parts.
  func content(of payload: [UInt8]) -> [UInt8] {
    var content = payload
    let check = CRC32.checksum(payload)
    for shift in [24, 16, 8, 0] {
      content.append(UInt8(truncatingIfNeeded: check >> UInt32(shift)))
    }
    content += [UInt8](repeating: 0, count: neededCount * partSize - content.count)
    return content
  }

  /// The payload.
  ///
  /// - Returns: `nil` if the check fails.
  func payload(of content: [UInt8]) -> [UInt8]? {
    let payload = Array(content[..<payloadCount])
    var check: UInt32 = 0
    for byte in content[payloadCount..<payloadCount + Self.checkByteCount] {
      check = check << 8 | UInt32(byte)
    }
    return CRC32.checksum(payload) == check ? payload : nil
  }
}

/// The mark of a message in a request.
public struct MessageMark: Sendable, Hashable {
  /// 24 bits: the number of a message in parts, or a check of one in a single packet.
  let number: UInt32
  /// The number of bytes of the message.
  let payloadCount: Int
  /// The division into parts; `nil` for a single packet.
  let layout: MessageLayout?

  /// The most bytes in a message of one packet.
  static var largestPacket: Int { PacketFormat.largestCarrierPayload }

  init(_ id: MessageID) {
    (number, payloadCount, layout) = (id.number, id.payloadCount, id.layout)
  }

  /// A message that is one packet has no number, so that its check must do.
  init(packet payload: [UInt8]) {
    number = CRC32.checksum(payload) & 0xFF_FFFF
    payloadCount = payload.count
    layout = nil
  }

  /// The message that a request is about.
  ///
  /// - Returns: `nil` if no sender would send such a message.
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

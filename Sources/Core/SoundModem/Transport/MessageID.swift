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

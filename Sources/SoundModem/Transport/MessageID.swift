/// Tells messages apart, also those of different senders.
public struct MessageID: Sendable, Hashable {
  /// 24 bits that the sender drew.
  public let number: UInt32
  /// How the message is cut.
  let layout: MessageLayout

  init(number: UInt32, layout: MessageLayout) {
    self.number = number & 0xFF_FFFF
    self.layout = layout
  }

  /// The number of bytes of the message.
  public var payloadCount: Int { layout.payloadCount }
  /// How many parts restore the message; any will do.
  public var neededCount: Int { layout.neededCount }
}

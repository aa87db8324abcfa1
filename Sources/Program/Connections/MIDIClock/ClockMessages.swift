/// Finds the messages of a clock among the bytes of MIDI, whatever else comes.
struct ClockMessages: Sendable {
  enum Message: Sendable, Hashable {
    case clock
    case start
    case `continue`
    case stop
    case songPosition(Int)
  }

  /// The first data byte of a song position, once it has come; `nil` outside of one.
  private var isInPosition = false
  private var firstByte: UInt8?

  /// - Returns: The message that ends with this byte, if one does.
  mutating func take(_ byte: UInt8) -> Message? {
    switch byte {
    case 0xF8: return .clock  // may come in the middle of any other message
    case 0xFA: return .start
    case 0xFB: return .continue
    case 0xFC: return .stop
    case 0xF8...: return nil
    case 0x80...:
      (isInPosition, firstByte) = (byte == 0xF2, nil)
      return nil
    default:
      guard isInPosition else { return nil }
      guard let first = firstByte else {
        firstByte = byte
        return nil
      }
      (isInPosition, firstByte) = (false, nil)
      return .songPosition(Int(first) | Int(byte) << 7)
    }
  }
}

/// The bytes between header and check.
///
/// Packets whose header tells the number of their bytes carry the payload alone. The bytes of others
/// come in fours: bits 0...1 of the first one tell how many of the last ones only fill up, bit 2
/// whether the payload is a part of a longer one.
enum PacketBody {
  private static var partBit: UInt8 { 4 }

  static func bytes(of payload: [UInt8], _ format: PacketFormat) -> [UInt8] {
    guard format.comesInFours else { return payload }
    let fill = format.byteCount - 1 - payload.count
    let first = UInt8(fill) | (format.isPart ? partBit : 0)
    return [first] + payload + [UInt8](repeating: 0, count: fill)
  }

  /// - Returns: `nil` if no sender would send such a body.
  static func payload(of bytes: [UInt8], _ format: PacketFormat) -> [UInt8]? {
    guard format.comesInFours else { return Array(bytes[0..<format.byteCount]) }
    let fill = Int(bytes[0] & ~partBit)
    guard fill < 4, fill < format.byteCount else { return nil }
    return Array(bytes[1..<format.byteCount - fill])
  }

  /// Whether the payload is a part of a longer one.
  static func isPart(_ bytes: [UInt8], _ format: PacketFormat) -> Bool {
    format.comesInFours ? bytes[0] & partBit != 0 : format.isPart
  }
}

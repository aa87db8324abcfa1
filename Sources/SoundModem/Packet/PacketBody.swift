/// The bytes between header and check.
///
/// Short packets of tones carry the payload alone. The bytes of others come in fours: the first one
/// tells how many of the last ones only fill up.
enum PacketBody {
  static func bytes(of payload: [UInt8], _ format: PacketFormat) -> [UInt8] {
    guard format.comesInFours else { return payload }
    let fill = format.byteCount - 1 - payload.count
    return [UInt8(fill)] + payload + [UInt8](repeating: 0, count: fill)
  }

  /// - Returns: `nil` if no sender would send such a body.
  static func payload(of bytes: [UInt8], _ format: PacketFormat) -> [UInt8]? {
    guard format.comesInFours else { return Array(bytes[0..<format.byteCount]) }
    let fill = Int(bytes[0])
    guard fill < 4, fill < format.byteCount else { return nil }
    return Array(bytes[1..<format.byteCount - fill])
  }
}

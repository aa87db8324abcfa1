/// The cyclic redundancy check of 32 bits of Ethernet, zip and PNG.
///
/// - SeeAlso: IEEE 802.3, section 3.2.9.
enum CRC32 {
  /// The polynomial, the lowest power in the highest bit.
  private static var polynomial: UInt32 { 0xEDB8_8320 }

  /// The check of some bytes.
  static func checksum(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var value = UInt32.max
    for byte in bytes {
      value ^= UInt32(byte)
      for _ in 0..<8 { value = value >> 1 ^ (value & 1 != 0 ? polynomial : 0) }
    }
    return ~value
  }
}

/// The checksum of ZIP archives.
enum Checksum {
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { value, _ in
      value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xEDB8_8320
    }
  }

  /// CRC-32 (ISO 3309), with the reflected polynomial.
  static func crc32(_ bytes: [UInt8]) -> UInt32 {
    let table = table
    return ~bytes.reduce(~UInt32(0)) { $0 >> 8 ^ table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] }
  }
}

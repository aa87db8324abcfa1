/// The cyclic redundancy check of 24 bits that OpenPGP uses.
///
/// One in 16.8 million random packets passes it.
///
/// - SeeAlso: RFC 9580, section 6.1.1, [doi:10.17487/RFC9580](https://doi.org/10.17487/RFC9580).
public struct CRC24: Sendable {
  private static var polynomial: UInt32 { 0x86_4CFB }

  /// The check of all bytes so far, in the lowest 24 bits.
  public private(set) var value: UInt32 = 0xB7_04CE

  /// Creates the check of no bytes.
  public init() {}

  /// Takes one more byte.
  ///
  /// - Parameter byte: The byte.
  public mutating func append(_ byte: UInt8) {
    value ^= UInt32(byte) << 16
    for _ in 0..<8 {
      value <<= 1
      if value & 0x100_0000 != 0 { value ^= 0x100_0000 | Self.polynomial }
    }
  }

  /// The check of some bytes.
  ///
  /// - Parameter bytes: The bytes, any count.
  /// - Returns: 24 bits.
  public static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var check = CRC24()
    for byte in bytes { check.append(byte) }
    return check.value
  }
}

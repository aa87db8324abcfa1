/// Turns any bytes into bits that look random, and back, so that no payload is a special one.
///
/// The shift register x¹⁵ + x¹⁴ + 1 with the start 100101010000000, as in digital television.
///
/// - SeeAlso: ETSI EN 300 744, section 4.3.1.
struct Scrambler {
  private var register: UInt16 = 0b100_1010_1000_0000

  /// The next eight bits to combine with a byte by exclusive or.
  mutating func next() -> UInt8 {
    var byte: UInt8 = 0
    for _ in 0..<8 {
      let bit = (register ^ (register >> 1)) & 1
      register = register >> 1 | bit << 14
      byte = byte << 1 | UInt8(bit)
    }
    return byte
  }
}

/// The code of the header byte: four nibbles of 4 bits, of which any two give the byte.
///
/// A Reed-Solomon code over GF(16) of distance 3: the values of *a* + *b* *x* at four positions.
///
/// - SeeAlso: I. S. Reed, G. Solomon, "Polynomial codes over certain finite fields", J. SIAM 8(2),
///   1960, [doi:10.1137/0108018](https://doi.org/10.1137/0108018).
enum HeaderCode {
  static var nibbleCount: Int { 4 }

  /// One of the four nibbles of a header byte, in 0...15.
  static func nibble(_ position: Int, of value: UInt8) -> Int {
    Int(value >> 4) ^ product(Int(value & 15), 1 << position)
  }

  /// The product in GF(16) with the polynomial x⁴ + x + 1.
  private static func product(_ a: Int, _ b: Int) -> Int {
    var (a, b, product) = (a, b, 0)
    while b != 0 {
      if b & 1 != 0 { product ^= a }
      a <<= 1
      if a & 16 != 0 { a ^= 0b10011 }
      b >>= 1
    }
    return product
  }
}

/// Computes repair parts of a message, and lost parts from those that arrived.
///
/// The numbers at the same index in all parts are the values of one polynomial at 0, 1, 2 …: the
/// first *K* are the message itself, and determine a polynomial of a degree below *K*. So do any
/// other *K* of its values. This is the code of Reed and Solomon in systematic form, over
/// GF(2¹⁶), because a message may have more parts than the 256 positions of a smaller field.
///
/// - Complexity: O(*K*²) time to begin, O(*K* *S*) for each part of *S* bytes.
/// - SeeAlso: I. S. Reed, G. Solomon, "Polynomial codes over certain finite fields", J. SIAM 8(2),
///   1960, [doi:10.1137/0108018](https://doi.org/10.1137/0108018); L. Rizzo, "Effective erasure codes
///   for reliable computer communication protocols", ACM Computer Communication Review 27(2), 1997,
///   [doi:10.1145/263876.263881](https://doi.org/10.1145/263876.263881).
struct ErasureCode: Sendable {
  /// The positions of the known parts.
  let positions: [UInt16]
  /// The weights of Lagrange's formula: the inverse product of the distances from all other
  /// positions.
  private let weights: [UInt16]
  private var multiplier = GaloisMultiplier()

  /// - Parameter positions: The positions of the known parts, all different.
  init(positions: [UInt16]) {
    self.positions = positions
    weights = positions.map { position in
      var product: UInt16 = 1
      for other in positions where other != position {
        product = GaloisField.product(product, position ^ other)
      }
      return GaloisField.inverse(product)
    }
  }

  /// Computes one part.
  ///
  /// - Parameters:
  ///   - position: Its position, which is not in ``positions``.
  ///   - known: The known parts one after the other, in the order of their ``positions``.
  /// - Returns: A part of the same size as the known parts.
  mutating func part(at position: UInt16, from known: [UInt8]) -> [UInt8] {
    let size = known.count / positions.count
    var part = [UInt8](repeating: 0, count: size)
    let factors = factors(at: position)
    for (index, factor) in factors.enumerated() {
      multiplier.add(factor, times: known, in: index * size..<(index + 1) * size, to: &part)
    }
    return part
  }

  /// The factor of each known part: its weight, times the distances from all other positions.
  private func factors(at position: UInt16) -> [UInt16] {
    var factors = weights
    var product: UInt16 = 1
    for index in positions.indices {
      factors[index] = GaloisField.product(factors[index], product)
      product = GaloisField.product(product, position ^ positions[index])
    }
    product = 1
    for index in positions.indices.reversed() {
      factors[index] = GaloisField.product(factors[index], product)
      product = GaloisField.product(product, position ^ positions[index])
    }
    return factors
  }
}

/// The field GF(2¹⁶): 16 bits are the coefficients of a polynomial, modulo x¹⁶ + x¹² + x³ + x + 1.
///
/// Sums and differences are both the exclusive or.
enum GaloisField {
  /// The polynomial without its highest power.
  private static var polynomial: UInt16 { 0x100B }

  static func product(_ a: UInt16, _ b: UInt16) -> UInt16 {
    var (a, b, product) = (a, b, UInt16(0))
    while b != 0 {
      if b & 1 != 0 { product ^= a }
      a = timesX(a)
      b >>= 1
    }
    return product
  }

  /// The product with the polynomial x.
  static func timesX(_ a: UInt16) -> UInt16 {
    a << 1 ^ (a & 0x8000 != 0 ? polynomial : 0)
  }

  /// The multiplicative inverse of a number other than 0.
  static func inverse(_ a: UInt16) -> UInt16 {
    // The power 2¹⁶ - 2, because the power 2¹⁶ - 1 is 1.
    var (power, inverse) = (a, UInt16(1))
    for _ in 1..<16 {
      power = product(power, power)
      inverse = product(inverse, power)
    }
    return inverse
  }
}

/// Multiplies many numbers with the same one, by four tables of 16 products.
struct GaloisMultiplier: Sendable {
  private var products = [UInt16](repeating: 0, count: 64)

  /// Adds a row, multiplied with a factor, to another row.
  ///
  /// - Parameters:
  ///   - factor: The factor.
  ///   - row: Bytes, of which two each are a number, the higher byte first.
  ///   - range: The range of these bytes, of even length.
  ///   - sum: The row to add to, of the same length.
  mutating func add(
    _ factor: UInt16, times row: [UInt8], in range: Range<Int>, to sum: inout [UInt8]
  ) {
    guard factor != 0 else { return }
    prepare(factor)
    for position in stride(from: 0, to: range.count, by: 2) {
      let (high, low) = (row[range.lowerBound + position], row[range.lowerBound + position + 1])
      let product =
        products[48 + Int(high >> 4)] ^ products[32 + Int(high & 15)]
        ^ products[16 + Int(low >> 4)] ^ products[Int(low & 15)]
      sum[position] ^= UInt8(product >> 8)
      sum[position + 1] ^= UInt8(truncatingIfNeeded: product)
    }
  }

  private mutating func prepare(_ factor: UInt16) {
    var power = factor
    for table in stride(from: 0, to: 64, by: 16) {
      for bit in 0..<4 {
        let size = 1 << bit
        for index in 0..<size { products[table + size + index] = products[table + index] ^ power }
        power = GaloisField.timesX(power)
      }
    }
  }
}

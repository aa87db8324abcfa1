/// Makes further parts of a message from some, and lost parts from those that arrived.
///
/// The numbers at the same place of all parts are values of one polynomial, at the places 0, 1, 2 …:
/// the first *K* are the message itself, and determine a polynomial of a degree below *K*. So do
/// any other *K* of its values. This is the code of Reed and Solomon in systematic form, over
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
  /// Of Lagrange's formula: one over the product of the distances from all other positions.
  private let weights: [UInt16]
  private var multiplier = GaloisMultiplier()

  /// - Parameter positions: Of the known parts, all different.
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

  /// Makes one part.
  ///
  /// - Parameters:
  ///   - position: Its position, none of ``positions``.
  ///   - known: The known parts one after the other, in the order of their ``positions``.
  /// - Returns: As many bytes as each of the known parts has.
  mutating func part(at position: UInt16, from known: [UInt8]) -> [UInt8] {
    let size = known.count / positions.count
    var part = [UInt8](repeating: 0, count: size)
    let factors = factors(at: position)
    for (index, factor) in factors.enumerated() {
      multiplier.add(factor, times: known, in: index * size..<(index + 1) * size, to: &part)
    }
    return part
  }

  /// What each known part contributes: its weight, times the distances from all other positions.
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

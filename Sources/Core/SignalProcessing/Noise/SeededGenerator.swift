/// A small random number generator whose sequence depends only on its seed.
///
/// Do not use it for secrets. The sequence is the same on every platform and in every release.
///
/// - SeeAlso: G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators", OOPSLA
///   2014, [doi:10.1145/2660193.2660195](https://doi.org/10.1145/2660193.2660195).
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Creates a generator.
  ///
  /// - Parameter seed: Any number; equal seeds give equal sequences.
  public init(seed: UInt64) {
    state = seed
  }

  /// Returns the next 64 random bits.
  ///
  /// - Returns: A uniformly distributed number.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Returns the next uniformly distributed number.
  ///
  /// - Returns: A multiple of 2⁻⁵³ in 0..<1.
  public mutating func nextUniform() -> Double {
    Double(next() >> 11) * 0x1p-53
  }
}

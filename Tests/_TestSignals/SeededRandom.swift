/// A small seeded generator (G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number
/// generators", 2014), so that every run takes the same path.
public struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  /// Creates a generator.
  ///
  /// - Parameter seed: The same seed gives the same numbers.
  public init(seed: UInt64) {
    state = seed
  }

  /// Returns the next number, of 64 random bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}

/// Gaussian white noise from a seed.
///
/// - SeeAlso: G. Box, M. Muller, "A note on the generation of random normal deviates", Ann. Math.
///   Statist. 29(2), 1958, [doi:10.1214/aoms/1177706645](https://doi.org/10.1214/aoms/1177706645).
public struct WhiteNoise: Sendable {
  private var generator: SeededGenerator
  private let deviation: Double
  private var spare: Double?

  /// Creates a source of noise.
  ///
  /// - Parameters:
  ///   - level: The root-mean-square level, in dBFS.
  ///   - seed: Any number; equal seeds give equal noise.
  public init(level: Double, seed: UInt64) {
    deviation = amplitude(fromDecibels: level)
    generator = SeededGenerator(seed: seed)
  }

  /// Returns the next sample.
  ///
  /// - Returns: A normally distributed number; about one in 300 exceeds three times the
  ///   root-mean-square value.
  public mutating func next() -> Float {
    if let spare {
      self.spare = nil
      return Float(spare)
    }
    let radius = (-2 * Elementary.log(1 - generator.nextUniform())).squareRoot() * deviation
    let (sine, cosine) = Elementary.sineAndCosine(2 * .pi * generator.nextUniform())
    spare = radius * sine
    return Float(radius * cosine)
  }

  /// Adds noise to samples.
  ///
  /// - Parameter block: The samples, any count.
  public mutating func add(to block: inout MutableSpan<Float>) {
    for index in block.indices { block[index] += next() }
  }

  /// Adds noise to samples, in an array.
  ///
  /// - Parameter block: The samples, any count.
  public mutating func add(to block: inout [Float]) {
    var span = block.mutableSpan
    add(to: &span)
  }
}

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

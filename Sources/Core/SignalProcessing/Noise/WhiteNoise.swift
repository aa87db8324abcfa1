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

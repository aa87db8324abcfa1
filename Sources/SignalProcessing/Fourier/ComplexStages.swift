/// The inner stages of a complex fast Fourier transform on split real and imaginary parts.
///
/// Decimation in time after Stockham, of radix 8 and 4. Before a stage of radix r, x(q + s r p + s j)
/// is bin p, of n/r, of the transform of the samples q + s j, q + s j + s r, …; the stage makes of it
/// bin p, of n = length/s, of the transform of the samples q, q + s, …, which is y(q + s p), by
/// products with w^(jp), w = e^(−2πi/n), and transforms over j. The stride s shrinks by r from stage
/// to stage. Every stage leaves its result in order, so that no bit reversal is needed.
///
/// - SeeAlso: C. Van Loan, "Computational Frameworks for the Fast Fourier Transform", SIAM 1992,
///   section 1.7.
struct ComplexStages: Sendable {
  /// What is the same for all butterflies of a stage.
  struct Stage: Sendable {
    var isRadix8: Bool
    /// n
    var subLength: Int
    /// s
    var stride: Int
    /// Where the stage's factors start in `twiddles`.
    var firstTwiddle: Int
  }

  let stages: [Stage]
  /// For each stage and each p: the real and the imaginary part of w^p, w^2p, … w^(r − 1)p.
  private let twiddles: [Float]

  /// - Parameters:
  ///   - radices: The radix of each stage in turn, 4 or 8.
  ///   - length: The length of the whole transform.
  ///   - subLength: The product of the radices of the stages before these.
  init(radices: [Int], length: Int, subLength: Int) {
    var stages: [Stage] = []
    var twiddles: [Float] = []
    var subLength = subLength
    for radix in radices {
      subLength *= radix
      stages.append(
        Stage(
          isRadix8: radix == 8, subLength: subLength, stride: length / subLength,
          firstTwiddle: twiddles.count))
      for p in 0..<(subLength / radix) {
        for power in 1..<radix {
          let (real, imaginary) = Self.root(of: subLength, power: p * power)
          twiddles.append(real)
          twiddles.append(imaginary)
        }
      }
    }
    (self.stages, self.twiddles) = (stages, twiddles)
  }

  /// e^(−2πi power / length).
  @inline(never)
  static func root(of length: Int, power: Int) -> (real: Float, imaginary: Float) {
    let angle = -2 * Double.pi * Double(power % length) / Double(length)
    let (sine, cosine) = Elementary.sineAndCosine(angle)
    return (Float(cosine), Float(sine))
  }

  /// Performs a stage.
  func perform(_ stage: Stage, from source: SplitPointer, to destination: SplitPointer) {
    twiddles.withUnsafeBufferPointer { twiddles in
      guard let base = twiddles.baseAddress else { return }
      let factors = base + stage.firstTwiddle
      if stage.isRadix8 {
        Self.perform(Radix8.self, stage, from: source, to: destination, twiddles: factors)
      } else {
        Self.perform(Radix4.self, stage, from: source, to: destination, twiddles: factors)
      }
    }
  }

  /// Vectors run along q, with the same factors for all.
  @inline(__always)
  private static func perform<Transform: Butterfly>(
    _ transform: Transform.Type, _ stage: Stage, from source: SplitPointer,
    to destination: SplitPointer, twiddles: UnsafePointer<Float>
  ) {
    let stride = stage.stride
    let count = stage.subLength / Transform.radix
    let step = stride * count
    for p in 0..<count {
      let pairs = twiddles + 2 * (Transform.radix - 1) * p
      let factors = InlineArray<8, ComplexVector> { index in
        guard index > 0, index < Transform.radix else { return ComplexVector(.one, .zero) }
        return ComplexVector(
          ComplexVector.Lanes(repeating: pairs[2 * index - 2]),
          ComplexVector.Lanes(repeating: pairs[2 * index - 1]))
      }
      var read = Transform.radix * stride * p
      var write = stride * p
      let end = write + stride
      while write < end {
        Transform.transform(
          load: { index in
            let value = ComplexVector(source, read + index * stride)
            return index == 0 ? value : value * factors[index]
          },
          store: { $1.store(destination, write + $0 * step) })
        read += 4
        write += 4
      }
    }
  }
}

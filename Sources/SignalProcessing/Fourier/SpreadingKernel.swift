/// The kernel through which a ``ContinuousSpectrum`` reads between the bins:
/// φ(u) = e^(β (√(1 − (2u/8)²) − 1)) for |u| ≤ 4 bins.
///
/// - SeeAlso: A. H. Barnett, J. Magland, L. af Klinteberg, 2019, as in ``ContinuousSpectrum``.
struct SpreadingKernel: Sendable {
  /// The number of bins that it reaches over.
  static let width = 8
  /// For transforms at least 1.5 times as long as the frame: 0.97 π · 8 · (1 − 1/3).
  static let beta = 16.25
  /// Values are tabulated at this many positions between two bins.
  private static let steps = 64

  // Row r holds the kernel, and its derivative times the step, at r/steps + 3, + 2, … − 4 bins.
  private let values: [SIMD8<Float>]
  private let slopes: [SIMD8<Float>]
  private let half: [Double]  // φ at 0, 1/16, … 4 bins

  init() {
    var values: [SIMD8<Float>] = []
    var slopes: [SIMD8<Float>] = []
    for row in 0...Self.steps {
      var value = SIMD8<Float>()
      var slope = SIMD8<Float>()
      for tap in 0..<Self.width {
        let position = Double(row) / Double(Self.steps) + 3 - Double(tap)
        value[tap] = Float(Self.value(position))
        slope[tap] = Float(Self.slope(position) / Double(Self.steps))
      }
      values.append(value)
      slopes.append(slope)
    }
    self.values = values
    self.slopes = slopes
    half = (0...64).map { Self.value(Double($0) / 16) }
  }

  /// The kernel and its derivative at the eight bins around a position, by cubic interpolation of the
  /// table, which is exact to 10⁻⁷.
  func weights(fraction: Double) -> (values: SIMD8<Float>, slopes: SIMD8<Float>) {
    let position = fraction * Double(Self.steps)
    let row = min(Self.steps - 1, Int(position))
    let t = Float(position - Double(row))
    let (p0, m0, p1, m1) = (values[row], slopes[row], values[row + 1], slopes[row + 1])
    let difference = p1 - p0
    let quadratic = 3 * difference - 2 * m0 - m1
    let cubic = m0 + m1 - 2 * difference
    return (
      p0 + t * (m0 + t * (quadratic + t * cubic)),
      (m0 + t * (2 * quadratic + 3 * t * cubic)) * Float(Self.steps)
    )
  }

  /// φ̂(ν) = ∫ φ(u) e^(2πiνu) du, for a frequency ν in cycles a bin.
  func transform(_ frequency: Double) -> Double {
    // The trapezoidal rule converges fast, since φ and its slopes nearly vanish at the ends.
    let spacing = 1.0 / 16
    let step = Elementary.sineAndCosine(2 * .pi * frequency * spacing)
    var (cosine, sine) = (1.0, 0.0)
    var sum = half[0] / 2
    for index in 1..<half.count {
      (cosine, sine) = (
        cosine * step.cosine - sine * step.sine, sine * step.cosine + cosine * step.sine
      )
      sum += half[index] * cosine
    }
    return 2 * spacing * sum
  }

  private static func value(_ position: Double) -> Double {
    let square = 1 - position * position / 16
    guard square >= 0 else { return 0 }
    return Elementary.exp(beta * (square.squareRoot() - 1))
  }

  private static func slope(_ position: Double) -> Double {
    let square = 1 - position * position / 16
    guard square > 0 else { return 0 }
    return -beta * position / 16 / square.squareRoot() * value(position)
  }
}

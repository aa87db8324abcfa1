/// The kernel with which a ``ContinuousSpectrum`` interpolates between the bins: φ(u) = e^(β (√(1 −
/// (2u/8)²) − 1)) for |u| ≤ 4 bins.
///
/// - SeeAlso: A. H. Barnett, J. Magland, L. af Klinteberg, 2019, cited at ``ContinuousSpectrum``.
final class SpreadingKernel: Sendable {
  /// The number of bins that it covers.
  static let width = 8
  /// For transforms at least 1.5 times as long as the frame: 0.97 π · 8 · (1 − 1/3).
  static let beta = 16.25
  /// Values are tabulated at this many positions between two bins.
  private static let steps = 64

  // Row r holds the kernel, and its derivative times the step, at r/steps + 3, + 2, … − 4 bins.
  private let values: [Float]
  private let slopes: [Float]
  private let half: [Double]  // φ at 0, 1/16, … 4 bins

  init() {
    var values = [Float](repeating: 0, count: Self.width * (Self.steps + 1))
    var slopes = values
    var half = [Double](repeating: 0, count: 65)
    for row in 0..<(Self.steps + 1) {
      for tap in 0..<Self.width {
        let position = Double(row) / Double(Self.steps) + 3 - Double(tap)
        values[Self.width * row + tap] = Float(Self.value(position))
        slopes[Self.width * row + tap] = Float(Self.slope(position) / Double(Self.steps))
      }
    }
    for index in half.indices { half[index] = Self.value(Double(index) / 16) }
    (self.values, self.slopes, self.half) = (values, slopes, half)
  }

  /// The kernel and its derivative at the eight bins around a position, by cubic interpolation of
  /// the table, which is exact to 10⁻⁷.
  func weights(fraction: Double) -> (values: SIMD8<Float>, slopes: SIMD8<Float>) {
    let position = fraction * Double(Self.steps)
    let row = min(Self.steps - 1, Int(position))
    let t = Float(position - Double(row))
    let first = Self.width * row
    let (p0, m0) = (Self.eight(values, first), Self.eight(slopes, first))
    let (p1, m1) = (Self.eight(values, first + Self.width), Self.eight(slopes, first + Self.width))
    let difference = p1 - p0
    let quadratic = 3 * difference - 2 * m0 - m1
    let cubic = m0 + m1 - 2 * difference
    return (
      p0 + t * (m0 + t * (quadratic + t * cubic)),
      (m0 + t * (2 * quadratic + 3 * t * cubic)) * Float(Self.steps)
    )
  }

  /// Loads eight consecutive values.
  static func eight(_ values: [Float], _ first: Int) -> SIMD8<Float> {
    values.withUnsafeBytes {
      $0.loadUnaligned(fromByteOffset: first * MemoryLayout<Float>.stride, as: SIMD8<Float>.self)
    }
  }

  /// φ̂(ν) = ∫ φ(u) e^(2πiνu) du, for a frequency ν in cycles per bin.
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

  @inline(never)
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

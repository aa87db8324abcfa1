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

  // Row r holds the cubic polynomials of the kernel between r/steps + 3, + 2, … − 4 bins and a step
  // further on: the constants, then the factors of the first, the second and the third power.
  private let rows: [Float]
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
    var rows = [Float](repeating: 0, count: 4 * Self.width * Self.steps)
    for index in 0..<(Self.width * Self.steps) {
      let (p0, m0) = (values[index], slopes[index])
      let (p1, m1) = (values[index + Self.width], slopes[index + Self.width])
      let difference = p1 - p0
      let first = 4 * Self.width * (index / Self.width) + index % Self.width
      rows[first] = p0
      rows[first + Self.width] = m0
      rows[first + 2 * Self.width] = 3 * difference - 2 * m0 - m1
      rows[first + 3 * Self.width] = m0 + m1 - 2 * difference
    }
    (self.rows, self.half) = (rows, half)
  }

  /// A place between two bins.
  struct Place {
    /// The index of the polynomials in `rows`.
    fileprivate let first: Int
    /// Where they are read, 0...1.
    fileprivate let t: Float

    /// - Parameter fraction: The distance from the bin before, in bins.
    @inline(__always)
    init(fraction: Double) {
      let position = fraction * Double(steps)
      let row = min(steps - 1, Int(position))
      (first, t) = (4 * width * row, Float(position - Double(row)))
    }
  }

  /// The kernel at the eight bins around a place, by cubic interpolation, which is exact to 10⁻⁷.
  @inline(__always)
  func values(at place: Place) -> SIMD8<Float> {
    let (first, t) = (place.first, place.t)
    let higher =
      Self.eight(rows, first + 2 * Self.width) + t * Self.eight(rows, first + 3 * Self.width)
    return Self.eight(rows, first) + t * (Self.eight(rows, first + Self.width) + t * higher)
  }

  /// The kernel and its derivative there.
  @inline(__always)
  func weights(at place: Place) -> (values: SIMD8<Float>, slopes: SIMD8<Float>) {
    let (first, t) = (place.first, place.t)
    let linear = Self.eight(rows, first + Self.width)
    let quadratic = Self.eight(rows, first + 2 * Self.width)
    let cubic = Self.eight(rows, first + 3 * Self.width)
    return (
      Self.eight(rows, first) + t * (linear + t * (quadratic + t * cubic)),
      (linear + t * (2 * quadratic + 3 * t * cubic)) * Float(Self.steps)
    )
  }

  /// Loads eight consecutive values.
  @inline(__always)
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

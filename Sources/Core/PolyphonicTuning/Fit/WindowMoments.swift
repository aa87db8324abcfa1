internal import SignalProcessing

/// How two partials overlap in a triangular window v(τ) = 1 − 2|τ|, |τ| ≤ ½: the integrals over the
/// frame of v(τ) e^(2πiuτ), and of the same times iτ and −τ², for a distance of u frequency bins.
struct WindowMoments: Sendable {
  /// ∫ v e^(2πiuτ) dτ, its derivative by 2πu, and the second one.
  struct Value: Sendable {
    var zeroth = 0.0
    var first = 0.0
    var second = 0.0
    var third = 0.0
  }

  /// Beyond this many bins partials count as apart.
  static let reach = 300.0
  private static let stepsPerBin = 32.0
  private let table: [Value]

  /// Tabulates the integrals.
  init() {
    table = (0...Int(Self.reach * Self.stepsPerBin) + 1).map { index in
      let angle = 2 * Double.pi * Double(index) / Self.stepsPerBin
      return angle < 2 ? Self.sum(angle) : Self.closedForm(angle)
    }
  }

  /// The integrals as sums over 1024 points, where the closed form would lose digits.
  private static func sum(_ angle: Double) -> Value {
    let points = 512
    var value = Value()
    for point in 0..<points {
      // Midpoints of the right half; the left one mirrors it.
      let time = (Double(point) + 0.5) / Double(2 * points)
      let weight = (1 - 2 * time) / Double(points)
      let (sine, cosine) = Elementary.sineAndCosine(angle * time)
      value.zeroth += weight * cosine
      value.first -= weight * time * sine
      value.second -= weight * time * time * cosine
      value.third += weight * time * time * time * sine
    }
    return value
  }

  /// 4 (1 − cos(w/2)) / w², and its derivatives by w.
  private static func closedForm(_ w: Double) -> Value {
    let (sine, cosine) = Elementary.sineAndCosine(w / 2)
    let (rest, w2) = (1 - cosine, w * w)
    return Value(
      zeroth: 4 * rest / w2,
      first: (2 * sine - 8 * rest / w) / w2,
      second: (cosine - 8 * sine / w + 24 * rest / w2) / w2,
      third: (-0.5 * sine - 6 * cosine / w + 36 * sine / w2 - 96 * rest / (w2 * w)) / w2)
  }

  /// The integrals for a distance in bins.
  func value(at distance: Double) -> Value {
    let position = distance.magnitude * Self.stepsPerBin
    guard position < Double(table.count - 1) else { return Value() }
    let index = Int(position)
    let fraction = position - Double(index)
    let (low, high) = (table[index], table[index + 1])
    // Each integral's slope is the next one: Hermite's cubics, good to 10⁻⁸.
    let width = 2 * Double.pi / Self.stepsPerBin
    let first = Self.cubic(low.first, low.second, high.first, high.second, fraction, width)
    return Value(
      zeroth: Self.cubic(low.zeroth, low.first, high.zeroth, high.first, fraction, width),
      first: distance < 0 ? -first : first,
      second: Self.cubic(low.second, low.third, high.second, high.third, fraction, width))
  }

  /// The cubic through two values with their slopes, a `width` apart.
  private static func cubic(
    _ low: Double, _ lowSlope: Double, _ high: Double, _ highSlope: Double, _ fraction: Double,
    _ width: Double
  ) -> Double {
    let (rise, start, end) = (high - low, lowSlope * width, highSlope * width)
    let quadratic = 3 * rise - 2 * start - end
    let cubic = start + end - 2 * rise
    return low + fraction * (start + fraction * (quadratic + fraction * cubic))
  }

  /// ∫ v² dτ.
  static let energy = 1.0 / 3
}

internal import SignalProcessing

/// How two partials overlap in a triangular window v(τ) = 1 − 2|τ|, |τ| ≤ ½: the integrals over the
/// frame of v(τ) e^(2πiuτ), and of the same times iτ and −τ², for a distance of u frequency bins.
struct WindowMoments: Sendable {
  /// ∫ v e^(2πiuτ) dτ, its derivative by 2πu, and the second one.
  struct Value: Sendable {
    var zeroth = 0.0
    var first = 0.0
    var second = 0.0
  }

  /// Beyond this many bins partials count as apart.
  static let reach = 40.0
  private static let stepsPerBin = 64.0
  private let table: [Value]

  /// Tabulates the integrals.
  init() {
    let points = 512
    table = (0...Int(Self.reach * Self.stepsPerBin) + 1).map { index in
      let angle = 2 * Double.pi * Double(index) / Self.stepsPerBin
      var value = Value()
      for point in 0..<points {
        // Midpoints of the right half; the left one mirrors it.
        let time = (Double(point) + 0.5) / Double(2 * points)
        let weight = (1 - 2 * time) / Double(points)
        let (sine, cosine) = Elementary.sineAndCosine(angle * time)
        value.zeroth += weight * cosine
        value.first -= weight * time * sine
        value.second -= weight * time * time * cosine
      }
      return value
    }
  }

  /// The integrals for a distance in bins.
  func value(at distance: Double) -> Value {
    let position = distance.magnitude * Self.stepsPerBin
    guard position < Double(table.count - 1) else { return Value() }
    let index = Int(position)
    let fraction = position - Double(index)
    let (low, high) = (table[index], table[index + 1])
    let first = low.first + fraction * (high.first - low.first)
    return Value(
      zeroth: low.zeroth + fraction * (high.zeroth - low.zeroth),
      first: distance < 0 ? -first : first,
      second: low.second + fraction * (high.second - low.second))
  }

  /// ∫ v² dτ.
  static let energy = 1.0 / 3
}

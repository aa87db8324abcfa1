internal import SignalProcessing

/// The pitch around a frame, at steps of about 10 ms.
struct PitchContour: Sendable {
  /// How many steps it reaches to either side.
  static let reach = 5
  /// The frequencies in hertz at 1, 2, … steps; 0 where the sound is unvoiced, NaN where it is not
  /// known.
  typealias Side = InlineArray<5, Double>

  let frequency: Double
  let past: Side
  let future: Side

  /// By which share the pitch changes, a step; 0 if that is not known.
  var glide: Double {
    guard past[0] > 0, future[0] > 0 else { return 0 }
    return Elementary.log(future[0] / past[0]) / 2
  }

  /// How far the pitch is from a straight line at most, in cents; what is not known yet is left out.
  ///
  /// - Parameter reach: The steps to look at on each side, up to ``reach``.
  /// - Returns: Infinity if any of them is unvoiced.
  func deviation(within reach: Int) -> Double {
    var cents = InlineArray<11, Double>(repeating: 0)
    var last = 0
    for step in 1...reach {
      guard past[step - 1] > 0, !(future[step - 1] == 0) else { return .infinity }
      cents[Self.reach - step] = 1200 * Elementary.log2(past[step - 1] / frequency)
      guard future[step - 1] > 0, last == step - 1 else { continue }
      cents[Self.reach + step] = 1200 * Elementary.log2(future[step - 1] / frequency)
      last = step
    }
    return Self.distanceFromLine(cents, Self.reach - reach, Self.reach + last)
  }

  private static func distanceFromLine(
    _ values: InlineArray<11, Double>, _ first: Int, _ last: Int
  ) -> Double {
    let count = Double(last - first + 1)
    let middle = Double(first + last) / 2
    var (sum, product, squares) = (0.0, 0.0, 0.0)
    for index in first..<(last + 1) {
      let distance = Double(index) - middle
      sum += values[index]
      product += distance * values[index]
      squares += distance * distance
    }
    let slope = squares > 0 ? product / squares : 0
    var greatest = 0.0
    for index in first..<(last + 1) {
      let expected = sum / count + slope * (Double(index) - middle)
      greatest = max(greatest, (values[index] - expected).magnitude)
    }
    return greatest
  }
}

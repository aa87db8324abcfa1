/// Three values of a function at -1, 0 and 1, and the parabola through them.
struct Parabola {
  let left: Double
  let middle: Double
  let right: Double

  /// The values around an index. Beyond an edge the middle value is repeated.
  init(_ values: Span<Float>, around index: Int) {
    middle = Double(values[index])
    left = index > 0 ? Double(values[index - 1]) : middle
    right = index + 1 < values.count ? Double(values[index + 1]) : middle
  }

  /// Where the extremum lies, in -0.5...0.5; 0 for a straight line.
  var offset: Double {
    let curvature = left - 2 * middle + right
    guard curvature != 0 else { return 0 }
    return min(0.5, max(-0.5, 0.5 * (left - right) / curvature))
  }

  /// The value at the extremum.
  var extremum: Double {
    middle - 0.25 * (left - right) * offset
  }
}

/// The parabola through three values of a function, at -1, 0 and 1.
struct Parabola {
  private let left: Double
  private let middle: Double
  private let right: Double

  init(left: Float, middle: Float, right: Float) {
    self.left = Double(left)
    self.middle = Double(middle)
    self.right = Double(right)
  }

  /// Where the vertex lies, in -0.5...0.5 around a local extremum; 0 for a straight line.
  var offset: Double {
    let curvature = left - 2 * middle + right
    return curvature != 0 ? 0.5 * (left - right) / curvature : 0
  }

  /// The value at the vertex; the middle value for a straight line.
  var extremum: Double {
    let curvature = left - 2 * middle + right
    guard curvature != 0 else { return middle }
    let slope = 0.5 * (right - left)
    return middle - 0.5 * slope * slope / curvature
  }
}

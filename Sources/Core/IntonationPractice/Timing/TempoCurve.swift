internal import SignalProcessing

/// A tempo that follows the player: smoother than notes, and as free as phrases.
///
/// At each note it is the parabola through the notes within four quarters, of which the near ones weigh
/// more.
///
/// - SeeAlso: W. S. Cleveland, "Robust locally weighted regression and smoothing scatterplots",
///   Journal of the American Statistical Association 74, 1979.
struct TempoCurve: Sendable {
  /// The notes on each side that count at least.
  private static let fewest = 4
  /// The distance from which on notes do not count, in nominal quarter notes.
  private static let reach = 4.0

  /// For each point its distance from the curve, in seconds, with the swing taken off.
  private(set) var residuals: [Double] = []
  /// The standard deviation from the curve, in seconds, without outliers.
  private(set) var deviation = 0.0

  /// - Parameters:
  ///   - points: The notes that were played, by onset.
  ///   - swing: How much later second eighths are, in seconds.
  ///   - quarter: A nominal quarter note, in seconds.
  init(_ points: [TempoFit.Point], swing: Double, quarter: Double) {
    let onsets = points.map { $0.onset - ($0.isOffbeat ? swing : 0) }
    var weights = Array(repeating: 1.0, count: points.count)
    for _ in 0..<3 {
      residuals = points.indices.map { index in
        onsets[index] - Self.value(points, onsets, weights, at: index, quarter)
      }
      deviation = max(1e-4, RobustStatistics.deviation(residuals) ?? 0)
      weights = residuals.map { residual in
        let ratio = residual / (6 * deviation)
        return ratio.magnitude < 1 ? (1 - ratio * ratio) * (1 - ratio * ratio) : 0
      }
    }
  }

  private static func value(
    _ points: [TempoFit.Point], _ onsets: [Double], _ weights: [Double], at index: Int,
    _ quarter: Double
  ) -> Double {
    let center = points[index].nominal
    let low = max(0, index - fewest)
    let high = min(points.count - 1, index + fewest)
    let reach = max(
      reach * quarter, 1.01 * max(center - points[low].nominal, points[high].nominal - center))
    var (first, last) = (index, index)
    while first > 0, center - points[first - 1].nominal < reach { first -= 1 }
    while last < points.count - 1, points[last + 1].nominal - center < reach { last += 1 }
    var matrix = DenseMatrix(size: 3)
    var right = [0.0, 0, 0]
    for other in first...last {
      let x = (points[other].nominal - center) / reach
      let distance = min(1, x.magnitude)
      let falling = 1 - distance * distance * distance
      let weight = weights[other] * falling * falling * falling + 1e-9
      // From the note itself, so that numbers are small.
      matrix.add(
        [1, x, x * x], value: onsets[other] - onsets[index], weight: weight, to: &right)
    }
    return onsets[index] + matrix.solution(right)[0]
  }
}

/// Statistics that a few wrong values hardly move.
package enum RobustStatistics {
  /// Returns the median; `nil` if there are no values.
  ///
  /// - Complexity: O(*n* log *n*).
  package static func median(_ values: [Double]) -> Double? {
    guard !values.isEmpty else { return nil }
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }

  /// Returns the median of the distances from zero, scaled so that it is the standard deviation of
  /// normally distributed values; `nil` if there are no values.
  package static func deviation(_ values: [Double]) -> Double? {
    median(values.map { $0.magnitude }).map { 1.4826 * $0 }
  }

  /// Returns the line through points of which up to a quarter may be wrong: the median of all
  /// slopes, and of the intercepts; `nil` for fewer than two points of different abscissas.
  ///
  /// - Complexity: O(*n*² log *n*).
  /// - SeeAlso: P. K. Sen, "Estimates of the regression coefficient based on Kendall's tau", Journal
  ///   of the American Statistical Association 63, 1968.
  static func line(
    _ points: ArraySlice<(x: Double, y: Double)>
  ) -> (slope: Double, intercept: Double)? {
    var slopes: [Double] = []
    for (index, left) in zip(points.indices, points) {
      for right in points[(index + 1)...] where (right.x - left.x).magnitude > 1e-9 {
        slopes.append((right.y - left.y) / (right.x - left.x))
      }
    }
    guard let slope = median(slopes), let intercept = median(points.map { $0.y - slope * $0.x })
    else { return nil }
    return (slope, intercept)
  }
}

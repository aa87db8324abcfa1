internal import SignalProcessing

/// Finds the minimum of a function of a few numbers without its derivatives.
///
/// - SeeAlso: J. A. Nelder, R. Mead, "A simplex method for function minimization", The Computer
///   Journal 7(4), 1965, [doi:10.1093/comjnl/7.4.308](https://doi.org/10.1093/comjnl/7.4.308).
enum DownhillSimplex {
  /// Where the values of all corners lie this near, the search ends.
  private static let tolerance = 1e-4

  /// Finds the lowest point, and its value.
  ///
  /// - Parameters:
  ///   - start: Where the search begins.
  ///   - sizes: How far it looks at first, in each direction.
  ///   - evaluations: It ends after so many.
  ///   - function: Infinite where a point is not allowed.
  /// - Returns: Both.
  static func minimum(
    from start: [Double], sizes: [Double], evaluations: Int, _ function: ([Double]) -> Double
  ) -> (point: [Double], value: Double) {
    var corners = [(point: start, value: function(start))]
    for (index, size) in sizes.enumerated() {
      var point = start
      point[index] += size
      corners.append((point, function(point)))
    }
    var count = corners.count
    let last = start.count
    while count < evaluations {
      corners = corners.ascending { $0.value }
      guard corners[last].value - corners[0].value > tolerance else { break }
      let middle = start.indices.map { index in
        corners[..<last].reduce(0) { $0 + $1.point[index] } / Double(last)
      }
      /// The corner at a distance from the middle, where the highest one is at −1.
      func corner(_ distance: Double) -> (point: [Double], value: Double) {
        let point = start.indices.map {
          middle[$0] + distance * (middle[$0] - corners[last].point[$0])
        }
        count += 1
        return (point, function(point))
      }
      let reflected = corner(1)
      if reflected.value < corners[0].value {
        let expanded = corner(2)
        corners[last] = expanded.value < reflected.value ? expanded : reflected
      } else if reflected.value < corners[last - 1].value {
        corners[last] = reflected
      } else {
        let contracted = corner(reflected.value < corners[last].value ? 0.5 : -0.5)
        if contracted.value < min(reflected.value, corners[last].value) {
          corners[last] = contracted
        } else {
          let lowest = corners[0].point
          for index in 1...last {
            corners[index].point = start.indices.map {
              0.5 * (corners[index].point[$0] + lowest[$0])
            }
            corners[index].value = function(corners[index].point)
          }
          count += last
        }
      }
    }
    return corners.min { $0.value < $1.value } ?? corners[0]
  }
}

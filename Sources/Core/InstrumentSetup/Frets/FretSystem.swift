internal import SignalProcessing

/// The equations of ``FretFit``: deviation + error of the open string = deviation(saddle, nut).
///
/// The unknowns are the displacements of saddle and nut; the shifts are their opposites.
struct FretSystem {
  struct Row {
    let fret: Int
    /// In cents above the measured open string.
    let deviation: Double
    let error: Double
  }

  struct Solution {
    var saddle = 0.0
    var nut = 0.0
    var saddleError = 0.0
    var nutError = 0.0
    /// The ratio of the frets' scatter to their errors; 0 if no equation is left over.
    var scatter = 0.0
  }

  let scaleLength: Double
  let fitsNut: Bool
  var rows: [Row] = []
  var openError = 1.0

  /// The slope of cents over the logarithm of a ratio.
  private static let centsPerNeper = 1200 / 0.693147180559945309

  /// Returns the deviation that a misplaced saddle and nut give a fret, in cents above the open
  /// string.
  func deviation(atFret fret: Int, saddle: Double, nut: Double) -> Double {
    let fretted = FretGeometry.length(fromFret: fret, scaleLength: scaleLength)
    let open = (scaleLength + saddle - nut) / scaleLength
    return Elementary.cents(ofRatio: open * fretted / (fretted + saddle))
  }

  func solve() -> Solution {
    var solution = Solution()
    var open = 0.0  // the error of the measured open string, in cents
    let size = fitsNut ? 3 : 2
    var inverse = DenseMatrix(size: size)
    for _ in 0..<8 {
      var normal = DenseMatrix(size: size)
      var right = Array(repeating: 0.0, count: size)
      // Only the open string's own pitch is known.
      normal.add(
        [1] + Array(repeating: 0, count: size - 1), value: -open,
        weight: 1 / (openError * openError), to: &right)
      for row in rows {
        let fretted = FretGeometry.length(fromFret: row.fret, scaleLength: scaleLength)
        let whole = scaleLength + solution.saddle - solution.nut
        let bySaddle = Self.centsPerNeper * (1 / (fretted + solution.saddle) - 1 / whole)
        let byNut = Self.centsPerNeper / whole
        let value =
          row.deviation + open
          - deviation(atFret: row.fret, saddle: solution.saddle, nut: solution.nut)
        normal.add(
          fitsNut ? [1, bySaddle, byNut] : [1, bySaddle], value: -value,
          weight: 1 / (row.error * row.error), to: &right)
      }
      inverse = normal.inverse
      let step = normal.solution(right)
      open += step[0]
      // A shift beyond a tenth of the scale is not a setup, and would leave the logarithm's range.
      solution.saddle = Self.limited(solution.saddle + step[1], 0.1 * scaleLength)
      if fitsNut { solution.nut = Self.limited(solution.nut + step[2], 0.1 * scaleLength) }
    }
    solution.saddleError = max(0, inverse[1, 1]).squareRoot()
    if fitsNut { solution.nutError = max(0, inverse[2, 2]).squareRoot() }
    solution.scatter = scatter(solution, open: open)
    return solution
  }

  private func scatter(_ solution: Solution, open: Double) -> Double {
    let freedom = rows.count - (fitsNut ? 2 : 1)
    guard freedom > 0 else { return 0 }
    var sum = (open / openError) * (open / openError)
    for row in rows {
      let left =
        row.deviation + open
        - deviation(atFret: row.fret, saddle: solution.saddle, nut: solution.nut)
      sum += (left / row.error) * (left / row.error)
    }
    return (sum / Double(freedom)).squareRoot()
  }

  private static func limited(_ value: Double, _ limit: Double) -> Double {
    min(limit, max(-limit, value))
  }
}

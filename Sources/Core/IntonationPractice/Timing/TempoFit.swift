internal import SignalProcessing

/// The tempo of a playing: a line, or a parabola, through the times of its notes.
///
/// With the time *u* at which a note would sound at the nominal tempo, it sounds at
/// *a* + *b* *u* + *c* (*u* - *ū*)² + *s* + *j*, where *s*, the swing, is only for second eighths, and
/// *j*, the jumps, for the notes from some on, if that is asked for. The fit is reweighted least squares
/// (Huber's weights), which single notes at a wrong time hardly move.
///
/// - SeeAlso: P. J. Huber, "Robust estimation of a location parameter", Annals of Mathematical
///   Statistics 35(1), 1964.
struct TempoFit: Sendable {
  /// A note that was played.
  struct Point: Sendable {
    /// The index of the note in the score.
    var index: Int
    /// When it would sound at the nominal tempo, in seconds.
    var nominal: Double
    /// When it was played, in seconds.
    var onset: Double
    /// True for the second of two eighths.
    var isOffbeat: Bool
  }

  /// The seconds that were played in a nominal one; 1.02 is 2 percent slower.
  private(set) var stretch = 1.0
  /// One standard error of the stretch.
  private(set) var stretchError = 0.0
  /// The change of the stretch in a nominal second; 0 for a steady tempo.
  private(set) var bend = 0.0
  /// How much later second eighths are than the middle, in nominal seconds.
  private(set) var swing = 0.0
  /// One standard error of the swing; `nil` if there are not enough eighths.
  private(set) var swingError: Double?
  /// For each jump how much later the notes are from it on, in seconds.
  private(set) var jumps: [Double] = []
  /// One standard error of each.
  private(set) var jumpErrors: [Double] = []
  /// The standard deviation of the notes from the fit, in seconds, without outliers.
  private(set) var deviation = 0.0
  /// For each point its distance from the fit, in seconds, with its swing taken off.
  private(set) var residuals: [Double] = []
  private var intercept = 0.0
  private var middle = 0.0
  /// The first point after each jump, in order.
  private let starts: [Int]

  /// The fewest eighths of each kind that tell a swing.
  private static let fewestEighths = 4
  /// The fewest notes, and the shortest time in seconds, that tell a change of tempo.
  private static let (fewestForBend, shortestForBend) = (12, 6.0)
  /// How many standard errors from 0 a change of tempo is certain.
  private static let certainty = 4.0

  /// Fits a tempo; `nil` for fewer than three notes of different onsets.
  ///
  /// - Parameters:
  ///   - points: The notes that were played, by their nominal times.
  ///   - starts: From which points on all are later by the same time, in order.
  init?(_ points: [Point], jumpingAt starts: [Int] = []) {
    guard let first = points.first, let last = points.last, points.count >= 3,
      last.nominal - first.nominal > 1e-3
    else { return nil }
    self.starts = starts
    middle = 0.5 * (first.nominal + last.nominal)
    let offbeats = points.count { $0.isOffbeat }
    let hasSwing = min(offbeats, points.count - offbeats) >= Self.fewestEighths
    let hasBend =
      points.count >= Self.fewestForBend
      && last.nominal - first.nominal >= Self.shortestForBend
    guard fit(points, hasSwing, hasBend) else { return nil }
    guard hasBend, bend.magnitude < Self.certainty * bendError else { return }
    bend = 0
    guard fit(points, hasSwing, false) else { return nil }
  }

  private var bendError = 0.0

  /// Returns when a note is expected, in seconds, at the middle of its beat if it is an eighth.
  func onset(atNominal nominal: Double) -> Double {
    let x = nominal - middle
    return intercept + stretch * x + 0.5 * bend * x * x
  }

  /// Returns the seconds that were played in a nominal one at a time.
  func stretch(atNominal nominal: Double) -> Double { stretch + bend * (nominal - middle) }

  private mutating func fit(_ points: [Point], _ hasSwing: Bool, _ hasBend: Bool) -> Bool {
    let onbeats = points.filter { !$0.isOffbeat }
    let start = hasSwing ? onbeats : points
    // A robust start: slopes over half of the playing.
    let half = max(1, start.count / 2)
    let slopes = zip(start, start.dropFirst(half)).compactMap { left, right in
      right.nominal - left.nominal > 1e-6
        ? (right.onset - left.onset) / (right.nominal - left.nominal) : nil
    }
    guard let slope = RobustStatistics.median(slopes), slope > 0 else { return false }
    stretch = slope
    intercept =
      RobustStatistics.median(start.map { $0.onset - slope * ($0.nominal - middle) }) ?? 0
    (swing, bend, jumps) = (0, 0, starts.map { _ in 0 })
    if hasSwing {
      let off = points.filter { $0.isOffbeat }.map { $0.onset - onset(atNominal: $0.nominal) }
      swing = RobustStatistics.median(off) ?? 0
    }
    // The columns of swing, jumps and bend come after those of intercept and stretch.
    let jumpColumn = hasSwing ? 3 : 2
    let bendColumn = jumpColumn + starts.count
    let count = bendColumn + (hasBend ? 1 : 0)
    for round in 0..<20 {
      residuals = residuals(of: points)
      deviation = max(1e-4, RobustStatistics.deviation(residuals) ?? 0)
      let limit = (round < 10 ? 1.5 : 2.5) * deviation
      var matrix = DenseMatrix(size: count)
      var right = Array(repeating: 0.0, count: count)
      for (index, (point, residual)) in zip(points, residuals).enumerated() {
        let size = residual.magnitude
        // Later a note far away does not count at all.
        let weight = size <= limit ? 1 : (round < 10 ? limit / size : 0)
        let x = point.nominal - middle
        var factors = [1, x]
        if hasSwing { factors.append(point.isOffbeat ? 1 : 0) }
        for start in starts { factors.append(index >= start ? 1 : 0) }
        if hasBend { factors.append(0.5 * x * x) }
        matrix.add(factors, value: residual, weight: weight, to: &right)
      }
      let change = matrix.solution(right)
      intercept += change[0]
      stretch += change[1]
      if hasSwing { swing += change[2] }
      for column in starts.indices { jumps[column] += change[jumpColumn + column] }
      if hasBend { bend += change[bendColumn] }
      let inverse = matrix.inverse
      stretchError = deviation * inverse[1, 1].squareRoot()
      swingError = hasSwing ? deviation * inverse[2, 2].squareRoot() : nil
      jumpErrors = starts.indices.map {
        deviation * inverse[jumpColumn + $0, jumpColumn + $0].squareRoot()
      }
      bendError = hasBend ? deviation * inverse[bendColumn, bendColumn].squareRoot() : 0
    }
    residuals = residuals(of: points)
    deviation = RobustStatistics.deviation(residuals) ?? 0
    return stretch > 0 && stretch.isFinite && intercept.isFinite
  }

  /// Returns how much later a point is than those before the first jump, in seconds.
  func jump(at index: Int) -> Double {
    zip(starts, jumps).reduce(0) { $0 + (index >= $1.0 ? $1.1 : 0) }
  }

  private func residuals(of points: [Point]) -> [Double] {
    points.enumerated().map { index, point in
      let swing = point.isOffbeat ? swing : 0
      return point.onset - onset(atNominal: point.nominal) - swing - jump(at: index)
    }
  }
}

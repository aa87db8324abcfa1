/// How the pitch of a whole playing moves: it stays, sinks or rises steadily, or changes at one note.
///
/// Single notes that are far off do not count: lines and levels are robust.
package struct PitchCourse: Sendable {
  /// What describes the deviations of all notes.
  package enum Shape: Sendable {
    /// Nothing but single notes.
    case level
    /// A line: from the first note to the last, and from one note to the next, in cents.
    case drift(Double, perNote: Double)
    /// Two levels: the cents from the first to the second, and the index of the note that begins it.
    case step(Double, at: Int)
  }

  /// The shape that describes the notes.
  package private(set) var shape = Shape.level
  /// The lowest and the highest value of the shape, in cents.
  private var range = 0.0...0.0
  /// For each note of the score its cents apart from the shape; `nil` if it is not known.
  package private(set) var residuals: [Double?]

  /// The fewest notes of a drift, and on each side of a step.
  private static let (fewest, fewestBeside) = (5, 3)
  /// How many standard errors from 0 a drift and a step are certain; a step is sought, and so needs
  /// more.
  private static let (certainDrift, certainStep) = (3.0, 4.0)
  /// The largest share of the deviations that a shape may leave.
  private static let (mostOfLevel, mostOfLine) = (0.8, 0.8)
  /// The largest deviation that counts, in cents: beyond it a note is another one.
  private static let farthest = 150.0
  /// The most notes of which each is tried as the beginning of a step.
  private static let mostTried = 96

  private struct Point {
    var x: Double  // the index of the note
    var y: Double  // in cents
  }

  /// - Parameter deviations: For each note of the score its deviation in cents, without the median;
  ///   `nil` if it is not known.
  package init(_ deviations: [Double?]) {
    residuals = deviations
    let points = deviations.enumerated().compactMap { index, cents in
      cents.flatMap { $0.magnitude <= Self.farthest ? Point(x: Double(index), y: $0) : nil }
    }
    guard points.count >= Self.fewest, let line = Line(points) else { return }
    let plain = Self.size(points.map { $0.y })
    let drifting = Self.size(points.map { $0.y - line.value(at: $0.x) })
    let step = Self.step(points)
    if let step, step.size.magnitude > max(Intonation.tolerance, Self.certainStep * step.error),
      step.rest < Self.mostOfLevel * plain, step.rest < Self.mostOfLine * drifting
    {
      shape = .step(step.size, at: Int(points[step.position].x))
      range = Self.range(step.before, step.before + step.size)
      for (index, cents) in deviations.enumerated() {
        let isAfter = Double(index) >= points[step.position].x
        residuals[index] = cents.map { $0 - step.before - (isAfter ? step.size : 0) }
      }
    } else if line.total.magnitude > max(Intonation.tolerance, Self.certainDrift * line.error),
      drifting < Self.mostOfLevel * plain
    {
      shape = .drift(line.total, perNote: line.slope)
      let ends = (points.first?.x ?? 0, points.last?.x ?? 0)
      range = Self.range(line.value(at: ends.0), line.value(at: ends.1))
      for (index, cents) in deviations.enumerated() {
        residuals[index] = cents.map { $0 - line.value(at: Double(index)) }
      }
    }
  }

  /// Returns what all notes have in common: the smallest deviation of the shape, or 0 if it is on both
  /// sides.
  ///
  /// - Parameter offset: The deviation of the whole, in cents.
  /// - Returns: Cents.
  package func common(with offset: Double) -> Double {
    let (low, high) = (offset + range.lowerBound, offset + range.upperBound)
    return low > 0 ? low : high < 0 ? high : 0
  }

  private static func range(_ one: Double, _ other: Double) -> ClosedRange<Double> {
    min(one, other)...max(one, other)
  }

  private static func size(_ values: [Double]) -> Double {
    values.reduce(0) { $0 + min($1.magnitude, 100) }
  }

  /// A line through most of the notes.
  private struct Line {
    private(set) var slope = 0.0
    private var intercept = 0.0
    /// The change from the first point to the last, and one standard error of it, in cents.
    private(set) var (total, error) = (0.0, 0.0)

    init?(_ points: [Point]) {
      // A robust start: slopes over half of the playing.
      let slopes = zip(points, points.dropFirst(points.count / 2)).map {
        ($1.y - $0.y) / ($1.x - $0.x)
      }
      guard let first = points.first, let last = points.last,
        let start = RobustStatistics.median(slopes)
      else { return nil }
      slope = start
      intercept = RobustStatistics.median(points.map { $0.y - start * $0.x }) ?? 0
      let residuals = points.map { $0.y - value(at: $0.x) }
      let limit = max(1, 3.5 * (RobustStatistics.deviation(residuals) ?? 0))
      let near = zip(points, residuals).filter { $1.magnitude <= limit }.map { $0.0 }
      let count = Double(near.count)
      let middle = near.reduce(0) { $0 + $1.x } / count
      let mean = near.reduce(0) { $0 + $1.y } / count
      let squares = near.reduce(0) { $0 + ($1.x - middle) * ($1.x - middle) }
      guard near.count >= 3, squares > 0 else { return nil }
      slope = near.reduce(0) { $0 + ($1.x - middle) * ($1.y - mean) } / squares
      intercept = mean - slope * middle
      let rest = near.reduce(0) { sum, point in
        let residual = point.y - value(at: point.x)
        return sum + residual * residual
      }
      total = slope * (last.x - first.x)
      error = (rest / (count - 2) / squares).squareRoot() * (last.x - first.x)
    }

    func value(at x: Double) -> Double { intercept + slope * x }
  }

  /// Returns the two levels that leave least of the deviations.
  private static func step(
    _ points: [Point]
  ) -> (position: Int, before: Double, size: Double, error: Double, rest: Double)? {
    guard points.count >= 2 * fewestBeside else { return nil }
    var best: (position: Int, before: Double, size: Double, error: Double, rest: Double)?
    for position in positions(points) {
      let before = points[..<position].map { $0.y }
      let after = points[position...].map { $0.y }
      guard let low = RobustStatistics.median(before), let high = RobustStatistics.median(after)
      else { continue }
      let residuals = before.map { $0 - low } + after.map { $0 - high }
      let rest = size(residuals)
      guard rest < best?.rest ?? .infinity else { continue }
      let deviation = RobustStatistics.deviation(residuals) ?? 0
      let error = deviation * (1 / Double(before.count) + 1 / Double(after.count)).squareRoot()
      best = (position, low, high - low, error, rest)
    }
    return best
  }

  /// Returns where a step may begin: anywhere, or of many notes near the place that squares tell.
  private static func positions(_ points: [Point]) -> Range<Int> {
    let all = fewestBeside..<(points.count - fewestBeside + 1)
    guard points.count > mostTried else { return all }
    let sum = points.reduce(0) { $0 + $1.y }
    var (left, best, gain) = (0.0, all.lowerBound, -1.0)
    for (index, point) in points.enumerated() {
      if all.contains(index) {
        let (before, after) = (Double(index), Double(points.count - index))
        let right = sum - left
        let own = left * left / before + right * right / after
        if own > gain { (best, gain) = (index, own) }
      }
      left += point.y
    }
    return max(all.lowerBound, best - 8)..<min(all.upperBound, best + 9)
  }
}

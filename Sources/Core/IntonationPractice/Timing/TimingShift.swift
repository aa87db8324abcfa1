internal import SignalProcessing

/// A note from which on everything comes later, or earlier, by the same time.
///
/// With a click it is the latency that changed, as it does when a headset reconnects; without one the
/// player stopped, or a recording has a gap.
public struct TimingShift: Sendable, Hashable {
  /// The index of the first note after the change, in the score.
  public var index: Int
  /// Its bar as it is written; `nil` if the score has none.
  public var bar: BarNumber?
  /// How much later it and all after it are, in milliseconds; negative for earlier.
  public var milliseconds: Double
  /// One standard error of it, in milliseconds.
  public var error: Double
}

/// Finds where notes begin to come later by a constant, and takes it off.
///
/// A player who slows down, or whose tempo moves with the music, is later by more and more: a jump is
/// there only if two levels describe the notes around it better than a parabola does.
struct ShiftSearch: Sendable {
  /// A change of the times.
  struct Shift: Sendable {
    /// The first point after it.
    var position: Int
    /// How much later points are from there on, in seconds.
    var seconds: Double
    /// One standard error of it, in seconds.
    var error: Double
  }

  /// The changes, in order.
  private(set) var shifts: [Shift] = []
  /// The points as if nothing had changed.
  private(set) var points: [TempoFit.Point]
  /// Their tempo, with the uncertainty that the changes leave; `nil` if there is none.
  private(set) var fit: TempoFit?

  /// The smallest change that is told, in seconds: players are early and late by less.
  private static let least = 0.02
  /// How many standard errors from 0 a change is certain.
  private static let certainty = 6.0
  /// The fewest notes before a change and after it.
  private static let fewest = 6
  /// The notes on each side that tell a jump from a parabola.
  private static let reach = 12
  /// The largest share of the squares that remain of a parabola which may remain of two levels.
  private static let largestShare = 0.75
  /// The most changes of a playing: who stops more often is in no tempo.
  private static let most = 3

  /// - Parameter points: The notes that were played, by their nominal times.
  init(_ points: [TempoFit.Point]) {
    self.points = points
    fit = TempoFit(points)
    var starts: [Int] = []
    while let fit, let start = Self.next(points, fit, starts) {
      guard starts.count < Self.most else {
        self.fit = TempoFit(points)
        return
      }
      starts.append(start)
      starts.sort()
      guard let better = TempoFit(points, jumpingAt: starts) else { break }
      self.fit = better
    }
    guard let fit, !starts.isEmpty else { return }
    for position in points.indices { self.points[position].onset -= fit.jump(at: position) }
    shifts = starts.indices.map {
      Shift(position: starts[$0], seconds: fit.jumps[$0], error: fit.jumpErrors[$0])
    }
  }

  /// Returns where the largest further change is that is certain.
  private static func next(
    _ points: [TempoFit.Point], _ fit: TempoFit, _ starts: [Int]
  ) -> Int? {
    guard points.count >= 2 * fewest else { return nil }
    let candidates = (fewest...(points.count - fewest)).filter { position in
      starts.allSatisfy { ($0 - position).magnitude >= fewest }
    }
    let steps = candidates.map { (position: $0, size: step(fit.residuals, $0).magnitude) }
    guard let largest = steps.max(by: { $0.size < $1.size }) else { return nil }
    func jumping(at position: Int) -> (fit: TempoFit, index: Int)? {
      let all = (starts + [position]).sorted()
      guard let index = all.firstIndex(of: position) else { return nil }
      return TempoFit(points, jumpingAt: all).map { ($0, index) }
    }
    var position = largest.position
    guard var found = jumping(at: position) else { return nil }
    // Where the levels meet best, by the notes around.
    let jump = found.fit.jumps[found.index]
    let flat = found.fit.residuals.enumerated().map { $1 + ($0 >= position ? jump : 0) }
    let near = candidates.filter { ($0 - position).magnitude <= 4 }
    let best = near.min { squares(flat, $0, jump) < squares(flat, $1, jump) }
    if let best, best != position, let moved = jumping(at: best) {
      (position, found) = (best, moved)
    }
    let size = found.fit.jumps[found.index].magnitude
    guard size >= least, size >= certainty * found.fit.jumpErrors[found.index],
      isJump(points, found.fit, found.fit.jumps[found.index], at: position)
    else { return nil }
    return position
  }

  /// Returns how much later the notes from a position on are than those before it, in seconds.
  private static func step(_ residuals: [Double], _ position: Int) -> Double {
    let before = residuals[max(0, position - reach)..<position]
    let after = residuals[position..<min(residuals.count, position + reach)]
    return (RobustStatistics.median(Array(after)) ?? 0)
      - (RobustStatistics.median(Array(before)) ?? 0)
  }

  /// Returns the sum of squares if the notes from a position on are later by a jump; single notes
  /// count no more than it.
  private static func squares(_ residuals: [Double], _ position: Int, _ jump: Double) -> Double {
    residuals.enumerated().reduce(0) { sum, item in
      let residual = item.element - (item.offset >= position ? jump : 0)
      return sum + min(residual * residual, jump * jump)
    }
  }

  /// Returns true if two levels describe the notes around a position better than a parabola, and
  /// nearly all of them.
  private static func isJump(
    _ points: [TempoFit.Point], _ jumping: TempoFit, _ jump: Double, at position: Int
  ) -> Bool {
    let before = max(0, position - reach)..<position
    let after = position..<min(points.count, position + reach)
    let limit = 3 * max(1e-3, jumping.deviation)
    func kept(_ range: Range<Int>) -> [Int] {
      range.filter { jumping.residuals[$0].magnitude <= limit }
    }
    let sides = (kept(before), kept(after))
    guard 4 * sides.0.count >= 3 * before.count, 4 * sides.1.count >= 3 * after.count else {
      return false
    }
    let near = sides.0 + sides.1
    let center = points[position].nominal
    let width = max(1e-3, points[after.upperBound - 1].nominal - points[before.lowerBound].nominal)
    var matrix = DenseMatrix(size: 3)
    var right = [0.0, 0, 0]
    let values = near.map { index in
      let x = (points[index].nominal - center) / width
      let y = jumping.residuals[index] + (index >= position ? jump : 0)
      matrix.add([1, x, x * x], value: y, weight: 1, to: &right)
      return (x: x, y: y)
    }
    let parabola = matrix.solution(right)
    let rest = values.reduce(0) { sum, value in
      let error =
        value.y - parabola[0] - parabola[1] * value.x - parabola[2] * value.x * value.x
      return sum + error * error
    }
    let levels = near.reduce(0) { $0 + jumping.residuals[$1] * jumping.residuals[$1] }
    return levels < largestShare * rest
  }
}

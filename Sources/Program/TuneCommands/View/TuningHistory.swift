/// The cents of the last seconds, thinned to a steady number of points.
struct TuningHistory: Hashable, Sendable {
  /// How far back the strip reaches, in seconds.
  var duration = 8.0
  /// The time between two points, in seconds: finer than a column of the widest terminal.
  static let spacing = 0.02

  struct Point: Hashable, Sendable {
    /// Seconds since the first sample.
    var time: Double
    /// From the target, or `nil` while nothing sounds.
    var cents: Double?
  }

  private(set) var points: [Point] = []

  /// Adds the present; points closer than ``spacing`` replace each other, old ones fall off.
  ///
  /// A time before the last one means that the source started again: the strip starts again too.
  mutating func append(time: Double, cents: Double?) {
    if let last = points.last {
      if time < last.time { points.removeAll() }
      if time >= last.time, points.count > 1, time - points[points.count - 2].time < Self.spacing {
        points.removeLast()
      }
    }
    points.append(Point(time: time, cents: cents))
    let expired = points.prefix { $0.time < time - duration }.count
    if expired > 64 { points.removeFirst(expired) }  // rarely, so that it costs nothing
  }

  /// The mean cents of each of `count` equal slices of the strip, the newest last.
  func slices(_ count: Int) -> [Double?] {
    guard let now = points.last?.time, count > 0 else {
      return Array(repeating: nil, count: max(0, count))
    }
    var sums = Array(repeating: 0.0, count: count)
    var counts = Array(repeating: 0, count: count)
    let width = duration / Double(count)
    // Slices are fixed in time, so that a drawn column never changes but only moves.
    let newest = (now / width).rounded(.down)
    for point in points {
      guard let cents = point.cents else { continue }
      let age = Int(newest - (point.time / width).rounded(.down))
      guard (0..<count).contains(age) else { continue }
      sums[count - 1 - age] += cents
      counts[count - 1 - age] += 1
    }
    return zip(sums, counts).map { $1 == 0 ? nil : $0 / Double($1) }
  }
}

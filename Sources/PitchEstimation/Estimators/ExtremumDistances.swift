/// Measures the most common distance between the extrema of a wave.
struct ExtremumDistances: Sendable {
  /// The most common distance.
  struct Mode {
    /// The mean distance, in fractional samples.
    var distance: Double
    /// The share of the extrema that have a next one at this distance, in 0...1.
    var regularity: Double
  }

  private var maxima = ExtremumPlaces()
  private var minima = ExtremumPlaces()

  /// The most common distance between extrema of one kind.
  ///
  /// - Parameters:
  ///   - wave: At least three samples, around zero.
  ///   - threshold: The share of the highest extremum of its kind that an extremum must reach.
  /// - Returns: `nil` if there are no two extrema of a kind.
  mutating func mode(of wave: Span<Float>, threshold: Float) -> Mode? {
    maxima.find(in: wave, sign: 1, threshold: threshold)
    minima.find(in: wave, sign: -1, threshold: threshold)
    let (high, low) = (mostSupported(in: maxima), mostSupported(in: minima))
    let best = high.support >= low.support ? high : low
    return best.support > 0 ? refined(best.distance) : nil
  }

  /// The distance between extrema of one kind that most others, of either kind, are near.
  private func mostSupported(in places: ExtremumPlaces) -> (distance: Double, support: Int) {
    var best = (distance: 0.0, support: 0)
    places.forEachDistance { distance in
      let support = maxima.count(near: distance) + minima.count(near: distance)
      if support > best.support { best = (distance, support) }
    }
    return best
  }

  /// The mean of the distances near one, over whole spans of periods.
  private func refined(_ distance: Double) -> Mode? {
    let (high, low) = (maxima.span(of: distance), minima.span(of: distance))
    let periods = high.periods + low.periods
    let expected = high.expected + low.expected
    guard periods > 0, expected > 0 else { return nil }
    return Mode(
      distance: (high.length + low.length) / Double(periods),
      regularity: min(1, Double(high.matched + low.matched) / Double(expected)))
  }
}

/// Where the extrema of one kind are.
private struct ExtremumPlaces: Sendable {
  /// The most extrema that are taken; a frame may hold more.
  private static let capacity = 128
  /// How many following extrema each one is compared with.
  private static let reach = 3

  private var places = [Double](repeating: 0, count: capacity)
  private(set) var count = 0

  /// Finds the highest maximum of the wave times `sign` in each stretch above zero.
  mutating func find(in wave: Span<Float>, sign: Float, threshold: Float) {
    var highest: Float = 0
    for index in wave.indices { highest = max(highest, sign * wave[index]) }
    count = 0
    guard highest > 0, highest.isFinite else { return }
    var best = 0
    for index in 1..<(wave.count - 1) {
      let value = sign * wave[index]
      if value <= 0 {
        take(best, of: wave)
        best = 0
      } else if value >= threshold * highest, value >= sign * wave[index - 1],
        value > sign * wave[index + 1], best == 0 || value > sign * wave[best]
      {
        best = index
      }
    }
    take(best, of: wave)
  }

  private mutating func take(_ index: Int, of wave: Span<Float>) {
    guard index > 0, count < Self.capacity else { return }
    let (left, middle) = (Double(wave[index - 1]), Double(wave[index]))
    let right = Double(wave[index + 1])
    let curvature = left - 2 * middle + right
    let shift = curvature == 0 ? 0 : 0.5 * (left - right) / curvature
    places[count] = Double(index) + max(-0.5, min(0.5, shift))
    count += 1
  }

  /// Visits the distances from each extremum to the next few.
  func forEachDistance(_ visit: (Double) -> Void) {
    for first in 0..<count {
      for second in (first + 1)..<max(first + 1, min(count, first + 1 + Self.reach)) {
        visit(places[second] - places[first])
      }
    }
  }

  /// How many distances are near one.
  func count(near distance: Double) -> Int {
    var count = 0
    forEachDistance { count += Self.areClose($0, distance) ? 1 : 0 }
    return count
  }

  /// Distances are equal within a sample, or 4 % where that is more.
  private static func areClose(_ first: Double, _ second: Double) -> Bool {
    (first - second).magnitude <= max(1, 0.04 * second)
  }

  /// Follows the extrema from each to the one a period later.
  ///
  /// - Returns: The length and the number of the periods found one after another, how many extrema
  ///   had a next one, and how many should have.
  func span(of distance: Double) -> (length: Double, periods: Int, matched: Int, expected: Int) {
    guard count > 1 else { return (0, 0, 0, 0) }
    var (length, periods, matched, expected) = (0.0, 0, 0, 0)
    var chain = places[0]
    for first in 0..<(count - 1) {
      expected += places[first] + 0.96 * distance <= places[count - 1] + 1 ? 1 : 0
      var next: Double?
      for second in (first + 1)..<min(count, first + 1 + Self.reach)
      where Self.areClose(places[second] - places[first], distance) && next == nil {
        next = places[second]
      }
      guard let next else { continue }
      matched += 1
      // Periods that overlap one counted already tell nothing new.
      guard places[first] >= chain - 1e-9 else { continue }
      length += next - places[first]
      periods += 1
      chain = next
    }
    return (length, periods, matched, expected)
  }
}

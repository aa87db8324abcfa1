internal import SignalProcessing

/// Measures the most common distance between the extrema of a wave.
struct ExtremumDistances: Sendable {
  /// The most common distance.
  struct Mode {
    /// The mean distance, in fractional samples.
    var distance: Double
    /// The share of the extrema that have a next one at this distance, in 0...1.
    var regularity: Double
  }

  private var maxima = ExtremumPositions()
  private var minima = ExtremumPositions()
  /// All distances, of either kind, in ascending order.
  private var sorted = [Double](repeating: 0, count: 2 * ExtremumPositions.mostDistances)

  /// The most common distance between extrema of one kind.
  ///
  /// - Parameters:
  ///   - wave: At least three samples, around zero.
  ///   - threshold: The share of the highest extremum of its kind that an extremum must reach.
  /// - Returns: `nil` if there are no two extrema of a kind.
  mutating func mode(of wave: Span<Float>, threshold: Float) -> Mode? {
    maxima.find(in: wave, sign: 1, threshold: threshold)
    minima.find(in: wave, sign: -1, threshold: threshold)
    let count = collectDistances()
    let all = sorted.span.extracting(first: count)
    let high = Self.mostSupported(in: maxima, among: all)
    let low = Self.mostSupported(in: minima, among: all)
    let best = high.support >= low.support ? high : low
    return best.support > 0 ? refined(best.distance) : nil
  }

  /// Fills `sorted`, and returns how many distances there are.
  private mutating func collectDistances() -> Int {
    let (maxima, minima) = (maxima, minima)
    return sorted.withUnsafeMutableBufferPointer { sorted in
      var count = 0
      maxima.forEachDistance {
        sorted[count] = $0
        count += 1
      }
      minima.forEachDistance {
        sorted[count] = $0
        count += 1
      }
      Self.sort(UnsafeMutableBufferPointer(rebasing: sorted[..<count]))
      return count
    }
  }

  /// Shell's sort, which allocates nothing.
  private static func sort(_ values: UnsafeMutableBufferPointer<Double>) {
    var gap = 1
    while gap < values.count / 3 { gap = 3 * gap + 1 }
    while gap > 0 {
      for index in stride(from: gap, to: values.count, by: 1) {
        let value = values[index]
        var position = index
        while position >= gap, values[position - gap] > value {
          values[position] = values[position - gap]
          position -= gap
        }
        values[position] = value
      }
      gap /= 3
    }
  }

  /// The distance between extrema of one kind that most others, of either kind, are near.
  private static func mostSupported(
    in positions: ExtremumPositions, among sorted: Span<Double>
  ) -> (distance: Double, support: Int) {
    var best = (distance: 0.0, support: 0)
    positions.forEachDistance { distance in
      let tolerance = ExtremumPositions.tolerance(of: distance)
      let first = firstIndex(in: sorted) { $0 >= distance - tolerance }
      let support = firstIndex(in: sorted) { $0 > distance + tolerance } - first
      if support > best.support { best = (distance, support) }
    }
    return best
  }

  /// The index of the first value with a property that all greater ones share.
  @inline(__always)
  private static func firstIndex(in sorted: Span<Double>, where isBeyond: (Double) -> Bool) -> Int {
    var (low, high) = (0, sorted.count)
    while low < high {
      let middle = (low + high) / 2
      if isBeyond(sorted[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
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

/// The positions of the extrema of one kind.
private struct ExtremumPositions: Sendable {
  /// The largest number of extrema; a frame may hold more.
  private static let capacity = 128
  /// The number of following extrema that each one is compared with.
  private static let reach = 3

  private var positions = [Double](repeating: 0, count: capacity)
  private(set) var count = 0

  /// The largest number of distances that ``forEachDistance(_:)`` visits.
  static let mostDistances = capacity * reach

  /// Finds the highest maximum of the wave times `sign` in each stretch above zero.
  mutating func find(in wave: Span<Float>, sign: Float, threshold: Float) {
    count = 0
    let extremes = wave.extremes
    let highest = sign > 0 ? extremes.largest : -extremes.least
    guard highest > 0, highest.isFinite else { return }
    let floor = threshold * highest
    wave.withUnsafeBufferPointer { samples in
      var best = 0
      for index in 1..<(samples.count - 1) {
        let value = sign * samples[index]
        if value <= 0 {
          if best > 0 { append(best, of: wave) }
          best = 0
        } else if value >= floor, value >= sign * samples[index - 1],
          value > sign * samples[index + 1], best == 0 || value > sign * samples[best]
        {
          best = index
        }
      }
      append(best, of: wave)
    }
  }

  private mutating func append(_ index: Int, of wave: Span<Float>) {
    guard index > 0, count < Self.capacity else { return }
    let (left, middle) = (Double(wave[index - 1]), Double(wave[index]))
    let right = Double(wave[index + 1])
    let curvature = left - 2 * middle + right
    let shift = curvature == 0 ? 0 : 0.5 * (left - right) / curvature
    positions[count] = Double(index) + max(-0.5, min(0.5, shift))
    count += 1
  }

  /// Visits the distances from each extremum to the next few.
  @inline(__always)
  func forEachDistance(_ visit: (Double) -> Void) {
    positions.withUnsafeBufferPointer { positions in
      for first in 0..<count {
        for second in (first + 1)..<max(first + 1, min(count, first + 1 + Self.reach)) {
          visit(positions[second] - positions[first])
        }
      }
    }
  }

  /// Distances are equal within a sample, or 4 % where that is more.
  private static func areClose(_ first: Double, _ second: Double) -> Bool {
    (first - second).magnitude <= tolerance(of: second)
  }

  static func tolerance(of distance: Double) -> Double { max(1, 0.04 * distance) }

  /// Follows the extrema from each to the one a period later.
  ///
  /// - Returns: The total length and the number of consecutive periods, the number of extrema that
  ///   had a next one, and the number that should have.
  func span(of distance: Double) -> (length: Double, periods: Int, matched: Int, expected: Int) {
    guard count > 1 else { return (0, 0, 0, 0) }
    var (length, periods, matched, expected) = (0.0, 0, 0, 0)
    var chain = positions[0]
    for first in 0..<(count - 1) {
      expected += positions[first] + 0.96 * distance <= positions[count - 1] + 1 ? 1 : 0
      var next: Double?
      for second in (first + 1)..<min(count, first + 1 + Self.reach)
      where Self.areClose(positions[second] - positions[first], distance) && next == nil {
        next = positions[second]
      }
      guard let next else { continue }
      matched += 1
      // A period that overlaps one already counted adds nothing.
      guard positions[first] >= chain - 1e-9 else { continue }
      length += next - positions[first]
      periods += 1
      chain = next
    }
    return (length, periods, matched, expected)
  }
}

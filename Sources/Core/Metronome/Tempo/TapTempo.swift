/// Finds the tempo of taps: the mean of the last intervals, without outliers.
///
/// A missed or doubled tap does not change the tempo. Two consecutive intervals that agree with
/// each other, but not with those before, set a new tempo. After a pause, the taps start again.
public struct TapTempo: Sendable {
  /// The largest number of intervals that count.
  public let capacity: Int
  private var intervals: [Double] = []
  private var lastTap: Double?

  /// The largest deviation of an interval that counts, as a part of the median.
  static var tolerance: Double { 0.2 }
  /// Shorter than any beat, in seconds: a finger or a key that bounced.
  static var bounce: Double { 0.9 * 60 / Tempo.limits.upperBound }
  /// Longer than any beat, in seconds.
  static var pause: Double { 60 / Tempo.limits.lowerBound + 0.5 }

  /// Creates a counter without taps.
  ///
  /// - Parameter capacity: The largest number of intervals that count, in 1...64. Eight by default.
  public init(capacity: Int = 8) {
    self.capacity = max(1, min(64, capacity))
    intervals.reserveCapacity(self.capacity + 1)
  }

  /// Processes a tap.
  ///
  /// - Parameter time: The time of the tap, in seconds on any clock that never runs backwards.
  /// - Returns: Beats per minute, within ``Tempo/limits``; `nil` at the first tap.
  /// - Complexity: O(*n* log *n*) for *n* intervals.
  public mutating func tap(at time: Double) -> Double? {
    guard let last = lastTap else {
      lastTap = time
      return nil
    }
    guard time - last >= Self.bounce else { return beatsPerMinute }
    lastTap = time
    guard time - last < Self.pause else {
      intervals.removeAll(keepingCapacity: true)
      return nil
    }
    add(time - last)
    return beatsPerMinute
  }

  /// The tempo of the taps so far, in beats per minute; `nil` before the second.
  public var beatsPerMinute: Double? {
    guard let median else { return nil }
    let kept = intervals.filter { Self.agree($0, median) }
    let mean = kept.reduce(0, +) / Double(max(1, kept.count))
    return max(Tempo.limits.lowerBound, min(Tempo.limits.upperBound, 60 / mean))
  }

  private mutating func add(_ interval: Double) {
    let isOff = median.map { !Self.agree(interval, $0) } ?? false
    if isOff, let previous = intervals.last, let median, !Self.agree(previous, median),
      Self.agree(interval, previous)
    {
      intervals.removeAll(keepingCapacity: true)
      intervals.append(previous)
    }
    intervals.append(interval)
    if intervals.count > capacity { intervals.removeFirst() }
  }

  /// The lower median, which is one of the intervals.
  private var median: Double? {
    guard !intervals.isEmpty else { return nil }
    return intervals.sorted()[(intervals.count - 1) / 2]
  }

  private static func agree(_ interval: Double, _ other: Double) -> Bool {
    (interval - other).magnitude <= tolerance * other
  }
}

internal import MusicTheory

/// The vertical axis: equal distances are equal intervals.
struct PitchAxis: Sendable, Hashable {
  /// What is visible, as MIDI numbers with fractions.
  let range: ClosedRange<Double>

  /// The narrowest axis, in semitones, unless the search range is narrower.
  static let leastSpan = 24.0
  /// What stays free above and below the pitches, in semitones.
  static let margin = 2.0
  /// The share of the readings at each end that may be errors, which must not squeeze the rest …
  static let outlierShare = 0.03
  /// … if this many semitones without a reading lie between.
  static let outlierDistance = 9.0

  init(_ range: ClosedRange<Double>) {
    self.range = range
  }

  /// The axis for what was heard: all of the limits if that was nothing.
  ///
  /// - Parameters:
  ///   - histogram: How often each row was hit.
  ///   - rows: The rows.
  ///   - limits: MIDI numbers with fractions, never left.
  init(heard histogram: [Int], rows: PitchRows, limits: ClosedRange<Double>) {
    guard let heard = Self.heardRows(histogram) else {
      self.init(limits)
      return
    }
    let lower = rows.edge(belowRow: heard.lowerBound) - Self.margin
    let upper = rows.edge(belowRow: heard.upperBound + 1) + Self.margin
    let missing = max(0, Self.leastSpan - (upper - lower)) / 2
    self.init(Self.fitted((lower - missing)...(upper + missing), to: limits))
  }

  /// Where a pitch lies: 0 at the bottom of the axis, 1 at its top; beyond them outside.
  func position(of pitch: Double) -> Double {
    (pitch - range.lowerBound) / (range.upperBound - range.lowerBound)
  }

  /// The rows that were hit, without outliers; `nil` if none was.
  private static func heardRows(_ histogram: [Int]) -> ClosedRange<Int>? {
    let hits = histogram.indices.filter { histogram[$0] > 0 }
    let total = histogram.reduce(0, +)
    let most = Int(Double(total) * outlierShare)
    guard var first = firstPosition(hits, histogram, beyond: most),
      var last = firstPosition(hits.reversed(), histogram, beyond: most).map({ hits.count - 1 - $0 }
      )
    else { return nil }
    let distance = Int(outlierDistance * Double(PitchRows.perSemitone))
    while first > 0, hits[first] - hits[first - 1] < distance { first -= 1 }
    while last < hits.count - 1, hits[last + 1] - hits[last] < distance { last += 1 }
    return hits[first]...hits[last]
  }

  /// The position in `rows` by which more than `count` readings have been passed.
  private static func firstPosition(_ rows: [Int], _ histogram: [Int], beyond count: Int) -> Int? {
    var sum = 0
    return rows.firstIndex {
      sum += histogram[$0]
      return sum > count
    }
  }

  /// Moved into the limits, and cut only if it is longer than they are.
  private static func fitted(
    _ range: ClosedRange<Double>, to limits: ClosedRange<Double>
  ) -> ClosedRange<Double> {
    let span = min(range.upperBound - range.lowerBound, limits.upperBound - limits.lowerBound)
    let lower = min(max(range.lowerBound, limits.lowerBound), limits.upperBound - span)
    return lower...(lower + span)
  }
}

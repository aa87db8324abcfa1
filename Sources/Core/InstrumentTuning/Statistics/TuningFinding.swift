/// What is said of a tuning in one or two sentences, by the rows of a ``TuningVerdict``.
package enum TuningFinding: Sendable, Hashable {
  /// All are within the tolerance; the largest median in cents, above 0.
  case inTune(within: Double)
  /// All are flat (negative) or sharp by about the same: by these cents on average.
  case together(Double)
  /// Some are off: the index of the one that is farthest, and how many are.
  case off(Int, count: Int)
}

extension TuningVerdict {
  /// Chooses what is said of rows.
  ///
  /// - Parameters:
  ///   - rows: The strings or notes.
  ///   - tolerance: The largest deviation that counts as in tune, in cents.
  /// - Returns: The finding; `nil` without rows.
  package static func finding(_ rows: [Row], tolerance: Double) -> TuningFinding? {
    guard
      let worst = rows.indices.max(by: { rows[$0].median.magnitude < rows[$1].median.magnitude })
    else { return nil }
    let off = rows.count { $0.median.magnitude > tolerance }
    guard off > 0 else { return .inTune(within: rows[worst].median.magnitude) }
    let medians = rows.map { $0.median }
    let mean = medians.reduce(0, +) / Double(rows.count)
    if rows.count > 2, off == rows.count,
      medians.allSatisfy({ ($0 - mean).magnitude <= tolerance && $0 * mean > 0 })
    {
      return .together(mean)
    }
    return .off(worst, count: off)
  }

  /// Returns the index of the row whose pitch moves most while it sounds, if it moves by more than twice
  /// the tolerance.
  package static func moving(_ rows: [Row], tolerance: Double) -> Int? {
    let worst = rows.indices.max {
      (rows[$0].drift ?? 0).magnitude < (rows[$1].drift ?? 0).magnitude
    }
    guard let worst, let drift = rows[worst].drift, drift.magnitude > 2 * tolerance else {
      return nil
    }
    return worst
  }
}

internal import InstrumentTuning

/// A vertical axis of cents, as far below the target as above it.
struct CentsAxis: Sendable, Hashable {
  /// The upper end, in cents.
  let limit: Double

  /// Shows all but the outermost twentieth of the notes, and the tolerance.
  init(_ notes: [HeardNote], tolerance: Double) {
    let ends = notes.map { $0.meanCents.magnitude + $0.spread }.filter(\.isFinite).sorted()
    let greatest = ends.isEmpty ? 0 : ends[ends.count - 1 - ends.count / 20]
    let wanted = max(1.15 * greatest, 1.5 * tolerance)
    limit = [5, 10, 15, 20, 30, 50].first { $0 >= wanted } ?? 100
  }

  /// Where a distance lies: 0 at the lower end, 1 at the upper one.
  func position(of cents: Double) -> Double { (cents / limit + 1) / 2 }

  /// Round distances, from the lower end to the upper one.
  var ticks: [Double] {
    let step = limit == 15 ? 5 : limit == 30 ? 10 : limit / 2
    let count = Int((limit / step).rounded())
    return (-count...count).map { Double($0) * step }
  }

  /// A distance with its sign.
  static func label(_ cents: Double) -> String {
    (cents > 0 ? "+" : "") + cents.rounded(decimals: cents == cents.rounded() ? 0 : 1)
  }
}

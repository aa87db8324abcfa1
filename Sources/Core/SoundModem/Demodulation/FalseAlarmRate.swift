/// Keeps the rate of false alarms down: where many positions sound like a preamble, as in music, only those
/// that do so better than most are looked at.
///
/// - SeeAlso: H. M. Finn, R. S. Johnson, "Adaptive detection mode with threshold control as a function
///   of spatially sampled clutter-level estimates", RCA Review 29(3), 1968.
struct FalseAlarmRate: Sendable {
  /// How long an alarm counts, in seconds.
  private static var memory: Double { 4 }
  /// So many a second raise no bar: noise has one or two.
  private static var freeRate: Double { 2.5 }

  private var count = 0.0

  /// How many readings of a header are worth a try.
  var readingCount: Int { count > Self.memory * Self.freeRate ? 2 : HeaderReader.readingCount }

  /// Lets some time pass.
  mutating func pass(seconds: Double) {
    count *= 1 - seconds / Self.memory
  }

  /// Whether a candidate is good enough to be looked at.
  mutating func admit(_ candidate: PreambleCandidate) -> Bool {
    let rate = count / Self.memory
    let excess = max(1, rate / Self.freeRate)
    let bar = excess * excess
    guard Double(candidate.score) >= bar * Double(PreambleSearch.threshold(candidate.kind)) else {
      return false
    }
    count += 1
    return true
  }
}

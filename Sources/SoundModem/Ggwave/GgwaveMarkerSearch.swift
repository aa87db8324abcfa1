/// Looks for start markers: for the greatest of their scores.
struct GgwaveMarkerSearch: Sendable {
  /// Scores below are noise: it gets there once in hours, and then costs a look at a packet that is none.
  private static var leastScore: Float { 5 }
  /// After so many hops a maximum counts as found.
  private static var patience: Int64 { 12 }

  private var best: (end: Int64, score: Float)?
  private var found: (end: Int64, score: Float) = (.min / 2, 0)

  /// Looks at the marker that would end now.
  ///
  /// - Returns: The hop after a marker, some hops later than it came.
  mutating func update(_ scores: GgwaveMarkerScores, at end: Int64) -> Int64? {
    let score = scores.score(endingAt: end, isStart: true)
    // A marker rings on for its own length.
    let marker = Int64(GgwaveFormat.markerLength * GgwaveSpectrum.hopsPerFrame)
    let least = end - found.end < marker ? max(found.score, Self.leastScore) : Self.leastScore
    if score >= least, score > (best?.score ?? 0) { best = (end, score) }
    guard let best, end - best.end >= Self.patience else { return nil }
    (found, self.best) = (best, nil)
    return found.end
  }
}

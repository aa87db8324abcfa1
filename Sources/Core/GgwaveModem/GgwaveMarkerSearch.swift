/// A start marker.
struct GgwaveMarker: Sendable {
  /// The hop after it.
  var end: Int64
  /// How clear it was.
  var score: Float
}

/// Looks for start markers: for the greatest of their scores.
struct GgwaveMarkerSearch: Sendable {
  /// Scores below are noise: it gets there once in hours, and then costs a look at a packet that is none.
  private static var leastScore: Float { 5 }
  /// After so many hops a maximum counts as found.
  private static var patience: Int64 { 12 }

  private var best: GgwaveMarker?
  private var found = GgwaveMarker(end: .min / 2, score: 0)

  /// Looks at the marker that would end now.
  ///
  /// - Returns: A marker, some hops after it ended.
  mutating func update(_ scores: GgwaveMarkerScores, at end: Int64) -> GgwaveMarker? {
    let score = scores.score(endingAt: end, isStart: true)
    // A marker rings on for its own length.
    let marker = Int64(GgwaveFormat.markerLength * GgwaveSpectrum.hopsPerFrame)
    let least = end - found.end < marker ? max(found.score, Self.leastScore) : Self.leastScore
    if score >= least, score > (best?.score ?? 0) {
      best = GgwaveMarker(end: end, score: score)
    }
    guard let best, end - best.end >= Self.patience else { return nil }
    (found, self.best) = (best, nil)
    return found
  }
}

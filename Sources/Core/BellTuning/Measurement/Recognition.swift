/// What a sound's partials fit best.
struct Recognition: Sendable {
  /// By how much another object must fit better.
  private static let margin = 1.12
  /// The score from which on an object is recognised.
  private static let leastScore = 0.36

  /// From the best.
  let matches: [PatternMatch]

  init(_ peaks: StrikePeaks) {
    matches = SoundingObject.allCases.compactMap { PatternMatch.best($0, in: peaks) }
      .sorted { $0.score > $1.score }
  }

  /// Returns the object that fits better than another one with its score; `nil` if none does.
  func object(insteadOf object: SoundingObject, score: Double) -> SoundingObject? {
    guard let best = matches.first, best.score > max(Self.leastScore, Self.margin * score),
      !object.kin.contains(best.object)
    else { return nil }
    return best.object
  }
}

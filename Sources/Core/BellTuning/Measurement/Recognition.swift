internal import SignalProcessing

/// What a sound's partials fit best.
struct Recognition: Sendable {
  /// By how much another object must fit better.
  private static let margin = 1.12
  /// The score from which on an object is recognised.
  private static let leastScore = 0.36
  /// An object that is named without doubt explains more of the sound, and has a higher score.
  private static let clearShare = 0.6
  private static let clearScore = 0.45
  /// Nothing stronger than this lies below its first partial, in decibels.
  private static let strongestBelow = -12.0
  /// A string has a partial at half of what may look like the first of a kettledrum, whose modes
  /// 1 : 1.5 : 2 : 2.5 are the harmonics from the second on; a kettledrum has none, in decibels.
  private static let strongestHalf = -40.0

  /// From the best.
  let matches: [PatternMatch]
  private let peaks: StrikePeaks

  init(_ peaks: StrikePeaks) {
    self.peaks = peaks
    matches = ResonatorKind.allCases.compactMap { PatternMatch.best($0, in: peaks) }
      .ascending { -$0.score }
  }

  /// Returns the object that fits better than another one with its score; `nil` if none does.
  ///
  /// A bell does not that lacks one of the partials that make it: enough of the others are found in
  /// any sound with many.
  func object(insteadOf object: ResonatorKind, score: Double) -> ResonatorKind? {
    let best = matches.first { $0.object != .bell || BellClassifier.isClear($0) }
    guard let best, best.score > max(Self.leastScore, Self.margin * score),
      !object.kin.contains(best.object)
    else { return nil }
    return best.object
  }

  /// The struck object that the sound is clearly of, or else a bell.
  var likeliest: ResonatorKind {
    guard let best = matches.first(where: { $0.object != .bell || BellClassifier.isClear($0) }),
      !best.object.isHarmonic, isClear(best)
    else { return .bell }
    return best.object
  }

  /// Whether the partials leave no doubt that a match names the right object and note.
  ///
  /// A harmonic sound is what the user says it is: its note follows from all of its partials.
  func isClear(_ match: PatternMatch) -> Bool {
    switch match.object {
    case .bell: BellClassifier.isClear(match) && isAlone(match)
    case .reed, .pipe: true
    case .tube: match.score > Self.clearScore && isAlone(match)
    default:
      match.score > Self.clearScore && match.explained > Self.clearShare && isLowest(match)
        && isAlone(match)
    }
  }

  /// Whether no other object fits nearly as well.
  private func isAlone(_ match: PatternMatch) -> Bool {
    matches.allSatisfy {
      match.object.kin.contains($0.object) || Self.margin * $0.score < match.score
        || $0.object == .bell && !BellClassifier.isClear($0)
    }
  }

  /// Whether the first partial of a match is the lowest of the sound, and among the strongest.
  private func isLowest(_ match: PatternMatch) -> Bool {
    let first = match.strike
    return match.levels[0] > PatternMatch.faintestTuned
      && !peaks.peaks.contains { peak in
        let ratio = peak.frequency / first
        return ratio < 0.97 && peak.level > Self.strongestBelow
          || match.object == .drum && (2 * ratio - 1).magnitude < 0.02
            && peak.level > Self.strongestHalf
      }
  }
}

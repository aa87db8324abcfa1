/// Whether peaks are those of a bell, and of nothing else.
struct BellClassifier: Sendable {
  static let leastScore = 0.6
  static let margin = 1.12
  /// Hum, tierce and nominal are stronger than this, in decibels; the quint is weaker than the
  /// strongest of all by more. In chords of strings it is as strong as the others.
  static let weakest = [-30.0, -30, -36]
  static let strongestQuint = -12.0

  let bell: PatternMatch?
  let isBell: Bool

  init(_ peaks: StrikePeaks) {
    bell = PatternMatch.best(.bell, in: peaks)
    guard let bell, bell.score > Self.leastScore, Self.isClear(bell) else {
      isBell = false
      return
    }
    isBell = [ResonatorKind.reed, .drum, .tongue, .marimba, .xylophone].allSatisfy {
      Self.margin * (PatternMatch.best($0, in: peaks)?.score ?? 0) < bell.score
    }
  }

  /// Whether the partials that make a bell sound clearly: hum, tierce and nominal, and no strong
  /// quint.
  static func isClear(_ bell: PatternMatch) -> Bool {
    zip([0, 2, 4], weakest).allSatisfy { bell.levels[$0] > $1 } && bell.levels[3] < strongestQuint
  }
}

/// An assignment of played notes to the notes of a score.
///
/// The cheapest way through both sequences: a played note that is up to a semitone from its note is
/// that note out of tune, one further off is a wrong note, and notes may be missing or too many. A
/// note that the score repeats may share one played note, because notes that are tied or tongued
/// softly are detected as one. Players have their own tempo, and stop: pitches decide, and times
/// only between ways that pitches cannot tell apart.
struct NoteAlignment {
  /// For each note of the score the index of the played note; `nil` if it is missing.
  private(set) var played: [Int?]
  /// The cost of the assignment; lower is better.
  private(set) var cost: Double
  /// For each note of the score whether it shares the played note of the one before.
  private(set) var isShared: [Bool]

  private static let missing: Double = 1
  private static let missingGrace: Double = 0.2
  private static let extra: Double = 0.7
  private static let shortExtra: Double = 0.3
  private static let repeated: Double = 0.15
  private static let shortest: Double = 0.15
  /// A right note at the time of another one.
  private static let late: Double = 0.45
  /// A wrong note at the time of another one: rather one that is missing, and one too many.
  private static let wrongAndLate: Double = 0.9
  /// What decides between ways of nearly the same cost: who plays only a part has rather stopped than begun
  /// late, and has left out nothing between; and of two attempts the second one counts, even if single notes
  /// of the first one were nearer.
  private static let (stopped, begunLate, begunAgain) = (2e-5, 1e-5, 0.01)

  private enum Step: UInt8 {
    case none, match, skipScore, skipPlayed, share
  }

  /// - Parameters:
  ///   - score: The notes of the score.
  ///   - pitches: MIDI numbers of the played notes, with fractions, each with its duration in
  ///     seconds.
  ///   - times: When the notes are expected; `nil` if that is not known.
  ///   - isFinished: Whether all of the score was to be played; otherwise the beginning that fits
  ///     best.
  /// - Complexity: O(*n m*) time and bytes.
  init(
    _ score: [PracticeNote], _ pitches: [(number: Double, duration: Double)],
    times: AlignmentTimes? = nil, isFinished: Bool = true
  ) {
    let width = pitches.count + 1
    var steps = Array(repeating: Step.none.rawValue, count: (score.count + 1) * width)
    var above = Array(repeating: 0.0, count: width)
    for column in 1..<max(1, width) {
      above[column] =
        above[column - 1] + Self.extraCost(pitches[column - 1].duration) - Self.begunAgain
      steps[column] = Step.skipPlayed.rawValue
    }
    var row = above
    var (end, lowest) = (0, above[width - 1])
    for (index, note) in score.enumerated() {
      let missing = note.isGrace ? Self.missingGrace : Self.missing
      let isRepeated = index > 0 && score[index - 1].number == note.number
      row[0] = above[0] + missing - Self.begunLate
      steps[(index + 1) * width] = Step.skipScore.rawValue
      for column in 1..<max(1, width) {
        let pitch = pitches[column - 1]
        var match = Self.matchCost(pitch.number, note.number)
        if let times, !note.isGrace {
          match += (match > 0.5 ? Self.wrongAndLate : Self.late) * times.distance(index, column - 1)
        }
        var (best, step) = (above[column - 1] + match, Step.match)
        let skippedNote =
          above[column] + missing - (column == width - 1 ? Self.stopped : 0)
        if skippedNote < best { (best, step) = (skippedNote, .skipScore) }
        let skipped = row[column - 1] + Self.extraCost(pitch.duration)
        if skipped < best { (best, step) = (skipped, .skipPlayed) }
        if isRepeated, above[column] + Self.repeated < best,
          (pitch.number - note.number).magnitude < 0.7,
          times?.mayShare(index, column - 1) != false
        {
          (best, step) = (above[column] + Self.repeated, .share)
        }
        row[column] = best
        steps[(index + 1) * width + column] = step.rawValue
      }
      swap(&above, &row)
      if above[width - 1] < lowest { (end, lowest) = (index + 1, above[width - 1]) }
    }
    cost = isFinished ? above[width - 1] : lowest
    if isFinished { end = score.count }
    let path = Self.path(steps, scoreCount: end, playedCount: pitches.count)
    let rest = score.count - end
    played = path.played + Array(repeating: nil, count: rest)
    isShared = path.isShared + Array(repeating: false, count: rest)
  }

  private static func path(
    _ steps: [UInt8], scoreCount: Int, playedCount: Int
  ) -> (played: [Int?], isShared: [Bool]) {
    let width = playedCount + 1
    var played = [Int?](repeating: nil, count: scoreCount)
    var isShared = Array(repeating: false, count: scoreCount)
    var (row, column) = (scoreCount, playedCount)
    while row > 0 || column > 0 {
      switch Step(rawValue: steps[row * width + column]) {
      case .match:
        played[row - 1] = column - 1
        row -= 1
        column -= 1
      case .skipScore: row -= 1
      case .share:  // the played note belongs to the first of the repeated ones
        isShared[row - 1] = true
        row -= 1
      case .skipPlayed, .some(.none), nil: column -= 1
      }
    }
    return (played, isShared)
  }

  /// Returns the cost of a match: a quarter tone costs little, and a wrong note less than a missing
  /// and an extra one.
  private static func matchCost(_ pitch: Double, _ note: Double) -> Double {
    let distance = (pitch - note).magnitude
    return distance <= 1 ? 0.5 * distance * distance : min(1.5, 0.5 + 0.4 * (distance - 1) + 0.3)
  }

  private static func extraCost(_ duration: Double) -> Double {
    duration < shortest ? shortExtra : extra
  }
}

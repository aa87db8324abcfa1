/// An assignment of sounds to the steps of a score: the cheapest way through both.
///
/// A sound is a step, goes on with the one before it, such as a note of a rolled chord, or is too many; a step
/// may be missing.
struct ChordAlignment {
  /// For each step the sounds that are its own; `nil` if it is missing.
  private(set) var sounds: [Range<Int>?]
  /// The cost of the assignment; lower is better.
  private(set) var cost: Double

  private static let (missing, extra) = (1.0, 0.7)
  /// A sound before the one that has the step: the first notes of a rolled chord.
  private static let (lead, longestLead) = (0.1, 0.35)
  /// A sound in which no tone begins, and one that has no attack or is shorter than ``shortest``.
  private static let (ringing, brief) = (0.05, 0.3)
  private static let shortest = 0.15
  /// Another tone in a sound that goes on, and one that goes on at all.
  private static let (other, goesOn) = (0.5, 0.02)
  /// What all notes of a step are worth that begin without an attack in a sound that goes on.
  private static let slow = 0.8
  /// What decides between ways of nearly the same cost, as for single notes: who plays only a part has
  /// rather stopped than begun late, and of two attempts the second one counts.
  private static let (stopped, begunLate, begunAgain) = (2e-5, 1e-5, 0.01)

  private enum Move: UInt8 {
    case none, match, goOn, afterLead, skipStep, skipSound
  }

  /// - Parameters:
  ///   - steps: The steps of the score.
  ///   - pitches: The pitches of each sound.
  ///   - sounds: The sounds.
  /// - Complexity: O(*n m*) time and bytes.
  init(_ steps: [ChordScore.Step], _ pitches: [[HeardPitch]], _ sounds: [HeardSound]) {
    let width = pitches.count + 1
    // How the cheapest way ends at each place, and how it ends with the sound in the step.
    var ways = [UInt8](repeating: 0, count: (steps.count + 1) * width)
    var inside = [UInt8](repeating: 0, count: (steps.count + 1) * width)
    let extras = zip(pitches, sounds).map { Self.extraCost($0, $1) }
    var above = [Double](repeating: 0, count: width)
    for column in 1..<max(1, width) {
      above[column] = above[column - 1] + extras[column - 1] - Self.begunAgain
      ways[column] = Move.skipSound.rawValue
    }
    for (index, step) in steps.enumerated() {
      let start = (index + 1) * width
      var row = [Double](repeating: 0, count: width)
      row[0] = above[0] + Self.missing - Self.begunLate
      ways[start] = Move.skipStep.rawValue
      var own = Double.infinity  // with the sound before in this step
      var led = Double.infinity  // with the sound before as its beginning
      for column in 1..<max(1, width) {
        let sound = sounds[column - 1]
        let match = StepMatch(step, pitches[column - 1], hasAttack: sound.hasAttack)
        let matched = above[column - 1] + match.cost
        var further = own + Self.goesOn + Self.other * Double(match.others.count)
        if !sound.hasAttack { further -= Self.slow * match.beginningShare }
        let afterLead = led + match.cost
        own = min(matched, further, afterLead)
        let way: Move = own == matched ? .match : own == further ? .goOn : .afterLead
        inside[start + column] = way.rawValue
        led =
          match.hasNote && match.others.isEmpty && sound.end - sound.onset < Self.longestLead
          ? above[column - 1] + Self.lead : .infinity
        var (best, move) = (own, Move.match)
        let skippedStep =
          above[column] + Self.missing - (column == width - 1 ? Self.stopped : 0)
        if skippedStep < best { (best, move) = (skippedStep, .skipStep) }
        let skippedSound = row[column - 1] + extras[column - 1]
        if skippedSound < best { (best, move) = (skippedSound, .skipSound) }
        row[column] = best
        ways[start + column] = move.rawValue
      }
      above = row
    }
    cost = above[width - 1]
    self.sounds = Array(repeating: nil, count: steps.count)
    follow(ways, inside, width)
  }

  private mutating func follow(_ ways: [UInt8], _ inside: [UInt8], _ width: Int) {
    var (row, column) = (sounds.count, width - 1)
    while row > 0 || column > 0 {
      switch Move(rawValue: ways[row * width + column]) {
      case .match:
        let end = column
        while inside[row * width + column] == Move.goOn.rawValue { column -= 1 }
        if inside[row * width + column] == Move.afterLead.rawValue { column -= 1 }
        sounds[row - 1] = (column - 1)..<end
        (row, column) = (row - 1, column - 1)
      case .skipStep: row -= 1
      default: column -= 1
      }
    }
  }

  private static func extraCost(_ pitches: [HeardPitch], _ sound: HeardSound) -> Double {
    guard pitches.contains(where: { $0.begins && $0.isSure }) else { return ringing }
    return !sound.hasAttack || sound.end - sound.onset < shortest ? brief : extra
  }
}

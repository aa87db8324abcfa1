/// When the notes of a score are expected, from the notes that were played around them.
///
/// It tells what pitches alone cannot: which of some repeated notes is missing, and whether a wrong
/// note stands for one of the score or was added. Who plays freely, or stops, is not expected at
/// any time.
struct AlignmentTimes: Sendable {
  /// The notes on each side from which a time is estimated.
  private static let reach = 6
  /// The fewest notes of a playing in time.
  private static let fewest = 6
  /// The largest median deviation of a playing in time, as a share of the time between notes.
  private static let loosest = 0.15
  /// The share of notes with attacks from which on each note of this player has one.
  private static let mostlyAttacks = 0.9

  /// For each note of the score when it is expected, in seconds.
  private let expected: [Double]
  /// For each note of the score the time to the nearest note of another onset, in seconds.
  private let gaps: [Double]
  private let played: [PlayedNote]
  private let haveAttacks: Bool

  /// Expects notes; `nil` if they were not played in time.
  ///
  /// - Parameters:
  ///   - score: The notes of the score.
  ///   - alignment: For each the index of the played note, by pitch alone.
  ///   - played: The played notes, by onset.
  init?(_ score: [PracticeNote], _ alignment: [Int?], _ played: [PlayedNote]) {
    self.played = played
    var all: [(index: Int, x: Double, y: Double)] = []
    for (index, note) in score.enumerated() where !note.isGrace {
      if let match = alignment[index] { all.append((index, note.onset, played[match].onset)) }
    }
    // Which of equal notes was played is not known yet.
    let single = all.filter { anchor in
      let number = score[anchor.index].midiNumber
      let isRepeated = [anchor.index - 1, anchor.index + 1].contains {
        score.indices.contains($0) && score[$0].midiNumber == number
      }
      return !isRepeated
    }
    let anchors = 2 * single.count >= all.count ? single : all
    guard anchors.count >= Self.fewest else { return nil }
    var expected: [Double] = []
    var gaps: [Double] = []
    var deviations: [Double] = []
    var position = 0
    for (index, note) in score.enumerated() {
      while position < anchors.count, anchors[position].index < index { position += 1 }
      let isAnchor = position < anchors.count && anchors[position].index == index
      let after = position + (isAnchor ? 1 : 0)
      let near =
        anchors[max(0, position - Self.reach)..<position]
        + anchors[after..<min(anchors.count, after + Self.reach)]
      let points = near.map { (x: $0.x, y: $0.y) }
      guard let line = RobustStatistics.line(points[...]), line.slope > 0 else { return nil }
      let time = line.intercept + line.slope * note.onset
      expected.append(time)
      let gap = max(0.1, line.slope * Self.gap(score, index))
      gaps.append(gap)
      if isAnchor { deviations.append((anchors[position].y - time).magnitude / gap) }
    }
    guard let typical = RobustStatistics.median(deviations), typical < Self.loosest else {
      return nil
    }
    self.expected = expected
    self.gaps = gaps
    let attacks = alignment.compactMap { $0 }.count { played[$0].hasAttack }
    haveAttacks = Double(attacks) > Self.mostlyAttacks * Double(alignment.count { $0 != nil })
  }

  /// The time to the nearest note of another onset, in quarter notes.
  private static func gap(_ score: [PracticeNote], _ index: Int) -> Double {
    let onset = score[index].onset
    let before = score[..<index].last { $0.onset < onset - 1e-6 }.map { onset - $0.onset }
    let after = score[(index + 1)...].first { $0.onset > onset + 1e-6 }.map { $0.onset - onset }
    return min(before ?? 1, after ?? 1)
  }

  /// Returns 0 for a note at its time, and 1 for one half the way to another note or farther.
  func distance(_ index: Int, _ match: Int) -> Double {
    let ratio = (played[match].onset - expected[index]) / (0.5 * gaps[index])
    return min(1, ratio * ratio)
  }

  /// Returns true if a repeated note may be part of a note that was played before: it sounded on,
  /// and this player has notes without attacks.
  func mayShare(_ index: Int, _ match: Int) -> Bool {
    !haveAttacks && played[match].end > expected[index] + 0.25 * gaps[index]
  }
}

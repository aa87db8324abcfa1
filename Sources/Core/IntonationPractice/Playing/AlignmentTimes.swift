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
  /// From this swing on the times are expected with it, in quarter notes.
  private static let leastSwing = 0.05
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
  /// Second eighths of a swing are expected late, as this player plays them.
  ///
  /// - Parameters:
  ///   - score: The notes of the score.
  ///   - alignment: For each the index of the played note, by pitch alone.
  ///   - played: The played notes, by onset.
  init?(_ score: [PracticeNote], _ alignment: [Int?], _ played: [PlayedNote]) {
    let anchors = Self.anchors(score, alignment, played)
    guard anchors.count >= Self.fewest else { return nil }
    guard let straight = Expectation(score, anchors, swing: 0) else { return nil }
    var best = straight
    if straight.typical >= Self.loosest || straight.swing.magnitude > Self.leastSwing,
      let swung = Expectation(score, anchors, swing: straight.swing),
      swung.typical < straight.typical
    {
      best = swung
    }
    guard best.typical < Self.loosest else { return nil }
    (expected, gaps) = (best.times, best.gaps)
    self.played = played
    let attacks = alignment.compactMap { $0 }.count { played[$0].hasAttack }
    haveAttacks = Double(attacks) > Self.mostlyAttacks * Double(alignment.count { $0 != nil })
  }

  /// A note of the score that was played.
  private struct Anchor {
    var index: Int
    var onset: Double  // in quarter notes
    var time: Double  // in seconds
    var isOffbeat: Bool
  }

  /// Returns the notes that tell when others are expected.
  private static func anchors(
    _ score: [PracticeNote], _ alignment: [Int?], _ played: [PlayedNote]
  ) -> [Anchor] {
    var all: [Anchor] = []
    for (index, note) in score.enumerated() where !note.isGrace {
      guard let match = alignment[index] else { continue }
      all.append(
        Anchor(
          index: index, onset: note.onset, time: played[match].onset,
          isOffbeat: isOffbeat(note.onset)))
    }
    // Which of equal notes was played is not known yet.
    let single = all.filter { anchor in
      let number = score[anchor.index].number
      let isRepeated = [anchor.index - 1, anchor.index + 1].contains {
        score.indices.contains($0) && score[$0].number == number
      }
      return !isRepeated
    }
    return 2 * single.count >= all.count ? single : all
  }

  /// Returns true for the second of two eighths: after a pickup of an eighth for the first, whose
  /// swing is then negative.
  private static func isOffbeat(_ onset: Double) -> Bool {
    (onset + 1e-6 - (onset + 1e-6).rounded(.down) - 0.5).magnitude < 1e-3
  }

  /// Lines through the notes around each note.
  private struct Expectation {
    /// For each note of the score when it is expected, in seconds.
    var times: [Double] = []
    /// For each note the time to the nearest note of another onset, in seconds.
    var gaps: [Double] = []
    /// The median deviation from the lines, as a share of the gaps.
    var typical = Double.infinity
    /// How much later second eighths were played than these lines expect, in quarter notes.
    var swing = 0.0

    /// - Parameters:
    ///   - score: The notes of the score.
    ///   - anchors: Those that tell when others are expected.
    ///   - swing: How much later second eighths are than the middle, in quarter notes.
    init?(_ score: [PracticeNote], _ anchors: [Anchor], swing: Double) {
      var deviations: [Double] = []
      var eighths: (first: [Double], second: [Double]) = ([], [])  // in quarter notes
      var position = 0
      for (index, note) in score.enumerated() {
        while position < anchors.count, anchors[position].index < index { position += 1 }
        let isAnchor = position < anchors.count && anchors[position].index == index
        let after = position + (isAnchor ? 1 : 0)
        let near =
          anchors[max(0, position - AlignmentTimes.reach)..<position]
          + anchors[after..<min(anchors.count, after + AlignmentTimes.reach)]
        let points = near.map { (x: $0.onset + ($0.isOffbeat ? swing : 0), y: $0.time) }
        guard let line = RobustStatistics.line(points[...]), line.slope > 0 else { return nil }
        let isOffbeat = AlignmentTimes.isOffbeat(note.onset)
        let time = line.intercept + line.slope * (note.onset + (isOffbeat ? swing : 0))
        times.append(time)
        let gap = max(0.1, line.slope * AlignmentTimes.gap(score, index))
        gaps.append(gap)
        guard isAnchor else { continue }
        let late = anchors[position].time - time
        deviations.append(late.magnitude / gap)
        if isOffbeat {
          eighths.second.append(late / line.slope)
        } else {
          eighths.first.append(late / line.slope)
        }
      }
      typical = RobustStatistics.median(deviations) ?? .infinity
      guard let first = RobustStatistics.median(eighths.first),
        let second = RobustStatistics.median(eighths.second)
      else { return }
      self.swing = swing + second - first
    }
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

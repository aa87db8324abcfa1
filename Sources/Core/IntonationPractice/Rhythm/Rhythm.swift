/// The playing of a rhythm, by any sound: which onset is which beat.
///
/// Each onset belongs to the nearest beat or part of a beat. Without a click, the first onset is the
/// first beat, and the beats follow the player.
public struct Rhythm: Sendable, Hashable {
  /// The beats as a score, of a pitch that means nothing, up to the last onset.
  public let score: PracticeScore
  /// For each of them when it was played, in seconds; `nil` if it is missing.
  public let onsets: [Double?]
  /// The onsets that belong to no beat, in seconds.
  public let extra: [Double]
  /// How many times as dense as asked for it was played: 2, 0.5, or else 1.
  public let multiple: Double
  /// True if many beats have two sounds: two players, or clicks that the microphone hears.
  public let isDoubled: Bool

  /// The number of beats that were not played, from the first played one to the last.
  public var missingCount: Int {
    guard let first = onsets.firstIndex(where: { $0 != nil }),
      let last = onsets.lastIndex(where: { $0 != nil })
    else { return 0 }
    return onsets[first...last].count { $0 == nil }
  }

  /// Returns true if a beat was not played, although one before it was.
  ///
  /// - Parameter index: The index of the beat in ``onsets``.
  /// - Returns: Whether it is missing.
  package func isMissing(at index: Int) -> Bool {
    onsets[index] == nil && onsets[..<index].contains { $0 != nil }
  }

  /// Assigns onsets to beats.
  ///
  /// - Parameters:
  ///   - onsets: The times of the sounds, in seconds, in order.
  ///   - pattern: The rhythm.
  ///   - tempo: The tempo in quarter notes per minute; `nil` for that of the player.
  ///   - clickStart: When the click of the first beat was heard, in seconds; `nil` without a click.
  /// - Complexity: O(*n* log *n*) for *n* onsets.
  public init(
    onsets: [Double], pattern: RhythmPattern, tempo: Double?, clickStart: Double? = nil
  ) {
    let onsets = Array(onsets.filter { $0.isFinite }.prefix(8 * PracticeScore.mostNotes))
    let events = pattern.events
    let gaps = zip(onsets, onsets.dropFirst()).map { $1 - $0 }
    let gap = RobustStatistics.median(gaps) ?? 0.5
    // The typical time between two sounds is that between two events of the pattern.
    let quarter =
      tempo.map { 60 / $0 } ?? max(0.05, gap * Double(events.count) / pattern.meter.length)
    let grid = RhythmGrid(events: events, barLength: pattern.meter.length, quarter: quarter)
    var assignment: [Int: Double] = [:]
    var extra: [Double] = []
    func assign(_ onset: Double, _ event: Int, _ expected: Double) {
      guard let other = assignment[event] else {
        assignment[event] = onset
        return
      }
      let isNearer = (onset - expected).magnitude < (other - expected).magnitude
      if isNearer { assignment[event] = onset }
      extra.append(isNearer ? other : onset)
    }
    if let clickStart {
      for onset in onsets {
        let event = grid.event(nearest: onset - clickStart)
        guard event >= 0 else { continue }  // before the first beat: the player tries
        assign(onset, event, clickStart + grid.time(event))
      }
    } else if let first = onsets.first {
      var beat = RhythmFollower(grid, first: first)
      for onset in onsets {
        let event = beat.event(of: onset)
        assign(onset, event, beat.expected(event))
        beat.follow(onset, event)
      }
    }
    let last = min(assignment.keys.max() ?? 0, PracticeScore.mostNotes - 1)
    score = pattern.score(eventCount: last + 1)
    self.onsets = (0...last).map { assignment[$0] }
    self.extra = extra.sorted()
    let wanted = quarter * pattern.meter.length / Double(events.count)
    multiple =
      gaps.count < 4 ? 1 : [2, 0.5].first { (wanted / gap / $0 - 1).magnitude < 0.15 } ?? 1
    let doubled = extra.count { time in
      onsets.contains { $0 != time && ($0 - time).magnitude < 0.3 * wanted }
    }
    isDoubled = 4 * doubled > assignment.count && assignment.count >= 4 && multiple == 1
  }
}

/// The events of a pattern that repeats, in seconds from the first beat.
struct RhythmGrid: Sendable {
  private let events: [Double]  // quarters
  private let barLength: Double  // quarters
  private let quarter: Double  // seconds

  init(events: [Double], barLength: Double, quarter: Double) {
    self.events = events
    self.barLength = barLength
    self.quarter = quarter
  }

  func time(_ event: Int) -> Double {
    let bar = (Double(event) / Double(events.count)).rounded(.down)
    let place = event - Int(bar) * events.count
    return (bar * barLength + events[place]) * quarter
  }

  /// Returns the event nearest to a time; negative before the first.
  func event(nearest time: Double) -> Int {
    let bar = (time / quarter / barLength).rounded(.down)
    guard bar.magnitude < 1e6 else { return 0 }
    let first = Int(bar) * events.count
    let candidates = (first - 1)...(first + events.count)
    return candidates.min {
      (self.time($0) - time).magnitude < (self.time($1) - time).magnitude
    } ?? first
  }
}

/// Follows the beat of a player without a click.
private struct RhythmFollower {
  private let grid: RhythmGrid
  private var stretch = 1.0
  private var time: Double  // when the event is expected to have sounded
  private var event = 0

  /// The share of a deviation by which the beat moves, and of one by which the tempo does.
  private static let (gain, tempoGain) = (0.4, 0.08)

  init(_ grid: RhythmGrid, first: Double) {
    self.grid = grid
    time = first
  }

  func expected(_ other: Int) -> Double {
    time + stretch * (grid.time(other) - grid.time(event))
  }

  func event(of onset: Double) -> Int {
    max(0, grid.event(nearest: grid.time(event) + (onset - time) / stretch))
  }

  mutating func follow(_ onset: Double, _ next: Int) {
    guard next > event else { return }
    let steps = grid.time(next) - grid.time(event)
    let deviation = onset - expected(next)
    time = expected(next) + Self.gain * deviation
    stretch = min(1.5, max(0.67, stretch + Self.tempoGain * deviation / max(steps, 0.1)))
    event = next
  }
}

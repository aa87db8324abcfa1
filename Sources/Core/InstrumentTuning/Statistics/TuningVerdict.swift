package import MusicTheory
internal import SignalProcessing

/// What a recording says of each string, or of each note: how far off it is, how it begins and ends, and
/// whether its pitch moves while it sounds.
///
/// Notes are divided as ``NoteLog`` does.
package struct TuningVerdict: Sendable {
  /// A string or a note over the whole recording.
  package struct Row: Sendable, Hashable {
    /// The note that it is tuned to.
    package var note: Note
    /// The number of the string; `nil` for a note without one.
    package var string: Int?
    /// How often it was played.
    package var count: Int
    /// How long it sounded altogether, in seconds.
    package var duration: Double
    /// The median deviation of its readings, in cents.
    package var median: Double
    /// The deviation of its first 0.2 s after the attack, in cents: the median of its notes.
    package var first: Double
    /// The deviation of its last 0.2 s, in cents: the median of its notes.
    package var last: Double
    /// The cents from the beginning to the end of a note by a line through all of it, so that attack and
    /// end hardly matter: the median of its notes; `nil` if none lasted for ``shortestDrift``.
    package var drift: Double?
  }

  /// The shortest note whose drift is told, in seconds.
  package static var shortestDrift: Double { 0.5 }
  /// What belongs to the attack, and the beginning and the end of a note, in seconds.
  private static let (attack, end) = (0.05, 0.2)
  /// The most readings of a note: three minutes.
  private static let mostReadings = 18_000

  private struct Reading {
    var time: Double
    var cents: Double
  }

  private struct Measured {
    var note: HeardNote
    var (median, first, last) = (0.0, 0.0, 0.0)
    var drift: Double?
  }

  private var log = NoteLog()
  private var readings: [Reading] = []
  private var notes: [Measured] = []
  /// The readings of one tone, and those of several tones whose common divisor is no note.
  private var (single, several) = (0, 0)

  /// Creates a verdict on nothing.
  package init() {}

  /// Adds the next reading of a tuner.
  package mutating func add(_ reading: TunerReading) {
    let isSeveral = reading.sound == .commonDivisor
    if reading.deviation != nil, !reading.isHeld {
      if isSeveral { several += 1 } else { single += 1 }
    }
    let deviation = reading.isHeld || isSeveral ? nil : reading.deviation
    if let ended = log.add(deviation, string: reading.target?.string, at: reading.time) {
      take(ended)
    }
    if let deviation, deviation.cents.isFinite, readings.count < Self.mostReadings {
      readings.append(Reading(time: reading.time, cents: deviation.cents))
    }
  }

  /// Ends the note that sounds.
  package mutating func finish() {
    if let ended = log.finish() { take(ended) }
  }

  /// The strings from the highest number down, as they lie from the lowest note, and then the notes from
  /// the lowest; none if several tones sounded at once most of the time.
  package var rows: [Row] {
    guard single > several else { return [] }
    var rows: [Row] = []
    for note in notes where !rows.contains(where: { Self.isSame($0, note.note) }) {
      let same = notes.filter {
        $0.note.string == note.note.string && $0.note.note.isEnharmonic(to: note.note.note)
      }
      rows.append(
        Row(
          note: note.note.note, string: note.note.string, count: same.count,
          duration: same.reduce(0) { $0 + $1.note.duration },
          median: Self.median(same.map { ($0.median, $0.note.duration) }) ?? 0,
          first: Self.median(same.map { ($0.first, 1) }) ?? 0,
          last: Self.median(same.map { ($0.last, 1) }) ?? 0,
          drift: Self.median(same.compactMap { note in note.drift.map { ($0, 1) } })))
    }
    return rows.ascending { Double($0.note.midiNumber) }
      .ascending { $0.string.map { -Double($0) } ?? 1 }
  }

  private static func isSame(_ row: Row, _ note: HeardNote) -> Bool {
    row.string == note.string && row.note.isEnharmonic(to: note.note)
  }

  /// Measures a note that has ended, and forgets its readings.
  private mutating func take(_ note: HeardNote) {
    let own = readings.filter { note.startTime <= $0.time && $0.time <= note.endTime }
    readings.removeAll { $0.time <= note.endTime }
    guard let median = Self.median(own.map { ($0.cents, 1) }) else { return }
    func middle(_ isPart: (Double) -> Bool) -> Double {
      Self.median(own.filter { isPart($0.time) }.map { ($0.cents, 1) }) ?? median
    }
    let begin = note.startTime + min(Self.attack, 0.2 * note.duration)
    notes.append(
      Measured(
        note: note, median: median,
        first: middle { begin <= $0 && $0 <= begin + Self.end },
        last: middle { note.endTime - Self.end <= $0 },
        drift: note.duration < Self.shortestDrift ? nil : Self.slope(own) * note.duration))
  }

  /// The median of all slopes over half of a note, in cents per second: attack and end hardly count.
  private static func slope(_ readings: [Reading]) -> Double {
    let slopes = zip(readings, readings.dropFirst(readings.count / 2)).compactMap { left, right in
      right.time > left.time ? (right.cents - left.cents) / (right.time - left.time) : nil
    }
    return median(slopes.map { ($0, 1) }) ?? 0
  }

  /// The median of values by their weights; `nil` without any.
  private static func median(_ values: [(value: Double, weight: Double)]) -> Double? {
    let sorted = values.ascending { $0.value }
    let half = sorted.reduce(0) { $0 + $1.weight } / 2
    var sum = 0.0
    for (index, value) in sorted.enumerated() {
      sum += value.weight
      if (sum - half).magnitude < 1e-9 * half, index + 1 < sorted.count {
        return (value.value + sorted[index + 1].value) / 2
      }
      if sum >= half { return value.value }
    }
    return nil
  }
}

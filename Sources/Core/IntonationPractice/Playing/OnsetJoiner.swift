internal import OnsetDetection
internal import PitchEstimation
internal import SignalProcessing

/// Joins notes, which a change or a rest of the pitch bounds, with the onsets of a detector.
///
/// - A note starts at the onset nearest to the start of its pitch, from 60 ms and four periods before
///   it to 60 ms after. Without one, such as in a slur, it starts when its pitch does.
/// - An onset within a note, at least 80 ms from both ends, divides it if the level rises there by
///   1.5 dB, or if it is a hard attack nearly as loud as the note, which was fading: the same note was
///   played again.
/// - An onset in the last 80 ms of a note belongs to the next one. So does a hard attack in its last
///   0.35 s if another pitch follows at once and has no onset of its own: in a room, the pitch of a note
///   that rings on hides the next one for a while.
/// - A pitch without an onset that follows a note at least 10 dB more quietly is no note, but a
///   string that rings on.
///
/// Each note gets its first and its last stable pitch.
struct OnsetJoiner: Sendable {
  /// How long before the start of a pitch its onset may be, in seconds, beside some periods, which it
  /// takes to detect a pitch.
  private static let longestLead = 0.06
  private static let leadPeriods = 4.0
  /// How long after the start of a pitch its onset may be, in seconds.
  private static let longestLag = 0.06
  /// The shortest part of a note that is divided, in seconds.
  private static let shortestPart = 0.08
  /// The least rise of the level where a note is divided, in decibels, and the time in which it
  /// rises, before and after the onset, in seconds.
  private static let leastRise = 1.5
  private static let riseTime = (before: 0.06, after: 0.1)
  /// An attack is hard if it rises within this time, in seconds, and stands out by this strength: those
  /// that come and go within sustained notes are softer or weaker.
  private static let hardAttack = (rise: 0.015, strength: 0.22)
  /// How far a note must have faded before such an attack, in decibels, in this time before it and up
  /// to that one, in seconds: attacks within a tone that does not fade are none.
  private static let leastFading = 0.5
  private static let fading = (from: 0.5, to: 0.03)
  /// How much quieter than the note a hard attack may be that divides it, in decibels.
  private static let quietestAttack = 10.0
  /// How long a note that rings may hide the pitch of the next one, in seconds, and how soon the next
  /// pitch then follows.
  private static let (longestHiding, following) = (0.35, 0.1)
  /// The readings that are kept for the frequencies of parts: as many as a note is measured by.
  private static let mostReadings = 16_384

  private var waiting: [PitchNote] = []
  private var onsets: [Onset] = []  // not yet before the notes that wait
  private var readings: [PitchReading] = []
  private var ready: [PlayedNote] = []
  /// The attack of the next note, which the last one hid; `nil` if there is none.
  private var hidden: Double?
  private var previousOffset = -Double.infinity  // of its pitch
  private var previousEnd = -Double.infinity
  private var previousLevel = -Double.infinity  // at its end, in dBFS

  mutating func add(_ reading: PitchReading) {
    if readings.count >= 2 * Self.mostReadings { readings.removeFirst(Self.mostReadings) }
    readings.append(reading)
  }

  mutating func add(_ onset: Onset) { onsets.append(onset) }

  mutating func add(_ note: PitchNote) { waiting.append(note) }

  /// Returns the next note.
  ///
  /// - Parameter known: The time up to which all onsets have been added, in seconds.
  /// - Returns: A note that ended before, or `nil`.
  mutating func next(knownUntil known: Double) -> PlayedNote? {
    if ready.isEmpty, let note = waiting.first, note.offset <= known {
      waiting.removeFirst()
      join(note)
    }
    return ready.isEmpty ? nil : ready.removeFirst()
  }

  private mutating func join(_ note: PitchNote) {
    let lead = Self.longestLead + Self.leadPeriods / max(1, note.frequency)
    let earliest = max(note.onset - lead, previousEnd - Self.shortestPart)
    let found = onsets.map { $0.time }.filter {
      $0 >= earliest && $0 <= note.onset + Self.longestLag
    }
    .min { ($0 - note.onset).magnitude < ($1 - note.onset).magnitude }
    let isNext = note.onset - previousOffset <= Self.following
    let attack = found ?? (isNext ? hidden : nil)
    let start = attack ?? note.onset
    let divisions = onsets.filter {
      $0.time >= max(start, note.onset) + Self.shortestPart
        && $0.time <= note.offset - Self.shortestPart && divides($0)
    }.map { $0.time }
    hidden = attackOfNext(note, after: max(start, note.onset) + Self.shortestPart)
    let end = hidden ?? note.offset
    let isRinging = attack == nil && divisions.isEmpty && ringsOn(note)
    (previousOffset, previousEnd, previousLevel) = (note.offset, end, endLevel(of: note))
    defer {
      onsets.removeAll { $0.time <= note.offset - Self.shortestPart }
      readings.removeAll { $0.time < note.offset }
    }
    guard !isRinging else { return }
    let bounds = [start] + divisions.filter { $0 < end } + [max(end, start)]
    for (index, (from, to)) in zip(bounds, bounds.dropFirst()).enumerated() {
      let (frequency, spread) =
        divisions.isEmpty ? (note.frequency, note.spread) : measure(note, from, to)
      let ends = StableStretch.ends(of: readings, from: from, to: to)
      ready.append(
        PlayedNote(
          onset: from, duration: to - from, frequency: frequency, spread: spread,
          hasAttack: index > 0 || attack != nil, firstFrequency: ends?.first.frequency,
          lastFrequency: ends?.last.frequency))
    }
  }

  /// Returns true if a pitch that no onset explains is much quieter than the note just before it.
  private func ringsOn(_ note: PitchNote) -> Bool {
    note.onset - previousEnd < FirstPitchFollower.ending
      && note.level < previousLevel - FirstPitchFollower.fall
  }

  /// Returns the highest level at the end of a note, in dBFS.
  private func endLevel(of note: PitchNote) -> Double {
    readings.reduce(-Double.infinity) { level, reading in
      let isAtEnd = (note.offset - FirstPitchFollower.ending...note.offset).contains(reading.time)
      return isAtEnd ? max(level, reading.level) : level
    }
  }

  /// Returns the attack of the next note, if it is hidden in this one; `nil` if it is not.
  private func attackOfNext(_ note: PitchNote, after earliest: Double) -> Double? {
    let latest = note.offset - Self.shortestPart
    let candidate = onsets.last {
      $0.time >= max(earliest, note.offset - Self.longestHiding) && $0.time <= latest
        && $0.rise <= Self.hardAttack.rise
    }
    let hasOwn = onsets.contains {
      $0.time > latest && $0.time <= note.offset + Self.longestLag
    }
    guard let candidate, !hasOwn else { return nil }
    let center = Elementary.cents(ofRatio: note.frequency)
    let follows = readings.contains { reading in
      let time = reading.time - note.offset
      guard time >= 0, time <= Self.following, let frequency = reading.frequency else {
        return false
      }
      return (Elementary.cents(ofRatio: frequency) - center).magnitude > FirstPitchFollower.leap
    }
    return follows ? candidate.time : nil
  }

  /// Returns true if the same note is played again at an onset: the level rises, or, while the string
  /// still rings as loudly, it is struck again.
  private func divides(_ onset: Onset) -> Bool {
    var (before, after) = (Double.infinity, -Double.infinity)
    var (loudest, last) = (-Double.infinity, -Double.infinity)
    for reading in readings {
      let time = reading.time - onset.time
      if time >= -Self.fading.from, time <= -Self.fading.to {
        (loudest, last) = (max(loudest, reading.level), reading.level)
      }
      if time >= -Self.riseTime.before, time <= 0.01 { before = min(before, reading.level) }
      if time >= 0, time <= Self.riseTime.after { after = max(after, reading.level) }
    }
    if after - before >= Self.leastRise || before == .infinity { return true }
    return onset.rise <= Self.hardAttack.rise && onset.strength >= Self.hardAttack.strength
      && onset.level >= after - Self.quietestAttack && loudest - last >= Self.leastFading
  }

  /// Returns the median frequency of a part of a note, and its spread in cents.
  private func measure(
    _ note: PitchNote, _ from: Double, _ to: Double
  ) -> (frequency: Double, spread: Double) {
    let center = Elementary.cents(ofRatio: note.frequency)
    let pitches = readings.filter { $0.time >= from && $0.time < to }
      .compactMap { $0.frequency.map { Elementary.cents(ofRatio: $0) } }
      .filter { ($0 - center).magnitude <= 200 }
    guard let median = RobustStatistics.median(pitches) else {
      return (note.frequency, note.spread)
    }
    let sum = pitches.reduce(0) { $0 + ($1 - median) * ($1 - median) }
    return (Elementary.ratio(ofCents: median), (sum / Double(pitches.count)).squareRoot())
  }
}

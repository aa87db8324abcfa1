public import OnsetDetection
public import PitchEstimation
internal import SignalProcessing

/// Divides a sound into notes, by its pitch and its attacks together.
///
/// A `NoteSegmenter` divides by pitch, an `OnsetDetector` says what starts when:
///
/// - A note starts at the onset nearest to the start of its pitch, from 60 ms and four periods before it to 30 ms after,
///   or 60 ms if the attack is soft; after a silence, up to 150 ms before. Without one, such as in a slur, it starts when
///   its pitch does.
/// - An onset within a note, at least 80 ms from both ends, divides it if the same note is played again there: if it is a
///   stroke, or if the sound was stopped for a moment. So does a sound that had stopped and is back, without an onset. A
///   swell, a vibrato, a change of the bow and an echo divide nothing.
/// - An onset in the last 80 ms of a note belongs to the next one. So does a hard attack in its last
///   0.35 s, and one that would divide it, if another pitch follows at once and has no onset of its own: in a room, the pitch of a note
///   that rings on hides the next one for a while.
/// - A pitch without an onset is no note where it can only be the last one, which rings on: it is at least 10 dB quieter
///   than the end of the note just before, or 20 dB quieter than that note. It goes on with that note if it is the same
///   pitch again, within 50 ms, or quieter after a moment in which none was heard, or if the pitch jumps to a multiple or a fraction of itself, as
///   that of a strike does and of an echo. So does the pitch that a voice reaches from a semitone away, within 0.2 s after
///   a silence, sliding.
///
/// A note is returned once nothing can go on with it, at most 0.4 s of readings after its end. It collects readings in growing arrays, so do not use it on the
/// audio thread.
public struct NoteDetector: Sendable {
  /// How long before the start of a pitch its onset may be, in seconds, beside some periods, which it
  /// takes to detect a pitch; and where no pitch sounds between.
  private static let longestLead = 0.06
  private static let leadPeriods = 4.0
  private static let longestLeadInSilence = 0.15
  /// How long after the start of a pitch its onset may be, in seconds: readings count for their centre, and a soft attack is
  /// heard before it is one.
  private static let longestLag = (hard: 0.03, soft: 0.06)
  /// The shortest part of a note that is divided, in seconds.
  private static let shortestPart = 0.08
  /// The longest rise of a hard attack, in seconds; how long a note that rings may hide one, and how soon the next pitch
  /// then follows.
  private static let (hardRise, longestHiding, soonest) = (0.015, 0.35, 0.1)
  /// How much quieter than the note before a pitch without an onset is that only rings on, in decibels: an onset detector
  /// hears all that begins less than 28 dB below.
  private static let quietestSlur = 20.0
  /// The longest interruption after which the same pitch without an onset is the same note, in seconds.
  private static let longestInterruption = 0.3
  /// How much quieter it is by then at least, in decibels: a note that is no quieter was played.
  private static let leastDecay = 2.0
  /// How far a pitch may be from a multiple of the one before, in cents.
  private static let multipleTolerance = 50.0
  /// How long a voice may slide to its first pitch, in seconds, from how far, and how unsteady the slide is at least, in cents.
  private static let scoop = (duration: 0.2, distance: 150.0, spread: 20.0)
  /// The readings that are kept for the frequencies of parts: as many as a note is measured by.
  private static let mostReadings = 16_384

  private var segmenter: NoteSegmenter
  private var waiting: [PitchNote] = []
  private var onsets: [Onset] = []  // not yet before the notes that wait
  private var returns: [SoundReturn] = []
  private var readings: [PitchReading] = []
  private var ready: [DetectedNote] = []
  /// The last note, which may still go on.
  private var last: DetectedNote?
  /// The pitch and the duration of the part of the last note that tells its pitch.
  private var lastPitch = (frequency: 0.0, duration: 0.0)
  /// True while the last note is the first pitch after a silence, and slides.
  private var isScoop = false
  private var lastLevel = -Double.infinity  // also of a note that has been returned
  /// The attack of the next note, which the last one hid; `nil` if there is none.
  private var hidden: Double?
  private var previousOffset = -Double.infinity  // of the last pitch
  private var previousEnd = -Double.infinity
  private var previousLevel = -Double.infinity  // at its end, in dBFS

  /// Creates a detector at the start of a sound.
  ///
  /// - Parameter settings: The rules for the pitch of a note.
  public init(_ settings: NoteSegmenter.Settings = NoteSegmenter.Settings()) {
    segmenter = NoteSegmenter(settings)
  }

  /// Takes the next reading of a tracker.
  public mutating func add(_ reading: PitchReading) {
    if readings.count >= 2 * Self.mostReadings {
      readings.removeFirst(Self.mostReadings)
      onsets.removeAll { $0.time < readings[0].time }
      forgetReturns(until: readings[0].time)
    }
    readings.append(reading)
    if let note = segmenter.update(reading) { waiting.append(note) }
  }

  /// Takes the next onset, before ``next(onsetsKnownUntil:)`` is told that it is known.
  public mutating func add(_ onset: Onset) { onsets.append(onset) }

  /// Takes the next moment at which the sound is back that had stopped, in the same way. Without them, notes that are stopped
  /// for a moment and come back slowly are one.
  public mutating func add(_ sound: SoundReturn) { returns.append(sound) }

  /// Ends the sound: a note that still sounds ends.
  public mutating func finish() {
    if let note = segmenter.finish() { waiting.append(note) }
  }

  /// Returns the next note.
  ///
  /// - Parameter known: The time up to which all onsets have been added, in seconds; infinity after ``finish()``.
  /// - Returns: A note that ended before, or `nil`.
  public mutating func next(onsetsKnownUntil known: Double) -> DetectedNote? {
    while ready.isEmpty, let note = waiting.first, note.offset <= known {
      waiting.removeFirst()
      join(note)
    }
    if ready.isEmpty, last != nil, !mayGoOn(known) { release(before: startOfNext) }
    return ready.isEmpty ? nil : ready.removeFirst()
  }

  /// Returns the last note, which ends where the next one starts, at the latest.
  private mutating func release(before start: Double?) {
    // Two pitches of one attack are one note: the first one is the noise of the attack.
    if var note = last, start.map({ $0 > note.note.onset }) ?? true {
      note.note.offset = max(note.note.onset, min(note.note.offset, start ?? .infinity))
      ready.append(note)
    }
    last = nil
  }

  /// The start and the frequency of the pitch after the last note; `nil` if none sounds yet.
  private var following: (onset: Double, frequency: Double)? {
    waiting.first.map { ($0.onset, $0.frequency) } ?? segmenter.sounding
  }

  /// The attack of the next note, or else the start of its pitch, in seconds; `nil` if none sounds yet.
  private var startOfNext: Double? {
    following.map { attack(of: $0.onset, $0.frequency) ?? $0.onset }
  }
}

// MARK: - Notes

extension NoteDetector {
  private mutating func join(_ note: PitchNote) {
    let attack = attack(of: note.onset, note.frequency) ?? hiddenAttack(before: note)
    let start = attack ?? note.onset
    let earliest = max(start, note.onset) + Self.shortestPart
    let divisions = divisions(of: note, from: start, after: earliest)
    hidden = attackOfNext(note, after: earliest, dividedAt: divisions)
    let end = max(hidden ?? note.offset, start)
    let isRinging = attack == nil && divisions.isEmpty && ringsOn(note)
    let goesOn =
      attack == nil && !isRinging && goesOn(note.onset, note.frequency, note)
    defer {
      (previousOffset, previousEnd, previousLevel) = (note.offset, end, endLevel(of: note))
      onsets.removeAll { $0.time <= note.offset - Self.shortestPart }
      forgetReturns(until: note.offset - Self.shortestPart)
      readings.removeAll { $0.time < note.offset }
    }
    guard !isRinging else { return }
    let bounds = [start] + divisions.filter { $0 < end } + [end]
    for (index, (from, to)) in zip(bounds, bounds.dropFirst()).enumerated() {
      var part = divisions.isEmpty ? note : note.part(from: from, to: to, of: readings)
      (part.onset, part.offset) = (from, to)
      let ends = StableStretch.ends(of: readings, from: from, to: to)
      let detected = DetectedNote(
        note: part, hasAttack: index > 0 || attack != nil, firstFrequency: ends?.first.frequency,
        lastFrequency: ends?.last.frequency)
      if index == 0, goesOn {
        extend(with: detected)
      } else {
        let isFirst = index == 0 && note.onset - previousOffset > Self.soonest
        begin(detected, isScoop: isFirst && note.spread >= Self.scoop.spread)
      }
    }
  }

  /// Returns the times at which the same note is played again, in order.
  private func divisions(
    of note: PitchNote, from start: Double, after earliest: Double
  ) -> [Double] {
    let latest = note.offset - Self.shortestPart
    var times = onsets.filter {
      $0.time >= earliest && $0.time <= latest && Restrike.isHeard(at: $0, from: start, readings)
    }.map { $0.time }
    for index in returns.indices {
      let sound = returns[index]
      guard sound.time >= earliest, sound.time <= latest,
        Restrike.isHeard(at: sound, in: note, readings)
      else { continue }
      insert(onsetTime(of: sound), into: &times)
    }
    return times
  }

  /// Returns the time of the onset of a return, if it has one, or else its own.
  private func onsetTime(of sound: SoundReturn) -> Double {
    var (time, nearest) = (sound.time, Self.longestLag.soft)
    for index in onsets.indices {
      let distance = (onsets[index].time - sound.time).magnitude
      if distance <= nearest { (time, nearest) = (onsets[index].time, distance) }
    }
    return time
  }

  private func insert(_ time: Double, into times: inout [Double]) {
    var place = 0
    while place < times.count, times[place] < time { place += 1 }
    let isNearLast = place > 0 && time - times[place - 1] < Self.shortestPart
    let isNearNext = place < times.count && times[place] - time < Self.shortestPart
    if !isNearLast, !isNearNext { times.insert(time, at: place) }
  }

  /// Forgets the returns up to a time, in seconds.
  private mutating func forgetReturns(until time: Double) {
    var index = 0
    while index < returns.count {
      if returns[index].time <= time { returns.remove(at: index) } else { index += 1 }
    }
  }

  private mutating func begin(_ note: DetectedNote, isScoop: Bool) {
    release(before: note.note.onset)
    last = note
    lastPitch = (note.note.frequency, note.note.duration)
    lastLevel = note.note.level
    self.isScoop = isScoop && note.note.duration < Self.scoop.duration
  }

  /// Lets the last note go on with a part, which tells the pitch if it is longer.
  private mutating func extend(with part: DetectedNote) {
    guard var note = last else { return }
    isScoop = false
    let (onset, level) = (note.note.onset, max(note.note.level, part.note.level))
    if part.note.duration > lastPitch.duration {
      lastPitch = (part.note.frequency, part.note.duration)
      let hasAttack = note.hasAttack
      note = part
      note.hasAttack = hasAttack
    }
    (note.note.onset, note.note.offset, note.note.level) = (onset, part.note.offset, level)
    last = note
    lastLevel = level
  }

  /// Returns true if what sounds now, or may begin soon, may be the last note that goes on.
  private func mayGoOn(_ known: Double) -> Bool {
    guard known < .infinity else { return false }
    if let (onset, frequency) = following {
      return goesOn(onset, frequency, nil)
        && (known < onset + Self.longestLag.soft || attack(of: onset, frequency) == nil)
    }
    let latest = previousOffset + Self.longestInterruption + segmenter.settings.minimumDuration
    return (readings.last?.time ?? known) < latest
  }

  /// Returns true if a pitch that no onset explains is that of the last note again, or an error of it, or where that
  /// slides to. The note is `nil` while it still sounds.
  private func goesOn(_ onset: Double, _ frequency: Double, _ note: PitchNote?) -> Bool {
    guard last != nil else { return false }
    let gap = onset - previousOffset
    let distance = Elementary.cents(ofRatio: frequency / lastPitch.frequency).magnitude
    if distance <= segmenter.settings.leap {
      let isQuieter = (note?.level ?? -.infinity) < lastLevel - Self.leastDecay
      return gap <= segmenter.settings.longestGap
        || gap <= Self.longestInterruption && isQuieter
    }
    if isScoop, gap <= segmenter.settings.longestGap, distance <= Self.scoop.distance {
      return (note?.duration ?? .infinity) > lastPitch.duration
    }
    let ratio = max(frequency / lastPitch.frequency, lastPitch.frequency / frequency)
    let multiple = ratio.rounded()
    return gap <= Self.soonest && multiple >= 2
      && Elementary.cents(ofRatio: ratio / multiple).magnitude <= Self.multipleTolerance
  }

  /// Returns true if a pitch that no onset explains is much quieter than the note before it.
  private func ringsOn(_ note: PitchNote) -> Bool {
    let isAfterNote =
      note.onset - previousEnd < FirstPitchFollower.ending
      && note.level < previousLevel - FirstPitchFollower.fall
    return isAfterNote || note.level < lastLevel - Self.quietestSlur
  }

  /// Returns the highest level at the end of a note, in dBFS.
  private func endLevel(of note: PitchNote) -> Double {
    readings.reduce(-Double.infinity) { level, reading in
      let isAtEnd = (note.offset - FirstPitchFollower.ending...note.offset).contains(reading.time)
      return isAtEnd ? max(level, reading.level) : level
    }
  }
}

// MARK: - Attacks

extension NoteDetector {
  /// Returns the onset that a pitch begins with, or else when its sound is back after a stop, in seconds; `nil` if it has neither.
  private func attack(of start: Double, _ frequency: Double) -> Double? {
    var lead = Self.longestLead + Self.leadPeriods / max(1, frequency)
    lead = max(lead, min(Self.longestLeadInSilence, start - previousOffset))
    let earliest = max(start - lead, previousEnd - Self.shortestPart)
    let onset = onsets.filter {
      let lag = $0.rise <= Self.hardRise ? Self.longestLag.hard : Self.longestLag.soft
      return $0.time >= earliest && $0.time <= start + lag
    }.map { $0.time }.min { ($0 - start).magnitude < ($1 - start).magnitude }
    return onset
      ?? attackOfReturn(earliest...max(earliest, start + Self.longestLag.soft), frequency)
  }

  private func attackOfReturn(_ times: ClosedRange<Double>, _ frequency: Double) -> Double? {
    for index in returns.indices {
      let sound = returns[index]
      if times.contains(sound.time), sound.isSuited(to: frequency),
        sound.level >= lastLevel - FirstPitchFollower.fall
      {
        return sound.time
      }
    }
    return nil
  }

  private func hiddenAttack(before note: PitchNote) -> Double? {
    note.onset - previousOffset <= Self.soonest ? hidden : nil
  }

  /// Returns the attack of the next note, if it is hidden in this one; `nil` if it is not.
  private func attackOfNext(
    _ note: PitchNote, after earliest: Double, dividedAt divisions: [Double]
  ) -> Double? {
    let latest = note.offset - Self.shortestPart
    let candidate = onsets.last {
      $0.time >= max(earliest, note.offset - Self.longestHiding) && $0.time <= latest
        && ($0.rise <= Self.hardRise || divisions.contains($0.time))
    }
    let hasOwn = onsets.contains {
      $0.time > latest && $0.time <= note.offset + Self.longestLag.soft
    }
    guard let candidate, !hasOwn else { return nil }
    let center = Elementary.cents(ofRatio: note.frequency)
    let follows = readings.contains { reading in
      let time = reading.time - note.offset
      guard time >= 0, time <= Self.soonest, let frequency = reading.frequency else {
        return false
      }
      return (Elementary.cents(ofRatio: frequency) - center).magnitude > FirstPitchFollower.leap
    }
    return follows ? candidate.time : nil
  }
}

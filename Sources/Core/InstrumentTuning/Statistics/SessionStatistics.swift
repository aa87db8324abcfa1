package import MusicTheory

/// The intonation of each note during a session.
///
/// Held values do not count, because nothing sounds then. The type has no clock and no file: times
/// are those of the readings.
package struct SessionStatistics: Sendable, Hashable {
  /// The statistics of one note.
  package struct NoteStatistics: Sendable, Hashable {
    /// The note, with the MIDI number under which it is counted.
    package let note: Note
    /// The number of times it was played.
    package fileprivate(set) var noteCount = 0
    /// The deviations of its readings from the target, in cents.
    package fileprivate(set) var cents = RunningStatistics()
    /// Its duration, in seconds.
    package fileprivate(set) var duration = 0.0
    /// The part of that time within the tolerance, in seconds.
    package fileprivate(set) var timeInTune = 0.0

    fileprivate init(note: Note) {
      self.note = note
    }

    /// The share of ``duration`` in tune, in 0...1; 0 if it never sounded.
    package var partInTune: Double { duration > 0 ? timeInTune / duration : 0 }
  }

  /// The longest gap between two readings that counts as part of a note, in seconds.
  package static var longestGap: Double { 0.25 }

  private var all: [NoteStatistics?]
  private var sounding: Int?
  private var lastTime: Double?

  /// Creates statistics of an empty session.
  package init() {
    all = Array(repeating: nil, count: TargetPitch.noteLimits.count)
  }

  /// Processes the next reading.
  ///
  /// - Parameter result: The tuner's result; readings must be in chronological order.
  /// - Complexity: O(1); no allocation.
  package mutating func add(_ result: TunerReading) {
    defer { lastTime = result.time }
    guard let deviation = result.deviation, !result.isHeld,
      TargetPitch.noteLimits.contains(deviation.note.midiNumber)
    else {
      sounding = nil
      return
    }
    let index = deviation.note.midiNumber
    var statistics = all[index] ?? NoteStatistics(note: deviation.note)
    if sounding != index {
      statistics.noteCount += 1
      sounding = index
    } else if let lastTime {
      let elapsed = result.time - lastTime
      if (0...Self.longestGap).contains(elapsed) {
        statistics.duration += elapsed
        if deviation.state == .inTune { statistics.timeInTune += elapsed }
      }
    }
    statistics.cents.add(deviation.cents)
    all[index] = statistics
  }

  /// Adds a complete note, for example from a history.
  ///
  /// - Parameter note: The note; a note outside ``TargetPitch/noteLimits`` is ignored.
  /// - Complexity: O(1); no allocation.
  package mutating func add(_ note: HeardNote) {
    guard TargetPitch.noteLimits.contains(note.note.midiNumber) else { return }
    let index = note.note.midiNumber
    var statistics = all[index] ?? NoteStatistics(note: note.note)
    statistics.noteCount += 1
    statistics.cents.merge(
      RunningStatistics(
        count: note.readingCount, mean: note.meanCents, standardDeviation: note.spread))
    statistics.duration += note.duration
    statistics.timeInTune += note.timeInTune
    all[index] = statistics
    sounding = nil
  }

  /// The notes that were played, from the lowest.
  package var notes: [NoteStatistics] { all.compactMap { $0 } }

  /// All notes together, in cents.
  package var total: RunningStatistics {
    var total = RunningStatistics()
    for statistics in notes { total.merge(statistics.cents) }
    return total
  }
}

/// The change of a note from the older to the newer of several sessions.
package struct NoteTrend: Sendable, Hashable {
  /// The statistics of one note in some sessions.
  package struct Part: Sendable, Hashable {
    /// The number of times that it was played.
    package fileprivate(set) var noteCount = 0
    /// The time for which it sounded, in seconds.
    package fileprivate(set) var duration = 0.0
    /// The part of that time within the tolerance, in seconds.
    package fileprivate(set) var timeInTune = 0.0
    private var deviations = RunningStatistics()

    /// The mean distance of the notes from the target, up or down, in cents, weighted by their
    /// readings.
    package var meanDeviation: Double { deviations.mean }

    /// The share of ``duration`` in tune, in 0...1; 0 if it never sounded.
    package var partInTune: Double { duration > 0 ? timeInTune / duration : 0 }

    fileprivate mutating func add(_ note: HeardNote) {
      noteCount += 1
      duration += note.duration
      timeInTune += note.timeInTune
      deviations.merge(
        RunningStatistics(
          count: note.readingCount, mean: note.meanCents.magnitude, standardDeviation: 0))
    }
  }

  /// The note, as it was first written.
  package let note: Note
  /// The statistics of the older sessions.
  package private(set) var older = Part()
  /// The statistics of the newer sessions.
  package private(set) var newer = Part()

  /// The decrease of the mean distance from the target, in cents; negative if it has grown.
  ///
  /// It is `nil` if the note is missing from one of the halves.
  package var improvement: Double? {
    guard older.noteCount > 0, newer.noteCount > 0 else { return nil }
    return older.meanDeviation - newer.meanDeviation
  }

  /// Compares the older half of some sessions with the newer half, note by note.
  ///
  /// - Parameter sessions: The notes of each session, in order of time. With an odd count the middle
  ///   one is newer.
  /// - Returns: A trend for each note that was played, from the lowest. Enharmonic notes are one.
  package static func trends(of sessions: [[HeardNote]]) -> [NoteTrend] {
    var trends: [Int: NoteTrend] = [:]
    for (index, notes) in sessions.enumerated() {
      let isOlder = index < sessions.count / 2
      for note in notes {
        let number = note.note.midiNumber
        var trend = trends[number] ?? NoteTrend(note: note.note)
        if isOlder { trend.older.add(note) } else { trend.newer.add(note) }
        trends[number] = trend
      }
    }
    return trends.keys.sorted().compactMap { trends[$0] }
  }

  private init(note: Note) {
    self.note = note
  }
}

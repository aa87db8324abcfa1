package import MusicTheory

/// How a note has changed: the older of several sessions against the newer.
package struct NoteTrend: Sendable, Hashable {
  /// The statistics of one note in some sessions.
  package struct Part: Sendable, Hashable {
    /// The number of times that it was played.
    package fileprivate(set) var noteCount = 0
    /// The time for which it sounded, in seconds.
    package fileprivate(set) var duration = 0.0
    /// How long of that it was in tune, in seconds.
    package fileprivate(set) var timeInTune = 0.0
    private var deviations = RunningStatistics()

    /// How far the note was from its target in the mean, up or down, in cents; each time it was
    /// played counts by its readings.
    package var meanDeviation: Double { deviations.mean }

    /// The part of ``duration`` in tune, in 0...1; 0 if it never sounded.
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

  /// How much closer to its target the note has come, in cents; negative for farther, `nil` if one of
  /// the halves lacks it.
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

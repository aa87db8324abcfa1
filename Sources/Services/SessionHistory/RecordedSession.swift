public import InstrumentTuning

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A session of the history.
public struct RecordedSession: Sendable, Hashable, Identifiable {
  /// Its number, which is never reused.
  public var id: Int64
  /// The start of the session, to the second.
  public var start: Date
  /// Its duration, in seconds.
  public var duration: Double
  /// The instrument, tuning and setup.
  public var description: SessionDescription
  /// The sums of its notes.
  public var summary: Summary
  /// The counts of mistakes in a score; `nil` for a tuner, and for practices before they were
  /// recorded.
  package var practice: PracticeCounts?
  /// The times of a score or a rhythm; `nil` if they were not compared.
  package var timing: PracticeTiming?

  /// A summary of the notes of a session.
  public struct Summary: Sendable, Hashable {
    /// The number of notes.
    public var noteCount: Int
    /// The mean absolute deviation of the notes from their targets, in cents, weighted by readings.
    public var meanDeviation: Double
    /// The total duration of the notes, in seconds.
    public var soundingTime: Double
    /// The part of that time in tune, in seconds.
    public var timeInTune: Double

    /// The share of ``soundingTime`` in tune, in 0...1; 0 if nothing sounded.
    public var partInTune: Double { soundingTime > 0 ? timeInTune / soundingTime : 0 }

    /// Creates a summary from its parts.
    ///
    /// - Parameters:
    ///   - noteCount: The number of notes.
    ///   - meanDeviation: Their mean absolute deviation from their targets, in cents.
    ///   - soundingTime: The total duration of the notes, in seconds.
    ///   - timeInTune: The part of that time in tune, in seconds.
    package init(
      noteCount: Int, meanDeviation: Double, soundingTime: Double, timeInTune: Double
    ) {
      self.noteCount = noteCount
      self.meanDeviation = meanDeviation
      self.soundingTime = soundingTime
      self.timeInTune = timeInTune
    }
  }

  /// Creates a session from its parts.
  ///
  /// - Parameters:
  ///   - id: Its number.
  ///   - start: Its start.
  ///   - duration: Its duration, in seconds.
  ///   - description: The instrument, tuning and setup.
  ///   - summary: The summary of its notes.
  ///   - practice: The other notes of a score; `nil` if none was practised.
  ///   - timing: The times of a score or a rhythm; `nil` if they were not compared.
  package init(
    id: Int64, start: Date, duration: Double, description: SessionDescription, summary: Summary,
    practice: PracticeCounts? = nil, timing: PracticeTiming? = nil
  ) {
    self.id = id
    self.start = start
    self.duration = duration
    self.description = description
    self.summary = summary
    self.practice = practice
    self.timing = timing
  }
}

/// A note of a session.
public struct RecordedNote: Sendable, Hashable {
  /// The number of its session.
  public var session: Int64
  /// The note.
  public var note: HeardNote

  /// Creates a note of a session.
  ///
  /// - Parameters:
  ///   - session: The number of its session.
  ///   - note: The note.
  package init(session: Int64, note: HeardNote) {
    self.session = session
    self.note = note
  }
}

/// The instrument, tuning and setup of a session.
public struct SessionDescription: Sendable, Hashable {
  /// The microphone or the file.
  public var source: String
  /// Instrument and tuning, such as "Guitar, Drop D"; `nil` for a chromatic tuner.
  public var title: String?
  /// The frequency of A4, in hertz.
  public var concertPitch: Double
  /// The name of the temperament, such as "equal".
  public var temperament: String
  /// The root of the temperament, such as "C".
  public var root: String
  /// The largest deviation that counts as in tune, in cents.
  public var tolerance: Double

  /// Creates a description.
  ///
  /// - Parameters:
  ///   - source: The microphone or the file.
  ///   - title: Instrument and tuning; `nil` for a chromatic tuner.
  ///   - concertPitch: The frequency of A4, in hertz; 440 by default.
  ///   - temperament: The name of the temperament; equal by default.
  ///   - root: The root of the temperament; C by default.
  ///   - tolerance: The largest deviation that counts as in tune, in cents; 3 by default.
  public init(
    source: String, title: String? = nil, concertPitch: Double = 440,
    temperament: String = "equal", root: String = "C", tolerance: Double = 3
  ) {
    self.source = source
    self.title = title
    self.concertPitch = concertPitch
    self.temperament = temperament
    self.root = root
    self.tolerance = tolerance
  }
}

/// The numbers of mistakes in a score that was practised; the right notes are those of the session.
package struct PracticeCounts: Sendable, Hashable {
  /// Notes of the score for which another was played.
  package var wrong: Int
  /// Notes of the score that were not played.
  package var missing: Int
  /// Played notes that are not in the score.
  package var extra: Int

  /// Creates counts.
  ///
  /// - Parameters:
  ///   - wrong: Notes of the score for which another was played.
  ///   - missing: Notes of the score that were not played.
  ///   - extra: Played notes that are not in the score.
  package init(wrong: Int, missing: Int, extra: Int) {
    self.wrong = wrong
    self.missing = missing
    self.extra = extra
  }
}

/// The conditions for finding sessions.
public struct HistoryFilter: Sendable, Hashable {
  /// The earliest start of a session; `nil` for any.
  public var since: Date?
  /// The time before which a session began; `nil` for any.
  public var until: Date?
  /// A part of the title, in either case; `nil` for any.
  public var title: String?

  /// Creates a filter.
  ///
  /// - Parameters:
  ///   - since: The earliest start of a session; any by default.
  ///   - until: The time before which a session began; any by default.
  ///   - title: A part of the title, in either case; any by default.
  public init(since: Date? = nil, until: Date? = nil, title: String? = nil) {
    self.since = since
    self.until = until
    self.title = title
  }
}

public import InstrumentTuning

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A session as the history has it.
public struct RecordedSession: Sendable, Hashable, Identifiable {
  /// Its number, which is never reused.
  public var id: Int64
  /// When it began, to the second.
  public var start: Date
  /// Its duration, in seconds.
  public var duration: Double
  /// The instrument, tuning and setup.
  public var description: SessionDescription
  /// The sums of its notes.
  public var summary: Summary
  /// The other notes of a score that was practised; `nil` for a tuner, and for practices before they were
  /// recorded.
  public var practice: PracticeCounts?

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
    public init(
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
  public init(
    id: Int64, start: Date, duration: Double, description: SessionDescription, summary: Summary,
    practice: PracticeCounts? = nil
  ) {
    self.id = id
    self.start = start
    self.duration = duration
    self.description = description
    self.summary = summary
    self.practice = practice
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
  public init(session: Int64, note: HeardNote) {
    self.session = session
    self.note = note
  }
}

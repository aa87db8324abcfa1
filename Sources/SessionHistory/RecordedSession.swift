public import InstrumentTuning

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A session as the history has it.
public struct RecordedSession: Sendable, Hashable, Identifiable {
  /// Its number, which no other session ever gets.
  public var id: Int64
  /// When it began, to the second.
  public var start: Date
  /// How long it lasted, in seconds.
  public var duration: Double
  /// What was tuned.
  public var description: SessionDescription
  /// The sums of its notes.
  public var summary: Summary

  /// What the notes of a session come to.
  public struct Summary: Sendable, Hashable {
    /// How many notes there were.
    public var noteCount: Int
    /// How far the notes were from their targets in the mean, up or down, in cents; each note counts
    /// by its readings.
    public var meanDeviation: Double
    /// How long they sounded, in seconds.
    public var soundingTime: Double
    /// How long of that they were in tune, in seconds.
    public var timeInTune: Double

    /// The part of ``soundingTime`` in tune, in 0...1; 0 if nothing sounded.
    public var partInTune: Double { soundingTime > 0 ? timeInTune / soundingTime : 0 }

    /// Creates a summary from its parts.
    ///
    /// - Parameters:
    ///   - noteCount: How many notes there were.
    ///   - meanDeviation: How far they were from their targets in the mean, in cents.
    ///   - soundingTime: How long they sounded, in seconds.
    ///   - timeInTune: How long of that they were in tune, in seconds.
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
  ///   - start: When it began.
  ///   - duration: How long it lasted, in seconds.
  ///   - description: What was tuned.
  ///   - summary: The sums of its notes.
  public init(
    id: Int64, start: Date, duration: Double, description: SessionDescription, summary: Summary
  ) {
    self.id = id
    self.start = start
    self.duration = duration
    self.description = description
    self.summary = summary
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

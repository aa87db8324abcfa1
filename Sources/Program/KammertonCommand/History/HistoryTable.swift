import InstrumentTuning
import MusicTheory
import SessionHistory

/// The history as CSV (RFC 4180, but with line feeds as the program's other tables have them).
///
/// Numbers have as many digits as it takes to read the same number back.
enum HistoryTable {
  static func text(of report: HistoryReport) -> String {
    switch report {
    case .sessions(let sessions): text(sessionColumns, sessions.map(row))
    case .session(let session, let notes):
      text(statisticsColumns, notes.statistics.map { row($0, of: session) })
    case .notes(let notes, _): text(noteColumns, notes.map(row))
    case .weeks(let sessions): text(weekColumns, PracticeWeek.weeks(of: sessions).map(row))
    case .trends(let notes, let sessions):
      text(trendColumns, notes.trends(of: sessions).map(row))
    }
  }

  static let sessionColumns = [
    "session", "start", "duration", "source", "title", "concert_pitch", "temperament", "root",
    "tolerance", "notes", "mean_deviation", "sounding_time", "time_in_tune", "wrong", "missing",
    "extra",
  ]
  static let statisticsColumns = [
    "session", "note", "midi", "count", "mean_cents", "spread", "duration", "time_in_tune",
  ]
  static let noteColumns = [
    "session", "start_time", "duration", "note", "midi", "target_frequency", "string",
    "mean_cents", "spread", "time_in_tune", "readings",
  ]

  static let weekColumns = [
    "week", "sessions", "minutes", "notes", "sounding_time", "time_in_tune",
  ]
  static let trendColumns = [
    "note", "midi", "older_count", "older_deviation", "older_in_tune", "newer_count",
    "newer_deviation", "newer_in_tune",
  ]

  private static func row(_ week: PracticeWeek) -> [String] {
    [
      week.label, "\(week.sessionCount)", "\(week.minutes)", "\(week.noteCount)",
      "\(week.soundingTime)", "\(week.timeInTune)",
    ]
  }

  private static func row(_ trend: NoteTrend) -> [String] {
    [trend.note.asciiDescription, "\(trend.note.midiNumber)"]
      + [trend.older, trend.newer].flatMap { part in
        ["\(part.noteCount)"]
          + (part.noteCount > 0 ? ["\(part.meanDeviation)", "\(part.partInTune)"] : ["", ""])
      }
  }

  private static func text(_ columns: [String], _ rows: [[String]]) -> String {
    ([columns] + rows).map { $0.map(field).joined(separator: ",") + "\n" }.joined()
  }

  /// Quoted where it must be.
  private static func field(_ text: String) -> String {
    // By scalars, because a carriage return and a line feed are one character.
    guard text.unicodeScalars.contains(where: { ",\"\r\n".unicodeScalars.contains($0) }) else {
      return text
    }
    let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
    return "\"" + parts.joined(separator: "\"\"") + "\""
  }

  private static func row(_ session: RecordedSession) -> [String] {
    let (description, summary) = (session.description, session.summary)
    let practice = session.practice.map { [$0.wrong, $0.missing, $0.extra] }
    return [
      "\(session.id)", LocalTime.isoText(session.start), "\(session.duration)",
      description.source, description.title ?? "", "\(description.concertPitch)",
      description.temperament, description.root, "\(description.tolerance)",
      "\(summary.noteCount)", "\(summary.meanDeviation)", "\(summary.soundingTime)",
      "\(summary.timeInTune)",
    ] + (practice?.map { "\($0)" } ?? ["", "", ""])
  }

  private static func row(
    _ note: SessionStatistics.NoteStatistics, of session: RecordedSession
  ) -> [String] {
    [
      "\(session.id)", note.note.asciiDescription, "\(note.note.midiNumber)", "\(note.noteCount)",
      "\(note.cents.mean)", "\(note.cents.standardDeviation)", "\(note.duration)",
      "\(note.timeInTune)",
    ]
  }

  private static func row(_ entry: RecordedNote) -> [String] {
    let note = entry.note
    return [
      "\(entry.session)", "\(note.startTime)", "\(note.duration)", note.note.asciiDescription,
      "\(note.note.midiNumber)", "\(note.targetFrequency)", note.string.map { "\($0)" } ?? "",
      "\(note.meanCents)", "\(note.spread)", "\(note.timeInTune)", "\(note.readingCount)",
    ]
  }
}

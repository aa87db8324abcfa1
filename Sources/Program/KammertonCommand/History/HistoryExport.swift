import CommandKit
package import InstrumentTuning
import MusicTheory
import SessionHistory

/// The history as CSV (RFC 4180, but with line feeds, as in the program's other tables).
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

  /// Returns a field, quoted if it must be.
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

/// The history as JSON: an array of sessions or notes, or one session with its statistics.
///
/// Numbers have as many digits as it takes to read the same number back.
package enum HistoryObjects {
  static func text(of report: HistoryReport) -> String {
    switch report {
    case .sessions(let sessions): array(sessions.map { "{" + members(of: $0) + "}" }) + "\n"
    case .session(let session, let notes):
      "{" + members(of: session) + ",\"statistics\":"
        + array(notes.statistics.map(object)) + "}\n"
    case .notes(let notes, _): array(notes.map(object)) + "\n"
    case .weeks(let sessions): array(PracticeWeek.weeks(of: sessions).map(object)) + "\n"
    case .trends(let notes, let sessions): array(notes.trends(of: sessions).map(object)) + "\n"
    }
  }

  private static func object(_ week: PracticeWeek) -> String {
    """
    {"week":"\(week.label)","sessions":\(week.sessionCount),"minutes":\(week.minutes),\
    "notes":\(week.noteCount),"soundingTime":\(week.soundingTime),"timeInTune":\(week.timeInTune)}
    """
  }

  private static func object(_ trend: NoteTrend) -> String {
    """
    {"note":"\(trend.note.asciiDescription)","midi":\(trend.note.midiNumber),\
    "older":\(object(trend.older)),"newer":\(object(trend.newer))}
    """
  }

  private static func object(_ part: NoteTrend.Part) -> String {
    guard part.noteCount > 0 else { return "null" }
    return """
      {"count":\(part.noteCount),"meanDeviation":\(part.meanDeviation),\
      "partInTune":\(part.partInTune)}
      """
  }

  private static func array(_ objects: [String]) -> String {
    objects.isEmpty ? "[]" : "[\n  " + objects.joined(separator: ",\n  ") + "\n]"
  }

  private static func members(of session: RecordedSession) -> String {
    let (description, summary) = (session.description, session.summary)
    return """
      "session":\(session.id),"start":"\(LocalTime.isoText(session.start))",\
      "duration":\(session.duration),"source":\(description.source.jsonQuoted),\
      "title":\(description.title?.jsonQuoted ?? "null"),\
      "concertPitch":\(description.concertPitch),\
      "temperament":\(description.temperament.jsonQuoted),\
      "root":\(description.root.jsonQuoted),"tolerance":\(description.tolerance),\
      "notes":\(summary.noteCount),"meanDeviation":\(summary.meanDeviation),\
      "soundingTime":\(summary.soundingTime),"timeInTune":\(summary.timeInTune),\
      "practice":\(session.practice.map(object) ?? "null")
      """
  }

  private static func object(_ practice: PracticeCounts) -> String {
    """
    {"wrong":\(practice.wrong),"missing":\(practice.missing),"extra":\(practice.extra)}
    """
  }

  private static func object(_ note: SessionStatistics.NoteStatistics) -> String {
    """
    {"note":"\(note.note.asciiDescription)","midi":\(note.note.midiNumber),\
    "count":\(note.noteCount),"meanCents":\(note.cents.mean),\
    "spread":\(note.cents.standardDeviation),"duration":\(note.duration),\
    "timeInTune":\(note.timeInTune)}
    """
  }

  private static func object(_ entry: RecordedNote) -> String {
    "{\"session\":\(entry.session),\(members(of: entry.note))}"
  }

  /// Returns the members of a note's object, here and in the events of a server.
  package static func members(of note: HeardNote) -> String {
    """
    "startTime":\(note.startTime),"duration":\(note.duration),\
    "note":"\(note.note.asciiDescription)","midi":\(note.note.midiNumber),\
    "targetFrequency":\(note.targetFrequency),\
    "string":\(note.string.map { "\($0)" } ?? "null"),"meanCents":\(note.meanCents),\
    "spread":\(note.spread),"timeInTune":\(note.timeInTune),"readings":\(note.readingCount)
    """
  }
}

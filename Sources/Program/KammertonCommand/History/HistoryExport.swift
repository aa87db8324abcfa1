package import CommandKit
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
    "extra", "late", "time_spread", "tempo", "tempo_change",
  ]
  static let statisticsColumns = [
    "session", "note", "midi", "count", "mean_cents", "spread", "duration", "time_in_tune",
  ]
  static let noteColumns = [
    "session", "start_time", "duration", "note", "midi", "target_frequency", "string",
    "mean_cents", "spread", "time_in_tune", "readings",
  ]

  static let weekColumns = [
    "week", "sessions", "minutes", "notes", "sounding_time", "time_in_tune", "time_spread",
  ]
  static let trendColumns = [
    "note", "midi", "older_count", "older_deviation", "older_in_tune", "newer_count",
    "newer_deviation", "newer_in_tune",
  ]

  private static func row(_ week: PracticeWeek) -> [String] {
    [
      week.label, "\(week.sessionCount)", "\(week.minutes)", "\(week.noteCount)",
      "\(week.soundingTime)", "\(week.timeInTune)", week.timeSpread.map { "\($0)" } ?? "",
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
    ] + (practice?.map { "\($0)" } ?? ["", "", ""]) + fields(session.timing)
  }

  private static func fields(_ timing: PracticeTiming?) -> [String] {
    guard let timing else { return ["", "", "", ""] }
    return [
      timing.median.map { "\($0)" } ?? "", "\(timing.spread)", "\(timing.tempo)",
      "\(timing.change)",
    ]
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
    case .sessions(let sessions): JSON.lines(sessions.map(object))
    case .session(let session, let notes):
      (object(session) + ["statistics": .array(notes.statistics.map(object))]).line() + "\n"
    case .notes(let notes, _): JSON.lines(notes.map(object))
    case .weeks(let sessions): JSON.lines(PracticeWeek.weeks(of: sessions).map(object))
    case .trends(let notes, let sessions): JSON.lines(notes.trends(of: sessions).map(object))
    }
  }

  private static func object(_ week: PracticeWeek) -> JSON {
    [
      "week": .text(week.label), "sessions": .number(week.sessionCount),
      "minutes": .number(week.minutes), "notes": .number(week.noteCount),
      "soundingTime": .number(week.soundingTime), "timeInTune": .number(week.timeInTune),
      "timeSpread": .number(week.timeSpread),
    ]
  }

  private static func object(_ trend: NoteTrend) -> JSON {
    [
      "note": .text(trend.note.asciiDescription), "midi": .number(trend.note.midiNumber),
      "older": object(trend.older), "newer": object(trend.newer),
    ]
  }

  private static func object(_ part: NoteTrend.Part) -> JSON {
    guard part.noteCount > 0 else { return .null }
    return [
      "count": .number(part.noteCount), "meanDeviation": .number(part.meanDeviation),
      "partInTune": .number(part.partInTune),
    ]
  }

  private static func object(_ session: RecordedSession) -> JSON {
    let (description, summary) = (session.description, session.summary)
    return [
      "session": .digits("\(session.id)"), "start": .text(LocalTime.isoText(session.start)),
      "duration": .number(session.duration), "source": .text(description.source),
      "title": .optional(description.title), "concertPitch": .number(description.concertPitch),
      "temperament": .text(description.temperament), "root": .text(description.root),
      "tolerance": .number(description.tolerance), "notes": .number(summary.noteCount),
      "meanDeviation": .number(summary.meanDeviation),
      "soundingTime": .number(summary.soundingTime), "timeInTune": .number(summary.timeInTune),
      "practice": session.practice.map(object) ?? .null,
      "timing": session.timing.map(object) ?? .null,
    ]
  }

  private static func object(_ timing: PracticeTiming) -> JSON {
    [
      "late": .number(timing.median), "spread": .number(timing.spread),
      "tempo": .number(timing.tempo), "change": .number(timing.change),
    ]
  }

  private static func object(_ practice: PracticeCounts) -> JSON {
    [
      "wrong": .number(practice.wrong), "missing": .number(practice.missing),
      "extra": .number(practice.extra),
    ]
  }

  private static func object(_ note: SessionStatistics.NoteStatistics) -> JSON {
    [
      "note": .text(note.note.asciiDescription), "midi": .number(note.note.midiNumber),
      "count": .number(note.noteCount), "meanCents": .number(note.cents.mean),
      "spread": .number(note.cents.standardDeviation), "duration": .number(note.duration),
      "timeInTune": .number(note.timeInTune),
    ]
  }

  private static func object(_ entry: RecordedNote) -> JSON {
    ["session": .digits("\(entry.session)")] + object(entry.note)
  }

  /// Returns the object of a note, here and in the events of a server.
  package static func object(_ note: HeardNote) -> JSON {
    [
      "startTime": .number(note.startTime), "duration": .number(note.duration),
      "note": .text(note.note.asciiDescription), "midi": .number(note.note.midiNumber),
      "targetFrequency": .number(note.targetFrequency), "string": .number(note.string),
      "meanCents": .number(note.meanCents), "spread": .number(note.spread),
      "timeInTune": .number(note.timeInTune), "readings": .number(note.readingCount),
    ]
  }
}

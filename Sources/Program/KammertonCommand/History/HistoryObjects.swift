import CommandKit
package import InstrumentTuning
import MusicTheory
import SessionHistory

/// The history as JSON: an array of sessions or notes, or one session with its statistics.
///
/// Numbers have as many digits as it takes to read the same number back.
package enum HistoryObjects {
  package static func text(of report: HistoryReport) -> String {
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

  /// What an object says of a note, here and in the events of a server.
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

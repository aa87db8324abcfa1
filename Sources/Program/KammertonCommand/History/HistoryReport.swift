package import InstrumentTuning
package import SessionHistory

/// What `kammerton history` shows.
package enum HistoryReport: Sendable {
  /// A list of sessions.
  case sessions([RecordedSession])
  /// One session, with its notes.
  case session(RecordedSession, [HeardNote])
  /// Every note of some sessions.
  case notes([RecordedNote], of: [RecordedSession])
  /// Some sessions, week by week.
  case weeks(of: [RecordedSession])
  /// How each note changed over some sessions.
  case trends([RecordedNote], of: [RecordedSession])

  package var isEmpty: Bool {
    switch self {
    case .sessions(let sessions), .notes(_, let sessions), .weeks(let sessions),
      .trends(_, let sessions):
      sessions.isEmpty
    case .session: false
    }
  }

  package func text(_ format: HistoryFormat, hasUnicode: Bool) -> String {
    switch format {
    case .text: HistoryText(hasUnicode: hasUnicode).text(of: self)
    case .csv: HistoryTable.text(of: self)
    case .json: HistoryObjects.text(of: self)
    }
  }
}

extension [RecordedNote] {
  /// How each note changed from the older half of the sessions to the newer.
  ///
  /// - Parameter sessions: The sessions of the notes, the newest first.
  /// - Returns: A trend for each note, from the lowest.
  func trends(of sessions: [RecordedSession]) -> [NoteTrend] {
    let notes = Dictionary(grouping: self, by: \.session)
    return NoteTrend.trends(of: sessions.reversed().map { (notes[$0.id] ?? []).map(\.note) })
  }
}

extension [HeardNote] {
  /// Each note's statistics, from the lowest.
  var statistics: [SessionStatistics.NoteStatistics] {
    var session = SessionStatistics()
    for note in self { session.add(note) }
    return session.notes
  }
}

/// How `kammerton history` writes.
package enum HistoryFormat: String, CaseIterable, Sendable {
  case text, csv, json
}

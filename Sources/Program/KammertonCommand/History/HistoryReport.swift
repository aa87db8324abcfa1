import ArgumentParser
import CommandKit
import InstrumentTuning
import Plotting
import SessionHistory

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The content of a report of `kammerton history`.
enum HistoryReport: Sendable {
  /// A list of sessions.
  case sessions([RecordedSession])
  /// One session, with its notes.
  case session(RecordedSession, [HeardNote])
  /// Every note of some sessions.
  case notes([RecordedNote], of: [RecordedSession])
  /// Some sessions, week by week.
  case weeks(of: [RecordedSession])
  /// The trend of each note over some sessions.
  case trends([RecordedNote], of: [RecordedSession])

  var isEmpty: Bool {
    switch self {
    case .sessions(let sessions), .notes(_, let sessions), .weeks(let sessions),
      .trends(_, let sessions):
      sessions.isEmpty
    case .session: false
    }
  }

  func text(_ format: HistoryFormat, hasUnicode: Bool) -> String {
    switch format {
    case .text: HistoryText(hasUnicode: hasUnicode).text(of: self)
    case .csv: HistoryTable.text(of: self)
    case .json: HistoryObjects.text(of: self)
    }
  }
}

/// The format in which `kammerton history` writes a report.
enum HistoryFormat: String, CaseIterable, Sendable {
  case text, csv, json

  init(argument: String) throws {
    self = try Choices.value(argument)
  }
}

extension [RecordedNote] {
  /// Compares each note between the older half of the sessions and the newer.
  ///
  /// - Parameter sessions: The sessions of the notes, the newest first.
  /// - Returns: A trend for each note, from the lowest.
  func trends(of sessions: [RecordedSession]) -> [NoteTrend] {
    let notes = Dictionary(grouping: self, by: \.session)
    return NoteTrend.trends(of: sessions.reversed().map { (notes[$0.id] ?? []).map(\.note) })
  }
}

extension [HeardNote] {
  /// The statistics of each note, from the lowest.
  var statistics: [SessionStatistics.NoteStatistics] {
    var session = SessionStatistics()
    for note in self { session.add(note) }
    return session.notes
  }
}

/// The file that `history --plot` draws.
struct HistoryPicture: Hashable, Sendable {
  let path: String
  private let format: PlotFormat

  /// - Throws: `PlotError` if the name of the file has no known extension.
  init(path: String) throws(PlotError) {
    self.path = path
    format = try PlotFormat(path: path)
  }

  init(argument: String) throws {
    do throws(PlotError) {
      try self.init(path: argument)
    } catch {
      throw ValidationError("Write a file name that ends in .png, .svg or .pdf.")
    }
  }

  /// Draws one session with its notes, or all sessions side by side.
  func draw(_ report: HistoryReport) throws {
    guard !report.isEmpty else { return }
    let picture =
      switch report {
      case .session(let session, let notes): try Self.plot(session, notes).picture(format)
      case .notes(let notes, let sessions) where sessions.count == 1:
        try Self.plot(sessions[0], notes.map(\.note)).picture(format)
      case .sessions(let sessions), .notes(_, let sessions), .weeks(let sessions),
        .trends(_, let sessions):
        try Self.plot(sessions).picture(format)
      }
    let file = try AtomicTextFile(path: path)
    try file.write(picture)
    try file.finish()
  }

  private static func plot(_ session: RecordedSession, _ notes: [HeardNote]) -> SessionPlot {
    let description = session.description
    let part = (100 * session.summary.partInTune).formatted(decimals: 0)
    let subtitle = [
      LocalTime.text(session.start), "A4 = \(description.concertPitch.formatted(decimals: 1)) Hz",
      description.temperament, "\(session.summary.noteCount) notes",
      "\(session.summary.meanDeviation.formatted(decimals: 1)) cents off", "\(part) % in tune",
    ].joined(separator: "  ·  ")
    return SessionPlot(
      title: session.what.printable, subtitle: subtitle.printable, notes: notes,
      duration: session.duration, tolerance: description.tolerance)
  }

  private static func plot(_ sessions: [RecordedSession]) -> ProgressPlot {
    ProgressPlot(
      title: sessions.count == 1 ? "1 session" : "\(sessions.count) sessions",
      sessions: sessions.reversed().map { session in
        ProgressPlot.Session(
          start: session.start, title: session.what.printable,
          // A rhythm has no notes.
          meanDeviation: session.summary.noteCount > 0 ? session.summary.meanDeviation : .nan,
          partInTune: session.summary.noteCount > 0 ? session.summary.partInTune : .nan,
          timeSpread: session.timing?.spread,
          timeMedian: session.timing?.median)
      })
  }
}

/// The totals of a week, from Monday to Sunday of the user's calendar.
struct PracticeWeek: Sendable, Hashable {
  /// Its Monday, at midnight.
  var start: Date
  var sessionCount = 0
  var noteCount = 0
  /// The length of the sessions, in seconds.
  var duration = 0.0
  /// The time for which notes sounded, in seconds.
  var soundingTime = 0.0
  var timeInTune = 0.0
  /// The spreads of the times of scores and rhythms, in milliseconds.
  var timeSpreads: [Double] = []

  /// The mean spread of the times, in milliseconds; `nil` if none were compared.
  var timeSpread: Double? {
    timeSpreads.isEmpty ? nil : timeSpreads.reduce(0, +) / Double(timeSpreads.count)
  }

  /// The part of ``soundingTime`` in tune, in 0...1.
  var partInTune: Double { soundingTime > 0 ? timeInTune / soundingTime : 0 }

  /// Sums up sessions week by week, the newest first, with the empty weeks between them.
  ///
  /// - Parameters:
  ///   - sessions: In any order.
  ///   - timeZone: The time zone of the user.
  /// - Returns: The weeks from that of the last session back to that of the first.
  static func weeks(
    of sessions: [RecordedSession], timeZone: TimeZone = .current
  ) -> [PracticeWeek] {
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = timeZone
    func monday(_ date: Date) -> Date {
      calendar.dateInterval(of: .weekOfYear, for: date)?.start ?? date
    }
    var weeks: [Date: PracticeWeek] = [:]
    for session in sessions {
      let start = monday(session.start)
      var week = weeks[start] ?? PracticeWeek(start: start)
      week.add(session)
      weeks[start] = week
    }
    guard var date = weeks.keys.min(), let last = weeks.keys.max() else { return [] }
    var all: [PracticeWeek] = []
    while date <= last, all.count < 10_000 {
      all.append(weeks[date] ?? PracticeWeek(start: date))
      // Twelve hours into the next Monday: summer time may move midnight.
      date = monday(date.addingTimeInterval(7.5 * 86_400))
    }
    return all.reversed()
  }

  private mutating func add(_ session: RecordedSession) {
    sessionCount += 1
    noteCount += session.summary.noteCount
    duration += session.duration
    soundingTime += session.summary.soundingTime
    timeInTune += session.summary.timeInTune
    if let timing = session.timing { timeSpreads.append(timing.spread) }
  }

  /// The Monday, such as 2026-11-16.
  var label: String { String(LocalTime.text(start).prefix(10)) }
  /// The length of the sessions, in minutes.
  var minutes: Double { duration / 60 }
}

extension [HistoryDamage] {
  /// The rows that were left out, and how to get rid of them.
  var message: String {
    let shown = prefix(5).map(\.description).joined(separator: "; ")
    let rest = count > 5 ? "; and \(count - 5) more" : ""
    let session = first?.session ?? 0
    return "Damaged rows that were left out: \(count) (\(shown)\(rest)). To delete a session "
      + "with its rows, run kammerton history --delete \(session)."
  }
}

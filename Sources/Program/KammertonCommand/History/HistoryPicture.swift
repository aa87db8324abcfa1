import CommandKit
import InstrumentTuning
package import Plotting
import SessionHistory

/// Where `history --plot` draws to.
package struct HistoryPicture: Hashable, Sendable {
  package let path: String
  private let format: PlotFormat

  /// - Throws: `PlotError` if the name of the file tells no format.
  package init(path: String) throws(PlotError) {
    self.path = path
    format = try PlotFormat(path: path)
  }

  /// Draws one session with its notes, or all sessions side by side.
  package func draw(_ report: HistoryReport) throws {
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
          label: String(LocalTime.text(session.start).prefix(10)), title: session.what.printable,
          meanDeviation: session.summary.meanDeviation, partInTune: session.summary.partInTune)
      })
  }
}

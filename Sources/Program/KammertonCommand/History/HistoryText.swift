import CommandKit
import InstrumentTuning
import MusicTheory
import SessionHistory

/// The history for people, in columns.
struct HistoryText: Sendable {
  /// `true` to draw bars and scales with more than ASCII.
  let hasUnicode: Bool

  func text(of report: HistoryReport) -> String {
    switch report {
    case .sessions(let sessions): sessions.isEmpty ? "" : list(sessions)
    case .session(let session, let notes):
      title(of: session)
        + (notes.isEmpty ? "" : table(of: notes.statistics) + Self.meaningOfMeans)
    case .notes(let notes, let sessions): sessions.isEmpty ? "" : list(notes) + Self.meaningOfSpread
    case .weeks(let sessions): sessions.isEmpty ? "" : list(PracticeWeek.weeks(of: sessions))
    case .trends(let notes, let sessions):
      sessions.isEmpty ? "" : table(of: notes.trends(of: sessions), sessions)
    }
  }

  // MARK: - Meanings

  private static let meaningOfMeans =
    "\nMean and spread are in cents; the spread is the standard deviation of all readings of a note.\n"
  private static let meaningOfSpread =
    "\nMean and spread are in cents; the spread is the standard deviation of the note's readings.\n"
  private static let meaningOfTimes = """

    The spread of times is a standard deviation that outliers hardly change, in milliseconds; of a \
    week, the mean of its sessions.

    """

  // MARK: - Sessions

  private func list(_ sessions: [RecordedSession]) -> String {
    var table = Table([
      .right("id"), .left("started", least: 16), .right("length", least: 7), .right("notes"),
      .right("cents off"), .right("in tune", unit: " %"), .left(least: Self.barWidth),
      .left("what"),
    ])
    for session in sessions {
      let summary = session.summary
      let hasNotes = summary.noteCount > 0  // a rhythm has none, nor have damaged rows
      table.append([
        "\(session.id)", LocalTime.text(session.start), Self.clock(session.duration),
        Self.notes(of: session), hasNotes ? summary.meanDeviation.formatted(decimals: 1) : nil,
        hasNotes ? Self.percent(summary.partInTune) : nil,
        hasNotes ? bar(summary.partInTune) : "",
        session.what.printable.fitted(to: 60)
          + (session.timing.map { ", \(Self.short($0))" } ?? ""),
      ])
    }
    return table.text
  }

  private func title(of session: RecordedSession) -> String {
    let description = session.description
    return """
      Session \(session.id), \(LocalTime.text(session.start)), \(Self.clock(session.duration))
      \(session.what.printable)
      \(description.source.printable), A4 = \(description.concertPitch.formatted(decimals: 1)) Hz, \
      \(description.temperament.printable) on \(description.root.printable), in tune within \
      \(description.tolerance.formatted(decimals: 1)) cents
      \(session.practice.map { Self.text(of: $0, right: session.summary.noteCount) } ?? "")\
      \(session.timing.map { Self.text(of: $0) } ?? "")

      """
  }

  /// Returns the number of notes; of a score, of the correct ones and of all.
  private static func notes(of session: RecordedSession) -> String {
    let right = session.summary.noteCount
    guard let practice = session.practice else { return "\(right)" }
    return "\(right)/\(right + practice.wrong + practice.missing)"
  }

  private static func text(of practice: PracticeCounts, right: Int) -> String {
    """
    \(right) of \(right + practice.wrong + practice.missing) notes right, \(practice.wrong) wrong, \
    \(practice.missing) missing; \(practice.extra) not in the score

    """
  }

  /// Returns, for example, `18 ms early, spread 14 ms`.
  private static func short(_ timing: PracticeTiming) -> String {
    let spread = "spread \(timing.spread.formatted(decimals: 0)) ms"
    guard let median = timing.median else { return spread }
    let side = median < 0 ? "early" : "late"
    return "\(median.magnitude.formatted(decimals: 0)) ms \(side), \(spread)"
  }

  private static func text(of timing: PracticeTiming) -> String {
    """
    \(short(timing)), at \(timing.tempo.formatted(decimals: 1)) bpm, \
    \(timing.change.signed(decimals: 1)) % from the start to the end

    """
  }

  private func list(_ weeks: [PracticeWeek]) -> String {
    let hasTimes = weeks.contains { $0.timeSpread != nil }
    var table = Table([
      .left("week of"), .right("sessions"), .right("minutes"), .right("notes"),
      .right("in tune", unit: " %"), .left(least: Self.barWidth),
      .left(hasTimes ? "spread of times" : ""),
    ])
    for week in weeks {
      let hasNotes = week.noteCount > 0
      table.append([
        week.label, "\(week.sessionCount)", week.minutes.formatted(decimals: 0),
        "\(week.noteCount)", hasNotes ? Self.percent(week.partInTune) : nil,
        hasNotes ? bar(week.partInTune) : "",
        (week.timeSpread.map { $0.formatted(decimals: 0) + " ms" } ?? "").right(8),
      ])
    }
    return table.text + (hasTimes ? Self.meaningOfTimes : "")
  }

  // MARK: - Notes

  /// Returns a table of the older half of the sessions beside the newer.
  private func table(of trends: [NoteTrend], _ sessions: [RecordedSession]) -> String {
    let halves = sessions.count / 2
    let head =
      "Older sessions: \(halves), newer sessions: \(sessions.count - halves). Cents off, and time in tune:\n\n"
    var table = Table([
      .left("note"), .right("count"), .left("older", least: 14, gap: 3),
      .left("newer", least: 14, gap: 3), .left("closer by", gap: 3),
    ])
    for trend in trends {
      let improvement = trend.improvement.map { $0.signed(decimals: 1) + " cents" } ?? "-"
      table.append([
        trend.note.asciiDescription, "\(trend.older.noteCount + trend.newer.noteCount)",
        Self.text(of: trend.older), Self.text(of: trend.newer), improvement.right(12),
      ])
    }
    return head + table.text
  }

  private static func text(of part: NoteTrend.Part) -> String {
    guard part.noteCount > 0 else { return "-".right(5) }
    return part.meanDeviation.formatted(decimals: 1).right(5)
      + (percent(part.partInTune) + " %").right(8)
  }

  private func table(of notes: [SessionStatistics.NoteStatistics]) -> String {
    let limit = Self.scaleLimit(of: notes)
    let ends = "-\(limit)".left(Self.halfScale) + "0" + "+\(limit)".right(Self.halfScale)
    var table = Table([
      .left("note"), .right("count"), .right("mean", least: 6), .right("spread"),
      .right("sounded", unit: " s"), .right("in tune", unit: " %"), .left(least: Self.barWidth),
      .left(ends),
    ])
    for note in notes {
      table.append([
        note.note.asciiDescription, "\(note.noteCount)", note.cents.mean.signed(decimals: 1),
        note.cents.standardDeviation.formatted(decimals: 1), note.duration.formatted(decimals: 1),
        Self.percent(note.partInTune), bar(note.partInTune),
        scale(note.cents.mean, limit: limit),
      ])
    }
    return table.text
  }

  private func list(_ notes: [RecordedNote]) -> String {
    var table = Table([
      .right("session"), .right("start", least: 8), .left("note"), .right("string"),
      .right("mean", least: 6), .right("spread"), .right("sounded", unit: " s"),
      .right("in tune", unit: " %"),
    ])
    for entry in notes {
      let note = entry.note
      table.append([
        "\(entry.session)", note.startTime.formatted(decimals: 2), note.note.asciiDescription,
        note.string.map { "\($0)" }, note.meanCents.signed(decimals: 1),
        note.spread.formatted(decimals: 1), note.duration.formatted(decimals: 2),
        Self.percent(note.duration > 0 ? note.timeInTune / note.duration : 0),
      ])
    }
    return table.text
  }

  // MARK: - Signs

  private static let barWidth = 10
  private static let halfScale = 8

  /// Returns a bar for a part in 0...1, in eighths of a cell.
  private func bar(_ part: Double) -> String {
    let cells = Double(Self.barWidth) * min(1, max(0, part))
    guard hasUnicode else {
      return String(repeating: "#", count: Int(cells.rounded())).left(Self.barWidth)
    }
    let eighths = Int((cells * 8).rounded())
    let rest = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
    return (String(repeating: "█", count: eighths / 8) + rest).left(Self.barWidth)
  }

  /// Returns a scale from -limit to +limit cents with a mark at the mean.
  private func scale(_ cents: Double, limit: Int) -> String {
    let half = Self.halfScale
    let position = (cents / Double(limit) * Double(half)).rounded()
    let index = half + Int(max(Double(-half), min(Double(half), position)))
    var cells = [String](repeating: hasUnicode ? "─" : "-", count: 2 * half + 1)
    cells[half] = hasUnicode ? "┼" : "|"
    cells[index] = hasUnicode ? "●" : "o"
    return cells.joined()
  }

  private static func scaleLimit(of notes: [SessionStatistics.NoteStatistics]) -> Int {
    let greatest = notes.map { $0.cents.mean.magnitude }.max() ?? 0
    return [5, 10, 20, 50].first { Double($0) >= greatest } ?? 100
  }

  /// Returns a part in 0...1 in percent, without the sign.
  private static func percent(_ part: Double) -> String {
    (100 * part).formatted(decimals: 0)
  }

  /// Returns a duration such as 4:05 or 1:02:03.
  private static func clock(_ duration: Double) -> String {
    let seconds = duration.isFinite ? Int(max(0, min(1e9, duration)).rounded()) : 0
    func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    let (minutes, rest) = (seconds / 60, two(seconds % 60))
    return minutes < 60
      ? "\(minutes):\(rest)" : "\(minutes / 60):\(two(minutes % 60)):\(rest)"
  }
}

extension RecordedSession {
  /// The instrument, tuning or practised score, for people.
  var what: String { description.title ?? "chromatic" }
}

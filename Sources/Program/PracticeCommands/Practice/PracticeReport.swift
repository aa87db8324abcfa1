import CommandKit
import IntonationPractice
import MusicTheory
import Plotting

/// What `kammerton practice` prints and draws.
struct PracticeReport: Sendable {
  let score: PracticeScore
  let result: Intonation
  /// What is compared with, such as `A4 = 440 Hz, just`.
  let tuning: String

  private func name(_ note: PracticeNote) -> String { score.name(of: note).asciiDescription }

  var text: String {
    var lines = ["\(score.title.printable)   \(tuning)", ""]
    if let spread = result.spread {
      lines.append(
        "All notes   \(result.offset.signed(decimals: 1)) cents from the concert pitch, "
          + "spread \(spread.formatted(decimals: 1)) cents")
    } else {
      lines.append("All notes   none was recognised")
    }
    lines.append(
      "Notes       \(result.rightCount) right, \(result.wrongCount) wrong, "
        + "\(result.missingCount) missing, \(result.extraCount) too many"
    )
    if result.octaves != 0 {
      let direction = result.octaves > 0 ? "higher" : "lower"
      lines.append("Octaves     \(abs(result.octaves)) \(direction) than the score")
    }
    lines += ["", "Note   times   cents"]
    for row in result.pitches {
      let note = Note(midiNumber: row.midiNumber, spelling: score.spelling)
      lines.append(
        Self.pad(note.asciiDescription, 7) + Self.pad("\(row.count)", 8)
          + row.cents.signed(decimals: 1)
          + (row.error.map { " ±\($0.formatted(decimals: 1))" } ?? ""))
    }
    guard !result.steps.isEmpty else { return lines.joined(separator: "\n") }
    lines += ["", "Interval              times   wider by cents"]
    for step in result.steps {
      lines.append(
        Self.pad(Self.intervalName(step.semitones), 22) + Self.pad("\(step.count)", 8)
          + step.cents.signed(decimals: 1)
          + (step.error.map { " ±\($0.formatted(decimals: 1))" } ?? ""))
    }
    return lines.joined(separator: "\n")
  }

  /// One JSON object.
  var json: String {
    let members = String(decoding: result.jsonMembers(score), as: UTF8.self)
    let head = "\"title\": \(score.title.jsonQuoted), \"tuning\": \(tuning.jsonQuoted)"
    return "{\(head), \(members)}"
  }

  /// Each note of the score in order.
  var notePlot: DeviationPlot {
    DeviationPlot(
      title: "\(score.title), note by note", subtitle: subtitle, series: ["played"],
      columns: result.notes.map { note in
        DeviationPlot.Column(
          label: name(note.note),
          values: note.cents.map { [DeviationPlot.Value(cents: $0)] } ?? [])
      })
  }

  /// Each interval.
  var intervalPlot: DeviationPlot {
    DeviationPlot(
      title: "\(score.title), by interval", subtitle: subtitle, series: ["wider than in tune"],
      columns: result.steps.map { step in
        DeviationPlot.Column(
          label: "\(step.semitones > 0 ? "+" : "-")\(abs(step.semitones))",
          values: [DeviationPlot.Value(cents: step.cents, error: step.error ?? 0)])
      })
  }

  private var subtitle: String {
    "\(tuning); all notes \(result.offset.signed(decimals: 1)) cents, "
      + "spread \(result.spread?.formatted(decimals: 1) ?? "-") cents"
  }

  private static func intervalName(_ semitones: Int) -> String {
    let names = [
      "unison", "minor second", "major second", "minor third", "major third", "fourth", "tritone",
      "fifth", "minor sixth", "major sixth", "minor seventh", "major seventh", "octave",
    ]
    let size = abs(semitones)
    return (size < names.count ? names[size] : "\(size) semitones")
      + (semitones > 0 ? " up" : " down")
  }

  private static func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }
}

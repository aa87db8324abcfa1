import CommandIO
import IntonationPractice
import MusicTheory
import Plotting

/// What `kammerton practice` prints and draws.
struct PracticeReport: Sendable {
  let score: PracticeScore
  let result: Intonation
  /// What is compared with, such as `A4 = 440 Hz, just`.
  let tuning: String

  private var spelling: Spelling { score.key.map { .key($0) } ?? .sharps }

  private func name(_ note: PracticeNote) -> String {
    Note(midiNumber: note.midiNumber, spelling: spelling).asciiDescription
  }

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
      "Notes       \(result.rightCount) right, \(result.wrongCount) wrong, \(result.missingCount) missing, "
        + "\(result.extraCount) too many"
    )
    if result.octaves != 0 {
      let direction = result.octaves > 0 ? "higher" : "lower"
      lines.append("Octaves     \(abs(result.octaves)) \(direction) than the score")
    }
    lines += ["", "Note   times   cents"]
    for row in pitches {
      lines.append(
        Self.pad(row.name, 7) + Self.pad("\(row.count)", 8) + row.cents.signed(decimals: 1)
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

  /// The notes of the score by pitch, each with its mean.
  private var pitches: [(name: String, count: Int, cents: Double, error: Double?)] {
    var values: [Int: [Double]] = [:]
    for note in result.notes {
      if let cents = note.cents { values[note.note.midiNumber, default: []].append(cents) }
    }
    return values.sorted { $0.key < $1.key }.map { number, cents in
      let count = Double(cents.count)
      let mean = cents.reduce(0, +) / count
      let squares = cents.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
      return (
        Note(midiNumber: number, spelling: spelling).asciiDescription, cents.count, mean,
        cents.count > 1 ? (squares / (count - 1) / count).squareRoot() : nil
      )
    }
  }

  /// One JSON object.
  var json: String {
    var buffer = TextBuffer(capacity: 200 + 100 * result.notes.count)
    buffer.append(text: "{\"title\": \(score.title.jsonQuoted), \"tuning\": \(tuning.jsonQuoted)")
    buffer.append(", \"offset\": ")
    buffer.append(json: result.offset, decimals: 3)
    buffer.append(", \"spread\": ")
    buffer.append(json: result.spread, decimals: 3)
    buffer.append(", \"extra\": ")
    buffer.append(result.extraCount)
    buffer.append(", \"octaves\": ")
    buffer.append(result.octaves)
    buffer.append(", \"notes\": [")
    for (index, note) in result.notes.enumerated() {
      if index > 0 { buffer.append(", ") }
      append(note, to: &buffer)
    }
    buffer.append("], \"intervals\": [")
    for (index, step) in result.steps.enumerated() {
      buffer.append(text: "\(index > 0 ? ", " : ""){\"semitones\": \(step.semitones)")
      buffer.append(text: ", \"count\": \(step.count), \"cents\": ")
      buffer.append(json: step.cents, decimals: 3)
      buffer.append(", \"error\": ")
      buffer.append(json: step.error, decimals: 3)
      buffer.append("}")
    }
    buffer.append("]}")
    return buffer.text
  }

  private func append(_ note: Intonation.Note, to buffer: inout TextBuffer) {
    buffer.append(text: "{\"note\": \"\(name(note.note))\", \"quarter\": ")
    buffer.append(json: note.note.onset, decimals: 3)
    buffer.append(", \"cents\": ")
    buffer.append(json: note.cents, decimals: 3)
    buffer.append(", \"time\": ")
    buffer.append(json: note.played?.onset, decimals: 3)
    buffer.append(", \"frequency\": ")
    buffer.append(json: note.played?.frequency, decimals: 4)
    buffer.append(note.isWrong ? ", \"wrong\": true}" : ", \"wrong\": false}")
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

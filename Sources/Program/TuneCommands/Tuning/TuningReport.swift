import CommandKit
import InstrumentTuning
import MusicTheory

/// The verdict on a file: a line for each string or note, and a sentence.
struct TuningReport: Sendable {
  let rows: [TuningVerdict.Row]
  let setup: TunerSetup
  var hasUnicode = false
  /// How it came about, for JSON.
  var provenance: JSON = [:]

  /// Creates a report; `nil` if no note lasted long enough.
  init?(_ verdict: TuningVerdict, _ setup: TunerSetup, hasUnicode: Bool) {
    rows = verdict.rows
    guard !rows.isEmpty else { return nil }
    (self.setup, self.hasUnicode) = (setup, hasUnicode)
  }

  private var haveStrings: Bool { rows.allSatisfy { $0.string != nil } }

  private func name(_ row: TuningVerdict.Row) -> String {
    setup.noteDisplay(hasUnicode: hasUnicode).written(row.note)
  }

  /// For example `string 5, A2`, or `A4`.
  private func fullName(_ row: TuningVerdict.Row) -> String {
    row.string.map { "string \($0), \(name(row))," } ?? name(row)
  }

  /// What it says, in words.
  var sentence: String {
    let tolerance = setup.tolerance
    var sentences: [String] = []
    let kind = haveStrings ? "strings" : "notes"
    switch TuningVerdict.finding(rows, tolerance: tolerance) {
    case .inTune(let cents):
      let limit = "within \(Self.cents(cents.rounded(.up)))"
      sentences.append(
        rows.count == 1
          ? "\(fullName(rows[0])) is in tune, \(limit)."
          : "All \(rows.count) \(kind) are in tune, \(limit).")
    case .together(let cents):
      sentences.append(
        "All \(rows.count) \(kind) are \(Self.off(cents)): they agree with each other.")
    case .off(let index, let count):
      let row = rows[index]
      let good = rows.count - count
      let others =
        rows.count == 1
        ? "" : "\(good) of \(rows.count) \(kind) \(good == 1 ? "is" : "are") in tune; "
      let most = count > 1 ? "farthest off, " : ""
      sentences.append(
        "\(others)\(most)\(fullName(row)) is \(Self.off(row.median)): "
          + (row.median < 0 ? "tune up." : "tune down."))
    case nil: return ""
    }
    if let index = TuningVerdict.moving(rows, tolerance: tolerance) {
      let row = rows[index]
      let drift = row.drift ?? 0
      sentences.append(
        "\(fullName(row)) \(drift < 0 ? "sinks" : "rises") by \(Self.cents(drift)) while it sounds."
      )
    }
    return sentences.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ")
  }

  /// The lines, a row each, and the sentence.
  var lines: [String] {
    var lines = [
      "",
      (haveStrings ? "String     " : "Note       ") + "times   median    first     last    drift",
    ]
    for row in rows {
      let label = (row.string.map { "\($0)  " } ?? "") + name(row)
      lines.append(
        label.left(11) + "\(row.count)".right(5) + row.median.signed(decimals: 1).right(9)
          + row.first.signed(decimals: 1).right(9) + row.last.signed(decimals: 1).right(9)
          + (row.drift?.signed(decimals: 1) ?? "-").right(9))
    }
    return lines + ["", sentence]
  }

  /// One JSON object.
  var json: String {
    let strings = rows.map { row in
      """
      {"note": \(row.note.asciiDescription.jsonQuoted), \
      "string": \(row.string.map { "\($0)" } ?? "null"), "count": \(row.count), \
      "duration": \(row.duration.formatted(decimals: 3)), \
      "median": \(row.median.formatted(decimals: 2)), "first": \(row.first.formatted(decimals: 2)), \
      "last": \(row.last.formatted(decimals: 2)), \
      "drift": \(row.drift?.formatted(decimals: 2) ?? "null")}
      """
    }
    let settings = provenance.line(isSpaced: true).dropFirst().dropLast()  // its braces
    return """
      {"sentence": \(sentence.jsonQuoted), "notes": [\(strings.joined(separator: ", "))]\
      \(settings.isEmpty ? "" : ", ")\(settings)}
      """
  }

  private static func cents(_ value: Double) -> String {
    let amount = Int(value.magnitude.rounded())
    return "\(amount) cent\(amount == 1 ? "" : "s")"
  }

  private static func off(_ value: Double) -> String {
    "\(cents(value)) \(value < 0 ? "flat" : "sharp")"
  }
}

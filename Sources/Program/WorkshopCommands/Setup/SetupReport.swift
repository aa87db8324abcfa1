import CommandKit
import InstrumentSetup
import Plotting

/// The report of `kammerton setup`, as text, JSON and a plot.
struct SetupReport: Sendable {
  struct Row: Sendable {
    let string: Int
    /// The note of the open string in the tuning.
    let note: String
    let fit: FretFit
    /// The fit before the work; `nil` if it was not measured.
    let before: FretFit?
  }

  let title: String
  let rows: [Row]

  var text: String {
    rows.map(text).joined(separator: "\n\n")
  }

  private func text(_ row: Row) -> String {
    let fit = row.fit
    let name = "String \(row.string) (\(row.note))"
    var lines = [
      name + ": saddle " + Self.text(fit.saddle, back: "back", forward: "forward")
        + (fit.nut.map { ", nut " + Self.text($0, back: "forward", forward: "back") } ?? "")
    ]
    lines.append("  fret   now            " + (row.before == nil ? "" : "before   ") + "expected")
    for fret in fit.frets {
      let old = row.before?.frets.first { $0.fret == fret.fret }
      let cells = [
        Self.pad("\(fret.fret)", 7),
        Self.pad(
          fret.deviation.signed(decimals: 1) + " ±" + fret.error.formatted(decimals: 1), 15),
        row.before == nil ? "" : Self.pad(old?.deviation.signed(decimals: 1) ?? "-", 9),
        fret.remainder.signed(decimals: 1) + " cents",
      ]
      lines.append("  " + cells.joined())
    }
    return lines.joined(separator: "\n")
  }

  /// Returns a shift such as `back 1.87 mm ±0.12`, with a remark if two errors cover zero.
  private static func text(_ shift: FretFit.Shift, back: String, forward: String) -> String {
    let millimetres = shift.value * 1000
    let error = (shift.error * 1000).formatted(decimals: 2)
    return (millimetres < 0 ? forward : back)
      + " \(millimetres.magnitude.formatted(decimals: 2)) mm ±\(error)"
      + (shift.value.magnitude <= 2 * shift.error ? " (no need shown)" : "")
  }

  private static func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }

  /// One JSON object per string.
  var jsonLines: String { rows.map(json).joined(separator: "\n") }

  private func json(_ row: Row) -> String {
    let frets = row.fit.frets.map { fret -> JSON in
      let before = row.before?.frets.first { $0.fret == fret.fret }
      return [
        "fret": .number(fret.fret), "cents": .number(fret.deviation, decimals: 3),
        "error": .number(fret.error, decimals: 3),
        "before": .number(before?.deviation, decimals: 3),
        "expected": .number(fret.remainder, decimals: 3),
      ]
    }
    let object: JSON = [
      "string": .number(row.string), "note": .text(row.note),
      "saddleMillimetres": .number(row.fit.saddle.value * 1000, decimals: 4),
      "saddleErrorMillimetres": .number(row.fit.saddle.error * 1000, decimals: 4),
      "nutMillimetres": .number(row.fit.nut.map { $0.value * 1000 }, decimals: 4),
      "nutErrorMillimetres": .number(row.fit.nut.map { $0.error * 1000 }, decimals: 4),
      "remainderCents": .number(row.fit.remainder, decimals: 3), "frets": .array(frets),
    ]
    return object.line(isSpaced: true)
  }

  /// A plot of the frets of all strings: now, after the work, and before it.
  var plot: DeviationPlot {
    let hasBefore = rows.contains { $0.before != nil }
    let columns = rows.flatMap { row in
      row.fit.frets.map { fret in
        var values = [
          DeviationPlot.Value(cents: fret.deviation, error: fret.error, series: 0),
          DeviationPlot.Value(cents: fret.remainder, series: 1),
        ]
        if let old = row.before?.frets.first(where: { $0.fret == fret.fret }) {
          values.append(DeviationPlot.Value(cents: old.deviation, error: old.error, series: 2))
        }
        return DeviationPlot.Column(label: "\(row.note) \(fret.fret)", values: values)
      }
    }
    return DeviationPlot(
      title: title,
      subtitle: "Frets from equal temperament above the open string, with one standard error",
      series: ["now", "after moving saddle and nut"] + (hasBefore ? ["before"] : []),
      columns: columns)
  }
}

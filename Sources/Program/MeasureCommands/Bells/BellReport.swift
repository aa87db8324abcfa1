package import BellTuning
import CommandKit
package import MusicTheory
import PianoTuning
import Plotting

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The report for the customer: a row for each object, before and after tuning.
package struct BellReport: Sendable {
  private let bells: BellFile
  private let targets: BellTargets

  package init(_ bells: BellFile) throws(ScaleError) {
    self.bells = bells
    targets = try bells.targets()
  }

  package var text: String {
    var lines = [
      bells.name.printable,
      "Object         \(bells.object.rawValue)",
      "Date           \(bells.days)",
      "A4             \(bells.concertPitch.formatted(decimals: 2)) Hz",
      "Temperament    \(bells.temperament.printable)",
    ]
    if let third = bells.third { lines.append("Third          \(third.rawValue)") }
    if bells.object == .pipe {
      lines.append("Temperature    \(bells.temperature.formatted(decimals: 1)) °C")
    }
    if !bells.beats.isEmpty {
      let points = bells.beats.map {
        "\(BellText.name($0.note)) \($0.rate.formatted(decimals: 2)) Hz"
      }
      lines.append("Beats          \(points.joined(separator: ", "))")
    }
    for stage in MeasurementStage.allCases {
      let entries = bells.notes.compactMap { bells.newest($0, stage) }
      guard !entries.isEmpty else { continue }
      lines += ["", stage == .before ? "Before" : "After"]
      lines += table(entries)
    }
    if bells.entries.isEmpty { lines += ["", "Nothing is measured yet."] }
    return lines.joined(separator: "\n")
  }

  /// The strike note in cents from the note, and each partial in cents from its place.
  private func table(_ entries: [BellFile.Entry]) -> [String] {
    bells.object == .reed ? reedTable(entries) : partialTable(entries)
  }

  private func partialTable(_ entries: [BellFile.Entry]) -> [String] {
    let modes = bells.object.modes
    let widths = modes.map { max(9, $0.name.count + 2) }
    let head =
      "  note" + "Hz".right(11) + "cents".right(8)
      + zip(modes, widths).map { $0.name.right($1) }.joined() + "  beats"
    let rows = entries.map { entry in
      let parts = targets.partials(of: entry)
      let cells = modes.indices.map { mode -> String in
        guard let part = parts.first(where: { $0.number == mode }) else {
          return "-".right(widths[mode])
        }
        return (part.off ?? part.cents).signed(decimals: 1).right(widths[mode])
      }
      let beats = parts.flatMap { part in
        part.beats.map { "\(modes[part.number].name) \($0.formatted(decimals: 2))" }
      }
      return "  " + BellText.name(entry.note).left(4)
        + entry.measurement.strike.formatted(decimals: 3).right(11)
        + targets.deviation(entry).signed(decimals: 1).right(8) + cells.joined()
        + (beats.isEmpty ? "" : "  " + beats.joined(separator: ", "))
    }
    return [head] + rows
  }

  private func reedTable(_ entries: [BellFile.Entry]) -> [String] {
    let head =
      "  note" + "reed".right(6) + "Hz".right(12) + "cents".right(9) + "beat".right(9)
      + "to be".right(9)
    return [head] + entries.flatMap { entry in targets.reeds(of: entry).map { row($0, of: entry) } }
  }

  private func row(_ reed: PartialState, of entry: BellFile.Entry) -> String {
    let name = reed.number == 0 ? BellText.name(entry.note) : ""
    let off = (reed.off ?? 0).signed(decimals: 2)
    let beat = reed.beats.first?.formatted(decimals: 2) ?? ""
    let wanted = reed.wantedBeat?.formatted(decimals: 2) ?? ""
    return "  " + name.left(4) + "\(reed.number + 1)".right(6)
      + reed.frequency.formatted(decimals: 3).right(12) + off.right(9) + beat.right(9)
      + wanted.right(9)
  }

  /// One JSON object with the newest measurement of each object before and after tuning.
  package var json: String {
    let objects = MeasurementStage.allCases.flatMap { stage in
      bells.notes.compactMap { bells.newest($0, stage) }.map { entry -> JSON in
        let head: JSON = ["stage": .text(stage.rawValue), "date": .text(entry.date)]
        return head + ObjectText(entry, targets).object
      }
    }
    let object: JSON = [
      "name": .text(bells.name), "object": .text(bells.object.rawValue),
      "firstDate": .optional(bells.dates.first), "lastDate": .optional(bells.dates.last),
      "concertPitch": .number(bells.concertPitch, decimals: 4),
      "temperament": .text(bells.temperament), "third": .optional(bells.third?.rawValue),
      "temperature": .number(bells.object == .pipe ? bells.temperature : nil, decimals: 1),
      "beats": .array(
        bells.beats.map {
          ["note": .text(BellText.name($0.note)), "rate": .number($0.rate, decimals: 4)]
        }),
      "objects": .array(objects),
    ]
    return (Provenance.program + object).line(isSpaced: true)
  }

  /// A row for each line of each partial.
  package var csv: String {
    let head =
      "note,stage,date,strike_hz,strike_cents,partial,line,hz,error_hz,cents,off_cents,decay_s,"
      + "amplitude"
    let rows = bells.entries.flatMap { entry -> [String] in
      let measurement = entry.measurement
      let start = [
        BellText.name(entry.note), entry.stage.rawValue, entry.date,
        measurement.strike.formatted(decimals: 5),
        targets.deviation(entry).formatted(decimals: 3),
      ]
      return measurement.partials.flatMap { partial in
        partial.lines.enumerated().map { index, line in
          let cents = 1200 * log2(line.frequency / measurement.strike)
          let off = targets.deviation(partial, of: measurement, note: entry.note)
            .map { $0 + cents - measurement.cents(partial) }
          let cells = [
            measurement.object.modes[partial.mode].name, "\(index + 1)",
            line.frequency.formatted(decimals: 5), line.error.formatted(decimals: 5),
            cents.formatted(decimals: 3), off?.formatted(decimals: 3) ?? "",
            line.decayTime?.formatted(decimals: 3) ?? "", line.amplitude.formatted(decimals: 6),
          ]
          return (start + cells).joined(separator: ",")
        }
      }
    }
    return ([head] + rows).joined(separator: "\n")
  }
}

extension BellPlot {
  /// Creates the plot of a file: the strike notes, or each reed, and of bells the partials that are
  /// tuned.
  init(_ bells: BellFile) throws(ScaleError) {
    let targets = try bells.targets()
    var series: [Series] = []
    func add(_ name: String, _ value: (BellFile.Entry) -> Double?) {
      func points(_ stage: MeasurementStage) -> [Point] {
        bells.notes.compactMap { note in
          guard let entry = bells.newest(note, stage), let value = value(entry) else { return nil }
          return Point(note: note, cents: value)
        }
      }
      let (before, after) = (points(.before), points(.after))
      guard !before.isEmpty || !after.isEmpty else { return }
      series.append(Series(name: name, before: before, after: after))
    }
    if bells.object == .reed {
      for reed in 0..<3 {
        add("reed \(reed + 1)") { entry in
          targets.reeds(of: entry).first { $0.number == reed }?.off
        }
      }
    } else {
      add("strike note") { targets.deviation($0) }
      for (mode, name) in bells.object.modes.map(\.name).enumerated() where bells.object != .pipe {
        add(name) { entry in
          targets.partials(of: entry).first { $0.number == mode }?.off
        }
      }
    }
    let names = bells.notes.map { ($0, BellText.name($0)) }
    self.init(
      title: bells.name, series: series, names: Dictionary(names) { first, _ in first })
  }
}

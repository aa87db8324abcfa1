import BellTuning
import CommandKit

/// A measurement as text.
struct ObjectText {
  let entry: BellFile.Entry
  let targets: BellTargets
  private var measurement: ResonatorMeasurement { entry.measurement }

  init(_ entry: BellFile.Entry, _ targets: BellTargets) {
    self.entry = entry
    self.targets = targets
  }

  private var deviation: Double { targets.deviation(entry) }

  /// For people: a line for the strike note, and one for each partial or reed.
  var text: String {
    let head =
      "\(BellText.name(entry.note).left(5))\(measurement.strike.formatted(decimals: 3)) Hz "
      + "\(deviation.signed(decimals: 2)) cents"
    let rows = measurement.object == .reed ? reedRows : partialRows
    return ([head] + rows).joined(separator: "\n")
  }

  private var partialRows: [String] {
    let head =
      "     " + "partial".left(15) + "Hz".right(10) + "cents".right(10) + "off".right(8)
      + "level".right(8) + "60 dB in".right(10) + "  beat"
    return [head]
      + targets.partials(of: entry).map { partial in
        let time = partial.decayTime.map { "\($0.formatted(decimals: 1)) s" } ?? "-"
        let beats = partial.beats.map { "\($0.formatted(decimals: 2)) Hz" }.joined(separator: " ")
        return "     " + measurement.object.modes[partial.number].name.left(15)
          + partial.frequency.formatted(decimals: 3).right(10)
          + partial.cents.signed(decimals: 1).right(10)
          + (partial.off.map { $0.signed(decimals: 1) } ?? "-").right(8)
          + "\(partial.level.formatted(decimals: 0)) dB".right(8) + time.right(10)
          + (beats.isEmpty ? "" : "  \(beats)")
      }
  }

  private var reedRows: [String] {
    let reeds = targets.reeds(of: entry)
    let wanted = targets.beat(entry.note).map { ", to be \($0.formatted(decimals: 2)) Hz" } ?? ""
    return reeds.map {
      "     reed \($0.number + 1)" + $0.frequency.formatted(decimals: 3).right(14) + " Hz"
        + "\(($0.off ?? 0).signed(decimals: 2)) cents".right(14)
    }
      + reeds.flatMap(\.beats).map {
        "     beat".left(11) + $0.formatted(decimals: 3).right(14) + " Hz\(wanted)"
      }
  }

  /// Returns one JSON object, which begins with the name of the file if there is one.
  func json(file: String?) -> String {
    let head: JSON = .object(file.map { [("file", .text($0))] } ?? [])
    return (head + object).line(isSpaced: true)
  }

  /// All of the measurement, as one JSON object.
  var object: JSON {
    [
      "object": .text(measurement.object.rawValue),
      "note": .text(BellText.name(entry.note)),
      "midi": .number(entry.note),
      "strike": .number(measurement.strike, decimals: 5),
      "cents": .number(deviation, decimals: 3),
      "third": .optional(measurement.third?.rawValue),
      "score": .number(measurement.score, decimals: 3),
      "likelier": .optional(measurement.likelierObject?.rawValue),
      "doubtful": .bool(measurement.isDoubtful),
      "duration": .number(measurement.duration, decimals: 3),
      "partials": .array(zip(measurement.partials, targets.partials(of: entry)).map(partial)),
    ]
  }

  private func partial(_ partial: ObjectPartial, _ state: PartialState) -> JSON {
    [
      "name": .text(measurement.object.modes[partial.mode].name),
      "frequency": .number(partial.frequency, decimals: 5),
      "errorCents": .number(partial.error, decimals: 4),
      "cents": .number(state.cents, decimals: 3),
      "off": .number(state.off, decimals: 3),
      "level": .number(state.level, decimals: 1),
      "clearness": .number(partial.clearness, decimals: 1),
      "decay": .number(partial.decayTime, decimals: 3),
      "beats": .array(partial.beats.map { .number($0, decimals: 4) }),
      "lines": .array(
        partial.lines.map {
          [
            "frequency": .number($0.frequency, decimals: 5),
            "error": .number($0.error, decimals: 5),
            "amplitude": .number($0.amplitude, decimals: 6),
            "decay": .number($0.decayTime, decimals: 3),
          ]
        }),
    ]
  }
}

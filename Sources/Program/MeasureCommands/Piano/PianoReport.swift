import CommandKit
package import MusicTheory
package import PianoTuning
import Plotting

/// The report for the customer: date, A4, temperature, the state before and after, and the unisons
/// that were worked on.
package struct PianoReport: Sendable {
  private let piano: PianoFile
  private let temperament: Temperament

  package init(_ piano: PianoFile) throws(ScaleError) {
    self.piano = piano
    temperament = try piano.temperamentOffsets()
  }

  /// Returns the deviation from the target, in cents.
  private func deviation(_ entry: PianoFile.Entry, _ curve: TuningCurve) -> Double {
    let key = entry.measurement.key
    return entry.measurement.cents(concertPitch: piano.concertPitch) - curve.cents[key.index]
      - temperament.offset(ofPitchClass: key.midi)
  }

  package var text: String {
    var lines = [
      piano.name.printable,
      "Date           \(piano.days)",
      "A4             \(piano.concertPitch.formatted(decimals: 2)) Hz",
      "Temperature    \(piano.temperature.map { $0.formatted(decimals: 1) + " °C" } ?? "not noted")",
      "Temperament    \(piano.temperament.printable), style \(piano.style.rawValue)",
      "",
    ]
    let curve = piano.curve
    for stage in MeasurementStage.allCases { lines.append(text(state(stage, curve), stage)) }
    let unisons = unisons
    lines += [
      "Unisons made   \(unisons.made.isEmpty ? "none" : unisons.made.joined(separator: " "))",
      "Unisons off    \(unisons.off.isEmpty ? "none" : unisons.off.joined(separator: " "))",
    ]
    lines += ["", "Keys (cents from their targets, beats of 0.25 Hz and more):"]
    for key in PianoKey.all {
      let parts = MeasurementStage.allCases.map { stage -> String in
        guard let entry = piano.best(key, stage) else { return pad("-", 26) }
        let beats = entry.measurement.beats.filter { $0 >= KeyMeasurement.audibleBeat }
          .map { $0.formatted(decimals: 1) }.joined(separator: " ")
        let cents = deviation(entry, curve).signed(decimals: 1)
        return pad(cents + (beats.isEmpty ? "" : "  beats \(beats) Hz"), 26)
      }
      guard piano.best(key) != nil else { continue }
      lines.append("  " + pad(key.name, 5) + parts.joined())
    }
    return lines.joined(separator: "\n")
  }

  /// The deviations of the keys from their targets, in cents.
  private struct State {
    var count: Int
    var mean: Double
    /// The largest one, with its sign.
    var farthest: Double
  }

  private func state(_ stage: MeasurementStage, _ curve: TuningCurve) -> State? {
    let deviations = piano.best(stage).map { deviation($0, curve) }
    guard let farthest = deviations.max(by: { $0.magnitude < $1.magnitude }) else { return nil }
    return State(
      count: deviations.count, mean: deviations.reduce(0, +) / Double(deviations.count),
      farthest: farthest)
  }

  private func text(_ state: State?, _ stage: MeasurementStage) -> String {
    let title = pad(stage == .before ? "Before" : "After", 15)
    guard let state else { return title + "not measured" }
    return title
      + "\(state.count) keys, \(state.mean.signed(decimals: 1)) cents on average, "
      + "at most \(state.farthest.signed(decimals: 1))"
  }

  /// The keys whose unisons were made, and those whose strings still beat.
  private var unisons: (made: [String], off: [String]) {
    var (made, off) = ([String](), [String]())
    for key in PianoKey.all {
      let before = piano.best(key, .before)?.measurement.isUnisonOff ?? false
      let after = piano.best(key, .after)?.measurement.isUnisonOff
      if after ?? before { off.append(key.name) } else if before { made.append(key.name) }
    }
    return (made, off)
  }

  private func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }
}

// MARK: - For programs

extension PianoReport {
  /// One JSON object with all that ``text`` tells, and each beat that was measured.
  package var json: String {
    let curve = piano.curve
    let unisons = unisons
    let object: JSON = [
      "name": .text(piano.name), "firstDate": .optional(piano.dates.first),
      "lastDate": .optional(piano.dates.last),
      "concertPitch": .number(piano.concertPitch, decimals: 4),
      "temperature": .number(piano.temperature, decimals: 1),
      "temperament": .text(piano.temperament), "style": .text(piano.style.rawValue),
      "before": json(state(.before, curve)), "after": json(state(.after, curve)),
      "unisonsMade": .array(unisons.made.map(JSON.text)),
      "unisonsOff": .array(unisons.off.map(JSON.text)),
      "keys": .array(
        PianoKey.all.filter { piano.best($0) != nil }.map { key in
          [
            "key": .text(key.name), "before": json(piano.best(key, .before), curve),
            "after": json(piano.best(key, .after), curve),
          ]
        }),
    ]
    return (Provenance.program + object).line(isSpaced: true)
  }

  private func json(_ state: State?) -> JSON {
    guard let state else { return .null }
    return [
      "keys": .number(state.count), "meanCents": .number(state.mean, decimals: 3),
      "farthestCents": .number(state.farthest, decimals: 3),
    ]
  }

  private func json(_ entry: PianoFile.Entry?, _ curve: TuningCurve) -> JSON {
    guard let entry else { return .null }
    return [
      "cents": .number(deviation(entry, curve), decimals: 3),
      "errorCents": .number(entry.measurement.frequencyError, decimals: 4),
      "beats": .array(entry.measurement.beats.map { .number($0, decimals: 4) }),
    ]
  }
}

/// The target of each key, as a table or as JSON lines.
struct TargetList {
  let targets: [KeyTarget]

  init(_ targets: [KeyTarget]) { self.targets = targets }

  var text: String {
    let rows = targets.map { target in
      target.key.name.left(5) + target.cents.signed(decimals: 2).right(8)
        + target.frequency.formatted(decimals: 3).right(11) + "\(target.partial)".right(9)
        + target.partialFrequency.formatted(decimals: 3).right(12)
    }
    return (["key     cents         Hz  partial   listen Hz"] + rows).joined(separator: "\n")
  }

  var jsonLines: String {
    targets.map { target in
      let object: JSON = [
        "key": .text(target.key.name), "cents": .number(target.cents, decimals: 4),
        "frequency": .number(target.frequency, decimals: 5), "partial": .number(target.partial),
        "partialFrequency": .number(target.partialFrequency, decimals: 5),
      ]
      return object.line(isSpaced: true)
    }.joined(separator: "\n")
  }
}

extension PianoPlot {
  /// Creates the plot of a piano file.
  init(_ piano: PianoFile) {
    let curve = piano.curve
    let model = piano.model
    let rough = TuningCurve(
      inharmonicities: model.values, style: piano.style, smoothness: 0)
    func stretch(_ stage: MeasurementStage) -> [Measured] {
      piano.best(stage).map {
        Measured(
          key: $0.measurement.key.index,
          value: $0.measurement.cents(concertPitch: piano.concertPitch),
          error: $0.measurement.frequencyError)
      }
    }
    self.init(
      title: piano.name,
      inharmonicities: piano.best().filter { $0.measurement.isInharmonicityKnown }.map {
        Measured(
          key: $0.measurement.key.index, value: $0.measurement.inharmonicity,
          error: $0.measurement.inharmonicity * $0.measurement.inharmonicityError)
      },
      model: PianoKey.all.map(model.modelValue), curve: curve.cents, roughCurve: rough.cents,
      before: stretch(.before), after: stretch(.after))
  }
}

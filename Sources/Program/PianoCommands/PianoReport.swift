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
    let dates = piano.entries.map { String($0.date.prefix(10)).printable }.sorted()
    var lines = [
      piano.name.printable,
      "Date           \(span(dates))",
      "A4             \(piano.concertPitch.formatted(decimals: 2)) Hz",
      "Temperature    \(piano.temperature.map { $0.formatted(decimals: 1) + " °C" } ?? "not noted")",
      "Temperament    \(piano.temperament.printable), style \(piano.style.rawValue)",
      "",
    ]
    let curve = piano.curve
    for stage in TuningStage.allCases { lines.append(state(stage, curve)) }
    lines += unisons()
    lines += ["", "Keys (cents from their targets, beats of 0.25 Hz and more):"]
    for key in PianoKey.all {
      let parts = TuningStage.allCases.map { stage -> String in
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

  private func span(_ dates: [String]) -> String {
    guard let first = dates.first, let last = dates.last else { return "nothing measured" }
    return first == last ? first : "\(first) to \(last)"
  }

  private func state(_ stage: TuningStage, _ curve: TuningCurve) -> String {
    let deviations = piano.best(stage).map { deviation($0, curve) }
    let title = pad(stage == .before ? "Before" : "After", 15)
    guard !deviations.isEmpty else { return title + "not measured" }
    let mean = deviations.reduce(0, +) / Double(deviations.count)
    let farthest = deviations.max { $0.magnitude < $1.magnitude } ?? 0
    return title
      + "\(deviations.count) keys, \(mean.signed(decimals: 1)) cents on average, "
      + "at most \(farthest.signed(decimals: 1))"
  }

  /// Returns the keys whose unisons were made, and those whose strings still beat.
  private func unisons() -> [String] {
    var (done, left) = ([String](), [String]())
    for key in PianoKey.all {
      let before = piano.best(key, .before)?.measurement.isUnisonOff ?? false
      let after = piano.best(key, .after)?.measurement.isUnisonOff
      if after ?? before { left.append(key.name) } else if before { done.append(key.name) }
    }
    return [
      "Unisons made   \(done.isEmpty ? "none" : done.joined(separator: " "))",
      "Unisons off    \(left.isEmpty ? "none" : left.joined(separator: " "))",
    ]
  }

  private func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
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
      """
      {"key": "\(target.key.name)", "cents": \(target.cents.formatted(decimals: 4)), \
      "frequency": \(target.frequency.formatted(decimals: 5)), "partial": \(target.partial), \
      "partial_frequency": \(target.partialFrequency.formatted(decimals: 5))}
      """
    }.joined(separator: "\n")
  }
}

extension String {
  fileprivate func right(_ width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }

  fileprivate func left(_ width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}

extension PianoPlot {
  /// Creates the plot of a piano file.
  init(_ piano: PianoFile) {
    let curve = piano.curve
    let model = piano.model
    let rough = TuningCurve(
      inharmonicities: model.values, style: piano.style, smoothness: 0)
    let a4 = piano.concertPitch
    self.init(
      title: piano.name,
      inharmonicities: piano.best().filter { $0.measurement.isInharmonicityKnown }.map {
        Measured(
          key: $0.measurement.key.index, value: $0.measurement.inharmonicity,
          error: $0.measurement.inharmonicity * $0.measurement.inharmonicityError)
      },
      model: PianoKey.all.map(model.modelValue), curve: curve.cents, roughCurve: rough.cents,
      before: piano.best(.before).map {
        Measured(
          key: $0.measurement.key.index, value: $0.measurement.cents(concertPitch: a4),
          error: $0.measurement.frequencyError)
      },
      after: piano.best(.after).map {
        Measured(
          key: $0.measurement.key.index, value: $0.measurement.cents(concertPitch: a4),
          error: $0.measurement.frequencyError)
      })
  }
}

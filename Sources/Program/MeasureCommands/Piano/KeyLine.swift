import CommandKit
import PianoTuning

/// A measurement as a line.
struct KeyLine {
  let measurement: KeyMeasurement

  init(_ measurement: KeyMeasurement) { self.measurement = measurement }

  /// Returns one JSON object, which begins with the name of the file if there is one.
  func json(file: String?) -> String {
    let inharmonicity = measurement.isInharmonicityKnown ? measurement.inharmonicity : nil
    let head: JSON = .object(file.map { [("file", .text($0))] } ?? [])
    let object: JSON =
      head + [
        "key": .text(measurement.key.name),
        "frequency": .number(measurement.frequency, decimals: 5),
        "inharmonicity": .number(inharmonicity, decimals: 9),
        "error": [
          "frequencyCents": .number(measurement.frequencyError, decimals: 4),
          "inharmonicityPercent": .number(100 * measurement.inharmonicityError, decimals: 4),
        ],
        "partials": .number(measurement.partialCount),
        "unison": .array(measurement.strings.map { ["cents": .number($0, decimals: 4)] }),
        "beats": .array(measurement.beats.map { .number($0, decimals: 4) }),
        "beatLimit": .number(measurement.beatLimit, decimals: 4),
      ]
    return object.line(isSpaced: true)
  }

  /// Returns a line for people:
  /// `C4   262.259 Hz +4.19 cents ±0.06   B 0.0003340 ±0.3 %   strings beat at 0.52 Hz`.
  func text(concertPitch: Double) -> String {
    let name = measurement.key.name
    let cents = measurement.cents(concertPitch: concertPitch)
    let stiffness =
      measurement.isInharmonicityKnown
      ? "B \(measurement.inharmonicity.formatted(decimals: 7)) ±\((100 * measurement.inharmonicityError).formatted(decimals: 1)) %"
      : "B not known"
    return name + String(repeating: " ", count: max(1, 5 - name.count))
      + "\(measurement.frequency.formatted(decimals: 3)) Hz \(cents.signed(decimals: 2)) cents "
      + "±\(measurement.frequencyError.formatted(decimals: 2))   \(stiffness)   "
      + measurement.audibleBeats.beatText
  }
}

extension [Double] {
  /// Audible beats for people, in hertz: `strings beat at 0.52 Hz`.
  var beatText: String {
    let numbers = map { $0.formatted(decimals: 2) }.joined(separator: ", ")
    return isEmpty
      ? "no beat of \(KeyMeasurement.audibleBeat.formatted(decimals: 2)) Hz or more"
      : "strings beat at \(numbers) Hz"
  }
}

extension PianoFile {
  /// Returns the number of measured keys, and a sign for each key: `12 of 88  A0 ##.#.. C8`. If they
  /// do not fit, a sign stands for two keys, and `+` for one of the two.
  func progress(_ stage: MeasurementStage? = nil, columns: Int = .max) -> String {
    let measured = Set(best(stage).map(\.measurement.key))
    let start = "\(measured.count) of \(PianoKey.all.count)  A0 "
    let flags = PianoKey.all.map(measured.contains)
    guard start.count + flags.count + 3 >= columns else {
      return start + flags.map { $0 ? "#" : "." }.joined() + " C8"
    }
    let signs = stride(from: 0, to: flags.count, by: 2).map { index in
      flags[index] == flags[index + 1] ? (flags[index] ? "#" : ".") : "+"
    }
    return start + signs.joined() + " C8"
  }
}

package import MusicTheory

/// A piano: the measurements of its keys, and the settings for tuning it. `docs/piano.md` describes
/// the file.
package struct PianoFile: MeasurementFile {
  /// The largest size of a file, in bytes.
  package static let largestSize = 4_000_000
  /// One measurement of a key.
  package struct Entry: MeasurementEntry {
    package var measurement: KeyMeasurement
    package var stage: MeasurementStage
    /// The time in UTC, such as `2026-11-22T10:15:00Z`.
    package var date: String

    /// Larger errors are written as this one.
    static let largestError = 10_000.0

    package init(_ measurement: KeyMeasurement, stage: MeasurementStage, date: String) {
      self.measurement = measurement
      self.stage = stage
      self.date = date
    }
  }

  package var name = "Piano"
  /// The frequency of A4, in hertz.
  package var concertPitch = 440.0
  /// The temperature in degrees Celsius, if it was noted.
  package var temperature: Double?
  package var style = TuningStyle.balanced
  /// The name of a scale of twelve degrees, on C.
  package var temperament = "equal"
  package var lowestPlainKey = Overpull.usualLowestPlainKey
  /// In the order of measuring; a key may occur more than once.
  package var entries: [Entry] = []

  package init() {}

  /// Returns the best measurement of a key: the one with the smallest standard error of B.
  package func best(_ key: PianoKey, _ stage: MeasurementStage? = nil) -> Entry? {
    entries.filter { $0.measurement.key == key && (stage == nil || $0.stage == stage) }
      .min { $0.measurement.inharmonicityError < $1.measurement.inharmonicityError }
  }

  /// Returns the best measurement of each key that was measured, from the lowest.
  package func best(_ stage: MeasurementStage? = nil) -> [Entry] {
    PianoKey.all.compactMap { best($0, stage) }
  }

  package var model: InharmonicityModel { InharmonicityModel(best().map { $0.measurement }) }

  package var curve: TuningCurve { TuningCurve(model, style: style) }

  /// Returns the targets of all keys.
  ///
  /// - Parameter isRaising: Whether flat keys are tuned sharp by ``Overpull``.
  /// - Returns: 88 targets, from A0 to C8.
  /// - Throws: `ScaleError` if the temperament is not a scale of twelve degrees.
  package func targets(isRaising: Bool = false) throws(ScaleError) -> [KeyTarget] {
    let temperament = try temperamentOffsets()
    let curve = curve
    let overpull = Overpull(lowestPlainKey: lowestPlainKey)
    return PianoKey.all.map { key in
      let measured = best(key)?.measurement
      let offset = temperament.offset(ofPitchClass: key.midi)
      var sharp = 0.0
      if isRaising, let before = best(key, .before)?.measurement {
        let flatness =
          curve.cents[key.index] + offset - before.cents(concertPitch: concertPitch)
        sharp = overpull.cents(key, flatness: flatness)
      }
      return KeyTarget(
        key, curve: curve,
        inharmonicity: measured?.isInharmonicityKnown == true ? measured?.inharmonicity : nil,
        concertPitch: concertPitch, temperament: offset, overpull: sharp)
    }
  }

  /// Adds a measurement, and compares it with an earlier one of the key.
  package mutating func add(_ entry: Entry) -> KeptMeasurement {
    let before = best(entry.measurement.key, entry.stage)?.measurement
    entries.append(entry)
    guard let before, Self.differ(before, entry.measurement) else { return .alone }
    return entry.measurement.inharmonicityError < before.inharmonicityError
      ? .newIsUsed : .oldIsUsed
  }

  /// Returns true if two results differ by more than three standard errors, and by enough to
  /// matter.
  private static func differ(_ one: KeyMeasurement, _ other: KeyMeasurement) -> Bool {
    let cents = (one.cents() - other.cents()).magnitude
    let error =
      (one.frequencyError * one.frequencyError + other.frequencyError * other.frequencyError)
      .squareRoot()
    let stiffness = (one.inharmonicity / other.inharmonicity - 1).magnitude
    let doubt =
      (one.inharmonicityError * one.inharmonicityError + other.inharmonicityError
      * other.inharmonicityError).squareRoot()
    let areStiffnessesKnown = one.isInharmonicityKnown && other.isInharmonicityKnown
    return cents > max(1, 3 * error)
      || areStiffnessesKnown && stiffness > max(0.03, 3 * doubt)
  }
}

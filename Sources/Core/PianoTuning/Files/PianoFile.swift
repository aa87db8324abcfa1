package import MusicTheory

/// A piano: the measurements of its keys, and the settings for tuning it. `docs/piano.md` describes
/// the file.
package struct PianoFile: Sendable, Equatable {
  /// The only version that is read and written.
  package static let version = 1
  /// The largest size of a file, in bytes.
  package static let largestSize = 4_000_000
  /// The accepted frequencies of A4, in hertz.
  package static let concertPitches = 300.0...500
  /// The accepted temperatures, in degrees Celsius.
  package static let temperatures = -50.0...60

  /// The time of a measurement: before or after the key was tuned.
  package enum Stage: String, Sendable, CaseIterable {
    case before, after
  }

  /// One measurement of a key.
  package struct Entry: Sendable, Equatable {
    package var measurement: KeyMeasurement
    package var stage: Stage
    /// The time in UTC, such as `2026-11-22T10:15:00Z`.
    package var date: String

    /// Larger errors are written as this one.
    static let largestError = 10_000.0

    package init(_ measurement: KeyMeasurement, stage: Stage, date: String) {
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
  package func best(_ key: PianoKey, _ stage: Stage? = nil) -> Entry? {
    entries.filter { $0.measurement.key == key && (stage == nil || $0.stage == stage) }
      .min { $0.measurement.inharmonicityError < $1.measurement.inharmonicityError }
  }

  /// Returns the best measurement of each key that was measured, from the lowest.
  package func best(_ stage: Stage? = nil) -> [Entry] {
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

  package func temperamentOffsets() throws(ScaleError) -> Temperament {
    temperament.utf8.elementsEqual("equal".utf8)
      ? .equal : try Temperament(Scale(named: temperament), root: NoteName(.c))
  }

  /// The outcome for a key that was measured before with another result: both are kept, and the one
  /// with the smaller error is used.
  package enum Disagreement: Sendable, Equatable {
    case newIsUsed, oldIsUsed
  }

  /// Adds a measurement.
  ///
  /// - Returns: `nil` unless the key was measured before with another result.
  package mutating func add(_ entry: Entry) -> Disagreement? {
    let before = best(entry.measurement.key, entry.stage)?.measurement
    entries.append(entry)
    guard let before, Self.differ(before, entry.measurement) else { return nil }
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

/// A line that does not belong in a piano file.
package struct PianoFileError: Error, Equatable {
  package enum Problem: Error, Equatable {
    case notAPiano
    case otherVersion(String)
    case unknownWord(String)
    case badValue(String)
    case cut
    case afterTheEnd
    case notText
  }

  /// The number of the line, from 1.
  package var line: Int
  package var problem: Problem

  package init(line: Int, problem: Problem) {
    self.line = line
    self.problem = problem
  }
}

#if !hasFeature(Embedded)
  extension PianoFileError: CustomStringConvertible {
    package var description: String { "line \(line): \(problem.reason) The file is left as it is." }
  }

  extension PianoFileError.Problem {
    /// One sentence on what is wrong.
    package var reason: String {
      switch self {
      case .notAPiano:
        "This is no piano file. The first line must be 'kammerton-piano \(PianoFile.version)'."
      case .otherVersion(let version):
        "The version is '\(version)', but only \(PianoFile.version) is known. Use the program that wrote it, or a newer one."
      case .unknownWord(let word): "'\(word)' is not known here. See docs/piano.md."
      case .badValue(let word):
        "What follows '\(word)' is missing, misspelled or out of range."
      case .cut:
        "The file is cut: its last line must be 'end:' and the number of measurements."
      case .afterTheEnd: "Nothing may follow the line 'end:'."
      case .notText: "This is not UTF-8 text."
      }
    }
  }
#endif

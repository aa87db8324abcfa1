package import MusicTheory

/// A file of measurements, and of what is tuned to what: of a piano's keys, or of bells and their kin.
package protocol MeasurementFile: Sendable, Equatable {
  /// One measurement.
  associatedtype Entry: MeasurementEntry

  /// The largest size of a file, in bytes.
  static var largestSize: Int { get }

  /// What is measured, for people: one line of at most 200 bytes.
  var name: String { get set }
  /// The frequency of A4, in hertz.
  var concertPitch: Double { get set }
  /// The name of a scale of twelve degrees, on C.
  var temperament: String { get set }
  /// In the order of measuring.
  var entries: [Entry] { get set }

  /// Creates a file without measurements.
  init()

  /// Reads a file.
  ///
  /// - Throws: ``MeasurementFileError`` with the line that is wrong. A file without its last line
  ///   was cut.
  init(bytes: [UInt8]) throws(MeasurementFileError)

  /// The text of the file, in UTF-8.
  var bytes: [UInt8] { get }

  /// Adds a measurement.
  mutating func add(_ entry: Entry) -> KeptMeasurement
}

/// One measurement of a file.
package protocol MeasurementEntry: Sendable, Equatable {
  /// Whether it was tuned already.
  var stage: MeasurementStage { get }
  /// The time in UTC, such as `2026-11-22T10:15:00Z`.
  var date: String { get }
}

/// The time of a measurement: before or after tuning.
package enum MeasurementStage: String, Sendable, CaseIterable {
  case before, after
}

/// What a file has done with a measurement. Of an object that was measured before with another result,
/// both are kept, and the one with the smaller error is used.
package enum KeptMeasurement: Int, Sendable, CaseIterable {
  case nothing, alone, newIsUsed, oldIsUsed
}

extension MeasurementFile {
  /// The usual value of the largest deviation that counts as in tune, in cents.
  package static var usualTolerance: Double { 1 }
  /// The accepted frequencies of A4, in hertz.
  package static var concertPitches: ClosedRange<Double> { 300...500 }
  /// The accepted temperatures, in degrees Celsius.
  package static var temperatures: ClosedRange<Double> { -50...60 }

  /// Returns the temperament.
  ///
  /// - Throws: `ScaleError` if it is not a scale of twelve degrees.
  package func temperamentOffsets() throws(ScaleError) -> Temperament {
    temperament.utf8.elementsEqual("equal".utf8)
      ? .equal : try Temperament(Scale(named: temperament), root: NoteName(.c))
  }

  /// Sets the name, in UTF-8, if it is one line of at most 200 bytes; spaces are joined.
  package mutating func setName(_ bytes: some Collection<UInt8>) -> Bool {
    let words = Array(bytes).split(separator: UInt8(ascii: " "))
    guard !words.isEmpty, bytes.count <= 200, !bytes.contains(UInt8(ascii: "\n")) else {
      return false
    }
    name = RecordText.text(words)
    return true
  }

  /// Sets the frequency of A4 in hertz, if it is in ``concertPitches``.
  package mutating func setConcertPitch(_ pitch: Double) -> Bool {
    guard Self.concertPitches.contains(pitch) else { return false }
    concertPitch = pitch
    return true
  }

  /// Sets the temperament by its name in UTF-8, if it has twelve degrees.
  package mutating func setTemperament(_ name: some Collection<UInt8>) -> Bool {
    let before = temperament
    temperament = String(decoding: Array(name), as: UTF8.self)
    guard (try? temperamentOffsets()) == nil else { return true }
    temperament = before
    return false
  }

  package mutating func add(_ entry: Entry) -> KeptMeasurement {
    entries.append(entry)
    return .alone
  }

  /// Drops the newest measurement; whether there was one.
  package mutating func dropLast() -> Bool {
    guard !entries.isEmpty else { return false }
    entries.removeLast()
    return true
  }
}

/// A line that does not belong in a file of measurements.
package struct MeasurementFileError: Error, Equatable {
  package enum Problem: Error, Equatable {
    case otherKind
    case otherVersion(String)
    case unknownWord(String)
    case badValue(String)
    case cut
    case afterTheEnd
    case notText
  }

  /// What it was read as.
  package var kind: RecordKind
  /// The number of the line, from 1.
  package var line: Int
  package var problem: Problem

  package init(kind: RecordKind, line: Int, problem: Problem) {
    self.kind = kind
    self.line = line
    self.problem = problem
  }
}

#if !hasFeature(Embedded)
  extension MeasurementFileError: CustomStringConvertible {
    package var description: String { "line \(line): \(reason) The file is left as it is." }

    private var reason: String {
      switch problem {
      case .otherKind:
        "This is no \(kind.phrase). The first line must be '\(kind.word) \(kind.version)'."
      case .otherVersion(let version):
        "The version is '\(version)', but only \(kind.version) is known. Use the program that wrote it, or a newer one."
      case .unknownWord(let word): "'\(word)' is not known here. See \(kind.page)."
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

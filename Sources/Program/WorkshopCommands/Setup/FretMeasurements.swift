import ArgumentParser
import CommandKit
import InstrumentSetup
import InstrumentTuning
import LiveAudio
import MusicTheory
import PitchEstimation
import SignalProcessing

/// Measurements of all strings, and their CSV form: `string,fret,frequency,error_cents`.
struct FretTable: Sendable, Hashable {
  /// The measurements of each string, by its number.
  private(set) var strings: [Int: [FretMeasurement]] = [:]

  /// The largest number of rows in a file.
  private static let mostRows = 10_000
  private static let header = "string,fret,frequency,error_cents"

  init() {}

  /// - Parameter path: The file.
  /// - Throws: ``FretTableError`` with the line.
  init(file path: String) throws {
    let bytes = try ByteInput.readFile(path, limit: 1_000_000)
    try self.init(text: String(decoding: bytes, as: UTF8.self), name: path)
  }

  /// - Parameters:
  ///   - text: The rows, with the header that ``text`` has.
  ///   - name: The name of the file in errors.
  /// - Throws: ``FretTableError`` with the line.
  init(text: String, name: String) throws(FretTableError) {
    let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    guard let first = lines.first, first.filter({ $0 != " " }) == Self.header else {
      throw FretTableError(
        name: name, line: 1, reason: "does not start with \(Self.header)")
    }
    for (index, line) in lines.enumerated().dropFirst() where !line.allSatisfy({ $0 == " " }) {
      guard index <= Self.mostRows else {
        throw FretTableError(
          name: name, line: index + 1, reason: "is beyond the \(Self.mostRows) rows of a table")
      }
      let cells = line.split(separator: ",", omittingEmptySubsequences: false)
      guard cells.count == 4, let string = Int(cells[0]), (1...99).contains(string),
        let fret = Int(cells[1]), FretMeasurement.fretLimits.contains(fret),
        let frequency = Double(decimal: cells[2]), (1...20_000).contains(frequency),
        let error = Double(decimal: cells[3]), (1e-6...100).contains(error)
      else {
        throw FretTableError(
          name: name, line: index + 1,
          reason: "is not string (1...99), fret (0...24), hertz and cents, such as 6,12,164.83,0.1")
      }
      add(FretMeasurement(fret: fret, frequency: frequency, error: error), string: string)
    }
  }

  mutating func add(_ measurement: FretMeasurement, string: Int) {
    strings[string, default: []].append(measurement)
  }

  /// The rows, with their header.
  var text: String {
    var lines = [Self.header]
    for (string, measurements) in strings.sorted(by: { $0.key < $1.key }) {
      for measurement in measurements {
        lines.append(
          "\(string),\(measurement.fret),\(measurement.frequency.formatted(decimals: 5)),"
            + measurement.error.formatted(decimals: 4))
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

/// A table of measurements that cannot be read.
struct FretTableError: Error, CustomStringConvertible, Hashable {
  let name: String
  let line: Int
  let reason: String

  var description: String {
    "\(name.printable): line \(line) \(reason). kammerton setup --save writes such a table."
  }
}

/// A string, and the fret at which it is pressed.
struct FretPosition: Sendable, Hashable {
  /// The number of the string, from 1, the highest of a guitar.
  let string: Int
  /// The number of the fret; 0 for the open string.
  let fret: Int

  /// Parses the start of a file's name, such as `6-12.wav` or `guitar/6-12 second take.flac`.
  ///
  /// - Returns: `nil` for any other name.
  init?(fileName path: String) {
    let name = path.split(separator: "/").last ?? ""
    let parts = name.split(separator: "-", maxSplits: 1)
    guard parts.count == 2, let string = Int(parts[0]), (1...99).contains(string) else {
      return nil
    }
    let digits = parts[1].prefix { ("0"..."9").contains($0) }
    guard let fret = Int(digits), (0...24).contains(fret) else { return nil }
    self.init(string: string, fret: fret)
  }

  init(string: Int, fret: Int) { (self.string, self.fret) = (string, fret) }
}

extension FretPosition: CustomStringConvertible {
  var description: String { "string \(string), \(fret == 0 ? "open" : "fret \(fret)")" }
}

/// Strings and frets of `kammerton setup`: parsing, notes and ratios.
enum SetupText {
  /// Parses string numbers such as `6,5` or `1`.
  static func strings(_ argument: String) throws -> [Int] {
    try numbers(argument, in: 1...99, "strings, such as 6,5")
  }

  /// Parses fret numbers such as `12,1,2,3`.
  static func frets(_ argument: String) throws -> [Int] {
    try numbers(argument, in: 1...24, "frets from 1 to 24, such as 12,1,2,3")
  }

  private static func numbers(
    _ argument: String, in limits: ClosedRange<Int>, _ what: String
  ) throws -> [Int] {
    let numbers = argument.split(separator: ",").map { Int($0) ?? -1 }
    guard !numbers.isEmpty, numbers.allSatisfy(limits.contains),
      Set(numbers).count == numbers.count
    else { throw ValidationError("Write different \(what).") }
    return numbers
  }

  /// Returns the pitch of a string; of a course, that of its first string.
  static func string(_ number: Int, in tuning: Tuning) -> TargetPitch? {
    tuning.strings.first { $0.number == number }?.pitch
  }

  static func note(of number: Int, in tuning: Tuning) -> String {
    string(number, in: tuning)?.note.asciiDescription ?? "?"
  }

  /// Returns the frequency ratio of a fret to the open string, in equal temperament.
  static func ratio(ofFret fret: Int) -> Double { Elementary.exp2(Double(fret) / 12) }
}

/// Measures plucks one after another, each near the pitch that is expected next.
struct PluckListener {
  /// The range that the tracker searches, in hertz.
  let range: ClosedRange<Double>
  /// Ends the measuring on a signal; the measurements so far count.
  var interruption = Interruption()

  /// Runs until the source ends, or nothing more is expected.
  ///
  /// - Parameters:
  ///   - source: The sound.
  ///   - expected: The first frequency, in hertz.
  ///   - handle: Called with each pluck; returns the next frequency, or `nil` to stop.
  /// - Throws: What the source throws; ``EstimatorError``.
  func run(
    _ source: any AudioSource, expecting expected: Double, _ handle: (Pluck) throws -> Double?
  ) async throws {
    var meter = PluckMeter(expected: expected)
    let events = Live(source: source) { [range] sampleRate in
      try AnyPitchTracker(
        .best, sampleRate: sampleRate, searchRange: range, hopSize: sampleRate / 100)
    }
    for try await event in events {
      if interruption.isRequested { return }
      event.complain()
      guard case .reading(let reading) = event,
        let pluck = meter.update(time: reading.time, frequency: reading.frequency)
      else { continue }
      guard let next = try handle(pluck) else { return }
      meter.expected = next
    }
    if let last = meter.finish() { _ = try handle(last) }
  }
}

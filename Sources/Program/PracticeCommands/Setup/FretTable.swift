import CommandKit
import InstrumentSetup

/// Measurements of all strings, and how they are kept in a file: `string,fret,frequency,error_cents`.
struct FretTable: Sendable, Hashable {
  /// By string, from the lowest number.
  private(set) var strings: [Int: [FretMeasurement]] = [:]

  /// No file has more rows than this.
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
  ///   - name: What errors call the file.
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

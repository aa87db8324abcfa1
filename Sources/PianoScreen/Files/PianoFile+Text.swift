import CommandIO
package import PianoTuning

extension PianoFile {
  private static let magic = "kammerton-piano"

  /// The text of the file.
  package var text: String {
    var text = """
      \(Self.magic) \(Self.version)
      # A piano for kammerton piano and kammerton tune --piano: docs/piano.md describes this file.
      name: \(name)
      concert-pitch: \(concertPitch.formatted(decimals: 3))
      style: \(style.rawValue)
      temperament: \(temperament)
      lowest-plain-key: \(lowestPlainKey.name)\n
      """
    if let temperature { text += "temperature: \(temperature.formatted(decimals: 1))\n" }
    for entry in entries { text += entry.line + "\n" }
    return text + "end: \(entries.count)\n"
  }

  /// Reads a file.
  ///
  /// - Throws: ``PianoFileError`` with the line that is wrong. A file without its last line was cut.
  package init(text: String) throws(PianoFileError) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let head = lines[0].split(separator: " ")
    guard head.first.map(String.init) == Self.magic else {
      throw PianoFileError(line: 1, problem: .notAPiano)
    }
    guard head.count == 2, head[1] == "\(Self.version)" else {
      throw PianoFileError(
        line: 1, problem: .otherVersion(head.dropFirst().joined(separator: " ")))
    }
    var isComplete = false
    for (index, line) in lines.enumerated().dropFirst() {
      let words = line.split(separator: " ").map(String.init)
      guard let first = words.first, !first.hasPrefix("#") else { continue }
      guard !isComplete else { throw PianoFileError(line: index + 1, problem: .afterTheEnd) }
      let value = words.dropFirst().joined(separator: " ")
      do throws(PianoFileError.Problem) {
        if first == "end:" {
          guard Int(value) == entries.count else { throw .cut }
          isComplete = true
        } else {
          try take(first, value, Array(words.dropFirst()))
        }
      } catch {
        throw PianoFileError(line: index + 1, problem: error)
      }
    }
    guard isComplete else { throw PianoFileError(line: lines.count, problem: .cut) }
  }

  private mutating func take(
    _ key: String, _ value: String, _ words: [String]
  ) throws(PianoFileError.Problem) {
    switch key {
    case "name:":
      guard !value.isEmpty, value.utf8.count <= 200 else { throw .badValue(key) }
      name = value
    case "concert-pitch:":
      guard let pitch = Double(decimal: value), (300...500).contains(pitch) else {
        throw .badValue(key)
      }
      concertPitch = pitch
    case "style:":
      guard let style = TuningStyle(rawValue: value) else { throw .badValue(key) }
      self.style = style
    case "temperament:":
      temperament = value
      guard (try? temperamentOffsets()) != nil else { throw .badValue(key) }
    case "lowest-plain-key:":
      guard let lowest = PianoKey(name: value) else { throw .badValue(key) }
      lowestPlainKey = lowest
    case "temperature:":
      guard let degrees = Double(decimal: value), (-50...60).contains(degrees) else {
        throw .badValue(key)
      }
      temperature = degrees
    case "key:":
      guard let entry = Entry(words) else { throw .badValue(key) }
      entries.append(entry)
    default: throw .unknownWord(key)
    }
  }
}

extension PianoFile.Entry {
  /// `key: C4 before 2026-11-22T10:15:00Z 262.25901 0.063 0.00033429 0.0026 25 0.0210 -0.60 0.94`:
  /// f1 and its error in cents, B and its error as a share, partials, slowest beat, strings in cents.
  fileprivate var line: String {
    let numbers = [
      measurement.frequency.formatted(decimals: 6),
      measurement.frequencyError.formatted(decimals: 4),
      measurement.inharmonicity.formatted(decimals: 9),
      measurement.inharmonicityError.formatted(decimals: 6), "\(measurement.partialCount)",
      measurement.beatLimit.formatted(decimals: 4),
    ]
    let strings = measurement.strings.map { $0.formatted(decimals: 4) }
    return (["key:", measurement.key.name, stage.rawValue, date] + numbers + strings)
      .joined(separator: " ")
  }

  fileprivate init?(_ words: [String]) {
    guard (9...16).contains(words.count), let key = PianoKey(name: words[0]),
      let stage = PianoFile.Stage(rawValue: words[1]), words[2].utf8.count <= 32,
      words[2].utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
    else { return nil }
    let numbers = words.dropFirst(3).compactMap { Double(decimal: $0) }
    guard numbers.count == words.count - 3, let count = Int(words[7]),
      (1...1000).contains(count), numbers[0] > 10, numbers[0] < 10_000,
      (0...10_000).contains(numbers[1]), (0...1).contains(numbers[2]), numbers[3] >= 0,
      (0...100).contains(numbers[5]), numbers[6...].allSatisfy({ $0.magnitude < 200 })
    else { return nil }
    self.init(
      KeyMeasurement(
        key: key, frequency: numbers[0], frequencyError: numbers[1], inharmonicity: numbers[2],
        inharmonicityError: numbers[3], partialCount: count, strings: Array(numbers[6...]),
        beatLimit: numbers[5]),
      stage: stage, date: words[2])
  }
}

extension PianoKey {
  /// Reads a name with sharps or flats, such as `A#0` or `Bb0`.
  package init?(name: String) {
    let wanted = name.uppercased()
    for key in PianoKey.all {
      let flat = key.name.contains("#") ? PianoKey.flatName(of: key) : key.name
      if wanted == key.name.uppercased() || wanted == flat.uppercased() {
        self = key
        return
      }
    }
    return nil
  }

  private static func flatName(of key: PianoKey) -> String {
    guard let above = PianoKey(midi: key.midi + 1) else { return key.name }
    return above.name.prefix(1) + "b" + above.name.dropFirst()
  }
}

import CommandKit
import Metronome

/// Reads tempo maps from files.
enum TempoMapFile {
  /// Reads a tempo map.
  ///
  /// - Parameter argument: A path, or `-` for standard input.
  /// - Returns: The map.
  /// - Throws: `TempoMapFileError` with the name of the file and, for a bad line, its number.
  static func read(_ argument: String) throws(TempoMapFileError) -> TempoMap {
    let name = argument == "-" ? "Standard input" : argument
    let bytes: [UInt8]
    do {
      // One byte more than allowed, to detect files that are too large.
      bytes = try ByteInput.read(argument, limit: TempoMap.byteLimit + 1)
    } catch {
      throw .unreadable(name: name, reason: error.reason)
    }
    do throws(TempoMapError) {
      return try TempoMap(parsing: bytes)
    } catch {
      throw .wrong(name: name, error)
    }
  }
}

/// A tempo map that could not be read.
typealias TempoMapFileError = TextFileError<TempoMapError>

/// The default tempo of `kammerton metronome`: a small tempo map in the user's settings.
struct SavedTempo: Sendable {
  private let files: UserFiles

  /// The tempo if none was ever saved.
  static let factory = Tempo(80)

  init(environment: [String: String]) { files = UserFiles(environment: environment) }

  /// The saved tempo of the user of this process.
  static var ofUser: SavedTempo { SavedTempo(environment: .process) }

  private var path: String? { files.path(of: "metronome.tempo") }

  /// Reads the saved tempo; `nil` if there is none, or if the file is not valid.
  func read() -> Tempo? {
    guard let path, let map = try? TempoMapFile.read(path) else { return nil }
    return map.sections[0].tempo.first
  }

  /// Saves a tempo, in one step.
  func write(_ tempo: Tempo) throws(OutputError) {
    try files.makeDirectory()
    guard let path else { return }  // makeDirectory has thrown
    let file = try AtomicTextFile(path: path)
    try file.write(
      Array("# What kammerton metronome plays without a tempo.\n* \(tempo.notation)\n".utf8))
    try file.finish()
  }
}

extension Tempo {
  /// The number without needless decimals: `137.5`.
  var number: String { number(decimals: 3) }

  private func number(decimals: Int) -> String {
    var text = beatsPerMinute.formatted(decimals: decimals)
    while text.last == "0" { text.removeLast() }
    if text.last == "." { text.removeLast() }
    return text
  }

  /// The number with its unit: `137.5 BPM`, or `3/8 = 80 BPM`.
  var text: String {
    note == .quarter ? "\(number) BPM" : "\(note.numerator)/\(note.denominator) = \(number) BPM"
  }

  /// The text for options and tempo maps, with all decimals that a tempo has.
  var notation: String {
    let number = number(decimals: 6)
    return note == .quarter ? number : "\(note.numerator)/\(note.denominator)=\(number)"
  }
}

extension Meter {
  /// `4/4`, or `7/8=2+2+3` where the beats are grouped.
  var text: String {
    let groups = groups.count > 1 ? "=" + groups.map(String.init).joined(separator: "+") : ""
    return "\(beatCount)/\(denominator)\(groups)"
  }
}

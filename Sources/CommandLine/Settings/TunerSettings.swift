import InstrumentTuning
import MusicTheory

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What `kammerton calibrate` has found, kept in `settings.txt` beside the user's instruments.
struct TunerSettings: Hashable, Sendable {
  /// The error of the microphone's clock.
  var clock = ClockCalibration.none
  /// The frequency of A4, where one was taken from a heard note.
  var concertPitch: ConcertPitch?

  /// Reads the text of the file: `key: value` lines, comments behind a number sign.
  init(text: String) throws(TunerSettingsError) {
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let parts = line.split(separator: ":", maxSplits: 1).map { $0.filter { !$0.isWhitespace } }
      guard let key = parts.first, !key.isEmpty, !key.hasPrefix("#") else { continue }
      guard parts.count == 2, let value = Double(decimal: parts[1]) else {
        throw TunerSettingsError(line: index + 1)
      }
      do {
        switch key {
        case "clock-factor": clock = try ClockCalibration(factor: value)
        case "a4": concertPitch = try ConcertPitch(value)
        default: throw TunerSettingsError(line: index + 1)
        }
      } catch {
        throw TunerSettingsError(line: index + 1)
      }
    }
  }

  init() {}

  var text: String {
    var text = "# Written by kammerton calibrate.\n"
    if clock != .none { text += "clock-factor: \(clock.factor.formatted(decimals: 9))\n" }
    if let concertPitch { text += "a4: \(concertPitch.frequency.formatted(decimals: 3))\n" }
    return text
  }

  static let fileName = "settings.txt"

  /// Reads the user's settings. A file that is broken is put aside, and said so.
  static func load(environment: [String: String] = .process) -> TunerSettings {
    guard let path = UserFiles(environment: environment).path(of: fileName),
      UserFiles.exists(path)
    else { return TunerSettings() }
    do {
      let bytes = try UserFiles.read(path, atMost: 65_536)
      return try TunerSettings(text: String(decoding: bytes, as: UTF8.self))
    } catch {
      let aside = path + ".broken"
      let place = rename(path, aside) == 0 ? "; it is kept as \(aside)" : ""
      complain("\(path): \(error)\(place). Defaults are used.".printable)
      return TunerSettings()
    }
  }

  func save(environment: [String: String] = .process) throws(OutputError) {
    let files = UserFiles(environment: environment)
    try files.makeDirectory()
    guard let path = files.path(of: Self.fileName) else { return }
    let file = try AtomicTextFile(path: path)
    try file.write(Array(text.utf8))
    try file.finish()
  }
}

/// A line of the settings that says nothing, or nothing possible.
struct TunerSettingsError: Error, Equatable, CustomStringConvertible {
  /// Counted from 1.
  var line: Int

  var description: String {
    "line \(line) is neither a clock-factor in 0.99...1.01 nor an a4 in 300...500"
  }
}

package import AudioDevices
import FileWriting
package import InstrumentTuning
package import LiveAudio
package import MusicTheory

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The settings saved from run to run, in `settings.txt` beside the user's instruments: the results
/// of `kammerton calibrate`, and the last choices made by keys in `kammerton tune`.
package struct SavedSettings: Hashable, Sendable {
  /// A setting that keys can change; the raw value is its name in the file and as an option.
  package enum Choice: String, CaseIterable, Hashable, Sendable {
    case temperament, root, spelling, notation, transpose, instrument, tuning, tolerance, view
  }

  /// The error of the microphone's clock.
  package var clock = ClockCalibration.none
  /// The concert pitch, if one was chosen or measured from a note.
  package var concertPitch: ConcertPitch?
  /// The latencies measured for pairs of devices, each pair once.
  package internal(set) var latencies: [LatencyRecord] = []
  /// The chosen values, written as for the options.
  package var choices: [Choice: String] = [:]

  package init() {}

  /// Reads the text of the file: `key: value` lines, comments behind a number sign.
  init(text: String) throws(SavedSettingsError) {
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        .map(\.withoutBlanks)
      guard let key = parts.first, !key.hasPrefix("#"), !(key.isEmpty && parts.count == 1) else {
        continue
      }
      guard parts.count == 2, !parts[1].isEmpty, store(key, parts[1]) else {
        throw SavedSettingsError(line: index + 1)
      }
    }
  }

  /// Stores one setting; returns `false` for an unknown key or an invalid value.
  private mutating func store(_ key: String, _ value: String) -> Bool {
    switch key {
    case "clock-factor":
      guard let factor = Double(decimal: value), let clock = try? ClockCalibration(factor: factor)
      else { return false }
      self.clock = clock
    case "a4":
      guard let frequency = Double(decimal: value), let pitch = try? ConcertPitch(frequency)
      else { return false }
      concertPitch = pitch
    case "latency":
      guard let record = LatencyRecord(setting: value) else { return false }
      remember(record)
    case "string": break  // written once; a lock that outlives its run would mistune all strings
    default:
      guard let choice = Choice(rawValue: key) else { return false }
      choices[choice] = value
    }
    return true
  }

  var text: String {
    var text = """
      # Written by kammerton calibrate, and by kammerton tune for what was chosen by keys.
      # docs/settings.md describes it; kammerton tune --no-config does without it.\n
      """
    if clock != .none { text += "clock-factor: \(clock.factor.formatted(decimals: 9))\n" }
    if let concertPitch { text += "a4: \(concertPitch.frequency.formatted(decimals: 3))\n" }
    for record in latencies { text += "latency: \(record.setting)\n" }
    for choice in Choice.allCases {
      if let value = choices[choice] { text += "\(choice.rawValue): \(value)\n" }
    }
    return text
  }

  package static let fileName = "settings.txt"

  /// Reads the user's settings. A broken file is renamed and reported, and defaults replace it.
  package static func load(environment: [String: String] = .process) -> SavedSettings {
    guard let path = UserFiles(environment: environment).path(of: fileName),
      UserFiles.exists(path)
    else { return SavedSettings() }
    do {
      let bytes = try ByteInput.readWhole(path, atMost: 65_536)
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw SavedSettingsError(line: nil)
      }
      return try SavedSettings(text: text)
    } catch {
      let aside = path + ".broken"
      let position =
        rename(path.systemPath, aside.systemPath) == 0 ? ". The file was renamed to \(aside)" : ""
      complain("\(path): \(error)\(position). Defaults are used.".printable)
      return SavedSettings()
    }
  }

  package func save(environment: [String: String] = .process) throws(OutputError) {
    let files = UserFiles(environment: environment)
    try files.makeDirectory()
    guard let path = files.path(of: Self.fileName) else { return }
    let file = try AtomicTextFile(path: path)
    try file.write(Array(text.utf8))
    try file.finish()
  }
}

/// A line of the settings that has an unknown key or an invalid value.
struct SavedSettingsError: Error, Equatable, CustomStringConvertible {
  /// Counted from 1; `nil` if the file is not text.
  var line: Int?

  var description: String {
    guard let line else { return "this is not UTF-8 text" }
    return "line \(line) is not a setting of docs/settings.md"
  }
}

extension Substring {
  /// The text without blanks at either end.
  fileprivate var withoutBlanks: String {
    let start = drop(while: \.isWhitespace)
    let count = start.reversed().drop(while: \.isWhitespace).count
    return String(start.prefix(count))
  }
}

extension SavedSettings {
  /// Returns a microphone, corrected for the error of its clock if `calibrate` has measured it.
  ///
  /// Every command that measures uses it; files and simulations have other clocks.
  ///
  /// - Parameters:
  ///   - name: Its number or part of its name; `nil` for the default.
  ///   - channel: The channel to capture.
  /// - Returns: The source.
  package func microphone(named name: String?, channel: InputChannel = .mix) -> any AudioSource {
    let source = MicrophoneSource(device: DeviceSelection(name ?? ""), channel: channel)
    guard clock != .none else { return source }
    return CalibratedSource(
      source, clockFactor: clock.factor, remark: clockRemark)
  }

  /// The text after the name of a microphone whose clock is corrected.
  var clockRemark: String { "clock \(clock.partsPerMillion.signed(decimals: 1)) ppm" }
}

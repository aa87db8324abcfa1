import AudioFiles
import CommandKit
import MusicTheory
import PitchEstimation
import SignalProcessing

/// The version of the program, and the settings that decide about the contents of outputs.
///
/// Values are texts in one canonical form, so that two spellings of a value are equal.
struct TrackSettings: Hashable, Sendable {
  struct Setting: Hashable, Sendable {
    /// The name of the option, without its hyphens.
    var name: String
    var value: Value
  }

  enum Value: Hashable, Sendable {
    case text(String)
    case flag(Bool)
    /// A default that is no single value.
    case standard
  }

  /// The version first, then the settings in a fixed order.
  private(set) var settings: [Setting]

  /// - Parameters:
  ///   - version: The version of the program.
  ///   - layout: The contents and the format.
  ///   - hop: The time between readings.
  ///   - analysis: The settings of pitch analysis.
  ///   - temperament: The temperament of the notes.
  init(
    version: String = programVersion, layout: TrackLayout, hop: Hop, analysis: Analysis,
    temperament: TemperamentOptions
  ) {
    let contents =
      layout.isOfNotes
      ? (layout.isOfChords ? "notes of chords" : "notes")
      : layout.isOfOnsets ? "onsets" : layout.isOfChords ? "chords" : "readings"
    let methods = ([analysis.method] + analysis.others).map(\.rawValue).joined(separator: ",")
    let values: [(String, Value)] = [
      ("version", .text(version)),
      ("format", .text(layout.format.rawValue)),
      ("contents", .text(contents)),
      ("unvoiced", layout.tableUnvoiced.map { .text($0.rawValue) } ?? .standard),
      ("pitch-bend", .flag(layout.hasPitchBend)),
      ("hop", .text(hop.text)),
      ("range", analysis.range.map { .text($0.text) } ?? .standard),
      ("estimator", .text(methods)),
      ("lookahead", .text((1000 * analysis.fileLookahead).shortText + "ms")),
      ("gate", .text(analysis.gate.text)),
      ("channel", .text(analysis.channel.text)),
      ("no-learned", .flag(!analysis.usesLearnedScorer)),
      ("a4", .text(analysis.concertPitch.frequency.shortText)),
      ("temperament", .text(temperament.canonicalText)),
    ]
    settings = values.map { Setting(name: $0.0, value: $0.1) }
  }

  /// Says in what outputs differ from those of a run, and what to do.
  ///
  /// - Parameters:
  ///   - stored: The settings of the outputs.
  ///   - directory: The directory of the outputs.
  /// - Returns: `nil` if they may lie in one directory.
  func difference(from stored: TrackSettings, in directory: String) -> String? {
    let results = "The results in \(directory) were made"
    // Another version may have other settings, so that nothing else can be compared.
    guard stored.settings.first == settings.first else {
      let (old, new) = (stored.version, version)
      return "\(results) with kammerton \(old), not \(new). Install kammerton \(old), or write to "
        + "another folder."
    }
    let differences = zip(stored.settings, settings).compactMap { old, new in
      old == new ? nil : new.difference(from: old.value)
    }
    guard !differences.isEmpty else { return nil }
    return "\(results) \(differences.joined(separator: "; ")). Give the same settings, or write to "
      + "another folder."
  }

  private var version: String {
    if case .text(let version)? = settings.first?.value { version } else { "" }
  }
}

extension TrackSettings.Setting {
  /// Names a difference; `nil` if that of the format explains it.
  fileprivate func difference(from old: TrackSettings.Value) -> String? {
    switch (name, old, value) {
    case ("unvoiced", .standard, _), ("unvoiced", _, .standard): nil
    case ("contents", .text(let old), .text(let new)): "as \(old), not as \(new)"
    case (_, .flag(true), _): "with --\(name), not without"
    case (_, .flag(false), _): "without --\(name), not with it"
    default: "with \(text(of: old)), not \(text(of: value))"
    }
  }

  private func text(of value: TrackSettings.Value) -> String {
    if case .text(let text) = value { "--\(name) \(text)" } else { "the default of --\(name)" }
  }
}

// MARK: - The file

extension TrackSettings {
  /// The name of the file beside outputs. Spark and Arrow read no file whose name begins so.
  static let fileName = "_kammerton.json"

  /// The file: JSON with one setting per line.
  var json: String {
    let lines = settings.map { setting in
      let value: JSON =
        switch setting.value {
        case .text(let text): .text(text)
        case .flag(let flag): .bool(flag)
        case .standard: .null
        }
      return "  \(JSON.text(setting.name).line()): \(value.line())"
    }
    return "{\n" + lines.joined(separator: ",\n") + "\n}\n"
  }

  /// Reads what ``json`` wrote; `nil` for any other text.
  init?(json: String) {
    let lines = json.split(separator: "\n", omittingEmptySubsequences: false)
    settings = lines.dropFirst().dropLast(2).compactMap(Setting.init(line:))
    guard settings.first?.name == "version", case .text? = settings.first?.value,
      self.json == json
    else { return nil }
  }

  /// Returns true if other settings have the same names, so that they can be compared.
  func hasNames(of other: TrackSettings) -> Bool {
    settings.map(\.name) == other.settings.map(\.name)
  }
}

extension TrackSettings.Setting {
  /// Reads a line of the file. Texts with escaped characters are not read: no setting has any.
  fileprivate init?(line: Substring) {
    let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
    guard parts.count == 3 || parts.count == 5 else { return nil }
    name = String(parts[1])
    if parts.count == 5 {
      value = .text(String(parts[3]))
    } else {
      switch parts[2].filter({ $0 != "," }) {
      case ": true": value = .flag(true)
      case ": false": value = .flag(false)
      case ": null": value = .standard
      default: return nil
      }
    }
  }
}

// MARK: - Canonical texts

extension LevelGate.Threshold {
  fileprivate var text: String {
    switch self {
    case .off: "off"
    case .fixed(let level): level.shortText
    case .adaptive: "auto"
    }
  }
}

extension ChannelSelection {
  fileprivate var text: String {
    switch self {
    case .mix: "mix"
    case .channel(let number): "\(number)"
    }
  }
}

extension TrackLayout {
  /// The sign for a missing pitch, in tables of readings.
  fileprivate var tableUnvoiced: UnvoicedStyle? {
    guard !isOfNotes, !isOfOnsets, !isOfChords else { return nil }
    return switch format {
    case .csv: unvoiced ?? .empty
    case .tsv: unvoiced ?? .zero
    default: nil
    }
  }
}

extension TemperamentOptions {
  /// The name and the root; of a file that holds none of the known scales, the degrees in cents.
  var canonicalText: String {
    guard let choice = temperament, !choice.isEqual else { return "equal" }
    let degrees = choice.scale.degrees.map(\.shortText)
    let known = NamedScale.all.first { $0.scale.degrees.map(\.shortText) == degrees }
    let name = known?.name ?? degrees.joined(separator: ",")
    return "\(name) --root \(rootName.asciiDescription)"
  }
}

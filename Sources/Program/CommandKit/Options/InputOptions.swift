import ArgumentParser
package import AudioFiles

/// The format of standard input.
package struct StreamOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Sample format of standard input, f32le or s16le; needs --rate.", valueName: "format"),
    transform: StreamOptions.format)
  private var raw: RawSampleFormat?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "With --raw: sample rate in hertz, 8000...192000.", valueName: "hz"),
    transform: NumberUnit.hertz.number)
  private var rate: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "With --raw: number of channels, 1...1024. (default: 1)", valueName: "n"))
  private var channels: Int?

  package init() {}

  package var streamFormat: AudioStreamFormat {
    guard let raw, let rate else { return .wave }
    return .raw(raw, sampleRate: rate, channelCount: channels ?? 1)
  }

  package func validate() throws {
    guard raw != nil else {
      guard rate == nil, channels == nil else {
        throw ValidationError(
          "--rate and --channels describe raw input. Add --raw, or remove them for a WAV.")
      }
      return
    }
    guard let rate else {
      throw ValidationError("--raw needs a sample rate. Add --rate, such as --rate 44100.")
    }
    try Refusals.limit("--rate", rate, to: AudioFileError.supportedSampleRates, "Hz")
    try Refusals.limit("--channels", channels, to: 1...1024)
  }

  /// Refuses `--raw` if nothing is read from standard input.
  package func requireStandardInput(_ isUsed: Bool) throws {
    guard raw == nil || isUsed else {
      throw ValidationError("--raw describes standard input. Give - as the input.")
    }
  }

  static func format(_ argument: String) throws -> RawSampleFormat {
    guard let format = RawSampleFormat(rawValue: argument.lowercased()) else {
      throw ValidationError("Write f32le or s16le.")
    }
    return format
  }
}

/// One input of `track`: a file, or standard input.
package enum TrackInput: Hashable, Sendable {
  case file(path: String)
  case standardInput

  /// - Parameter argument: A path, or `-`.
  package init(_ argument: String) {
    self = argument == "-" ? .standardInput : .file(path: argument)
  }

  /// The name in messages.
  package var name: String {
    switch self {
    case .file(let path): path
    case .standardInput: "standard input"
    }
  }

  /// The name of the input without directories.
  package var shortName: String {
    guard case .file(let path) = self else { return name }
    return path.split(separator: "/").last.map(String.init) ?? path
  }

  /// The name of the input without directories and without the last extension.
  package var baseName: String {
    guard case .file(let path) = self else { return "stdin" }
    let name = path.split(separator: "/").last ?? "track"
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return String(name) }
    return String(name[..<dot])
  }

  /// The file, if it is one.
  package var path: String? {
    guard case .file(let path) = self else { return nil }
    return path
  }

  /// One output name per input, in order; inputs with the same base name get `-2`, `-3` …
  ///
  /// Upper and lower case count as equal, because some file systems do so.
  ///
  /// - Parameters:
  ///   - inputs: The inputs.
  ///   - suffix: The text behind each name.
  ///   - others: Names that are taken already.
  /// - Returns: The names.
  package static func outputNames(
    of inputs: [TrackInput], suffix: String = "", besides others: [String] = []
  ) -> [String] {
    var taken = Set(others.map { $0.lowercased() })
    return inputs.map { input in
      var name = input.baseName
      var number = 2
      while !taken.insert(name.lowercased()).inserted {
        name = "\(input.baseName)-\(number)"
        number += 1
      }
      return name + suffix
    }
  }
}

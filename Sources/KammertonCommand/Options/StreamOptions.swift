import ArgumentParser
import AudioFiles

/// How standard input is to be read.
struct StreamOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Input - is f32le or s16le, with --rate and --channels.", valueName: "format"),
    transform: StreamOptions.format)
  private var raw: RawSampleFormat?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Sample rate of --raw.", valueName: "hz", visibility: .hidden))
  private var rate: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Channels of --raw. (default: 1)", visibility: .hidden))
  private var channels: Int?

  var streamFormat: AudioStreamFormat {
    guard let raw, let rate else { return .wave }
    return .raw(raw, sampleRate: rate, channelCount: channels ?? 1)
  }

  func validate() throws {
    guard raw != nil else {
      guard rate == nil, channels == nil else {
        throw ValidationError("--rate and --channels describe --raw input; a WAV says it itself.")
      }
      return
    }
    guard let rate else { throw ValidationError("--raw needs --rate, as in --rate 44100.") }
    guard AudioFileError.supportedSampleRates.contains(rate) else {
      throw ValidationError("--rate must lie in 8000...192000 Hz, but is \(rate).")
    }
    guard (1...1024).contains(channels ?? 1) else {
      throw ValidationError("--channels must lie in 1...1024, but is \(channels ?? 1).")
    }
  }

  /// Refuses `--raw` where nothing is read from standard input.
  func requireStandardInput(_ isUsed: Bool) throws {
    guard raw == nil || isUsed else {
      throw ValidationError("--raw describes standard input: name - as the input.")
    }
  }

  static func format(_ argument: String) throws -> RawSampleFormat {
    guard let format = RawSampleFormat(rawValue: argument.lowercased()) else {
      throw ValidationError("Write f32le or s16le.")
    }
    return format
  }
}

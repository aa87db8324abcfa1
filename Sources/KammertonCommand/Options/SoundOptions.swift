import ArgumentParser
import AudioDevices
import AudioFiles
import CommandIO
import SoundPrograms

/// Where the sound of a command goes, and how long it lasts.
struct SoundOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "As in 2s, 500ms or 1h; else until Ctrl-C.", valueName: "time"),
    transform: SoundDuration.init(argument:))
  private var duration: SoundDuration?

  @Option(
    help: ArgumentHelp("Write a .wav or .flac (24 bits) instead.", valueName: "file"),
    completion: .file(extensions: ["wav", "flac"]))
  private var output: String?

  @Option(
    help: ArgumentHelp(
      "Samples to standard output: f32le or s16le.", valueName: "format"),
    transform: StreamOptions.format)
  private var raw: RawSampleFormat?

  @Option(help: ArgumentHelp("Number or part of the name of the loudspeaker.", valueName: "name"))
  private var device: String?

  @Option(
    name: .customLong("sample-rate"), parsing: .unconditional,
    help: ArgumentHelp("8000...192000. (default: the device's, or 48000)", valueName: "hz"))
  private var rate: Double?

  func validate() throws {
    let destinations = [output != nil, raw != nil, device != nil]
    guard destinations.count(where: { $0 }) <= 1 else {
      throw ValidationError("--output, --raw and --device exclude each other.")
    }
    if let output { _ = try Self.fileFormat(of: output, option: "--output") }
    if let rate { try Self.check(sampleRate: rate) }
    guard raw == nil || !ByteOutput.standardOutput.isTerminal else {
      throw ValidationError("Raw samples are not for the terminal; use a pipe, or > file.raw.")
    }
  }

  /// The length that was asked for, in seconds.
  var seconds: Double? { duration?.seconds }

  /// The sample rate that was asked for, in hertz; `nil` to take the device's.
  var requestedSampleRate: Double? { rate }

  var destination: SoundDestination {
    if let raw { return .standardOutput(raw) }
    return Self.destination(file: output, device: device)
  }

  /// A file whose format is known, or else a loudspeaker.
  static func destination(file: String?, device: String?) -> SoundDestination {
    if let file, let format = try? fileFormat(of: file, option: "") {
      return .file(path: file, format)
    }
    return .device(DeviceSelection(device ?? ""))
  }

  /// The format that the end of a name tells.
  static func fileFormat(of path: String, option: String) throws -> AudioFileFormat {
    let name = path.lowercased()
    if name.hasSuffix(".wav") { return .wave24 }
    if name.hasSuffix(".flac") { return .flac24 }
    throw ValidationError("\(option) must end in .wav or .flac, but is '\(path)'.")
  }

  static func check(sampleRate rate: Double) throws {
    guard AudioFileError.supportedSampleRates.contains(rate), rate == rate.rounded() else {
      throw ValidationError(
        "--sample-rate must be a whole number in 8000...192000 Hz, but is \(rate).")
    }
  }
}

/// A length of sound as people type it.
struct SoundDuration: Hashable, Sendable {
  let seconds: Double

  /// A day and a half: enough, and far from what a count of samples can hold.
  static let limits = 0.001...129_600.0

  /// Reads `2s`, `500ms`, `3min` or `1h`.
  init(argument: String) throws {
    let value = NumberWithUnit(argument)
    try value?.requireUnit(["s", "ms", "min"])
    guard let seconds = value?.seconds, Self.limits.contains(seconds) else {
      throw ValidationError("Write a time of 1 ms to 36 h, as in 2s, 500ms, 3min or 1h.")
    }
    self.seconds = seconds
  }
}

import ArgumentParser
package import AudioDevices
package import AudioFiles
import SignalProcessing

/// The destination and the duration of a command's sound.
package struct SoundOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "How long to play, such as 2s, 500ms or 1h. (default: until Ctrl-C)", valueName: "time"),
    transform: SoundDuration.init(argument:))
  private var duration: SoundDuration?

  @Option(
    help: ArgumentHelp(
      "Write a .wav or .flac file (24 bits) instead of playing.", valueName: "file"),
    completion: .file(extensions: ["wav", "flac"]))
  private var output: String?

  @Option(
    help: ArgumentHelp(
      "Write raw samples to standard output, as f32le or s16le.", valueName: "format"),
    transform: StreamOptions.format)
  private var raw: RawSampleFormat?

  @OptionGroup private var player: LoudspeakerOption

  @Option(
    name: .customLong("sample-rate"), parsing: .unconditional,
    help: ArgumentHelp(
      "Sample rate in hertz, 8000...192000. (default: the device's, or 48000)", valueName: "hz"),
    transform: NumberUnit.hertz.number)
  private var rate: Double?

  @Option(
    help: ArgumentHelp(
      "Play the same on this many channels, 1...8. (default: 1)", valueName: "n"))
  private var channels: Int?

  package init() {}

  package func validate() throws {
    try Refusals.limit("--channels", channelCount, to: 1...8)
    try Refusals.exclude([
      "--output": output != nil, "--raw": raw != nil, "--loudspeaker": player.loudspeaker != nil,
    ])
    if let output { _ = try Self.fileFormat(of: output, option: "--output") }
    if let rate { try Self.check(sampleRate: rate) }
    guard raw == nil || !ByteOutput.standardOutput.isTerminal else {
      throw ValidationError("A terminal cannot play raw samples. Use a pipe, or > file.raw.")
    }
  }

  /// The requested duration, in seconds.
  package var seconds: Double? { duration?.seconds }

  /// The number of channels that play the same sound, 1...8.
  package var channelCount: Int { channels ?? 1 }

  /// The requested sample rate, in hertz; `nil` for the rate of the device.
  package var requestedSampleRate: Double? { rate }

  package var destination: SoundDestination {
    if let raw { return .standardOutput(raw) }
    return Self.destination(file: output, device: player.loudspeaker)
  }

  /// Returns the file, if its format is known, or else the loudspeaker.
  package static func destination(file: String?, device: String?) -> SoundDestination {
    if let file, let format = try? fileFormat(of: file, option: "") {
      return .file(path: file, format)
    }
    return .device(DeviceSelection(device ?? ""))
  }

  /// Returns the format for the extension of a path.
  package static func fileFormat(of path: String, option: String) throws -> AudioFileFormat {
    let name = path.lowercased()
    if name.hasSuffix(".wav") { return .wave24 }
    if name.hasSuffix(".flac") { return .flac24 }
    throw ValidationError("The file of \(option) must end in .wav or .flac, but is '\(path)'.")
  }

  package static func check(sampleRate rate: Double) throws {
    guard AudioFileError.supportedSampleRates.contains(rate), rate == rate.rounded() else {
      throw ValidationError(
        "--sample-rate must be a whole number in 8000...192000, but is \(rate.plainText) Hz.")
    }
  }
}

/// A duration as people type it.
package struct SoundDuration: Hashable, Sendable {
  package let seconds: Double

  /// The accepted durations, in seconds: a day and a half is far from overflowing a sample count.
  static let limits = 0.001...129_600.0

  /// Reads `2s`, `500ms`, `3min` or `1h`.
  package init(argument: String) throws {
    let value = NumberWithUnit(argument)
    try value?.requireUnit(["s", "ms", "min"])
    guard let seconds = value?.seconds, Self.limits.contains(seconds) else {
      throw ValidationError("Write a time between 1 ms and 36 h, such as 2s, 500ms, 3min or 1h.")
    }
    self.seconds = seconds
  }
}

/// The destination of rendered sound.
package enum SoundDestination: Hashable, Sendable {
  case device(DeviceSelection)
  case file(path: String, AudioFileFormat)
  /// Interleaved samples without a header.
  case standardOutput(RawSampleFormat)
}

extension RawSampleFormat {
  /// Replaces `bytes` with the encoded samples.
  func encode(_ samples: [Float], into bytes: inout [UInt8]) {
    bytes.removeAll(keepingCapacity: true)
    for sample in samples {
      switch self {
      case .f32le: Self.append(sample.bitPattern, to: &bytes)
      case .s16le: Self.append(UInt16(bitPattern: Self.integer(sample)), to: &bytes)
      }
    }
  }

  /// Converts a sample; full scale is 32768, as for raw input, and louder samples are clipped.
  private static func integer(_ sample: Float) -> Int16 {
    sample.isFinite ? Int16(max(-32_768, min(32_767, (sample * 32_768).rounded()))) : 0
  }

  private static func append(_ value: some FixedWidthInteger, to bytes: inout [UInt8]) {
    for shift in stride(from: 0, to: value.bitWidth, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }
}

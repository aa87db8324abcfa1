package import ArgumentParser
import AudioDevices
import AudioFiles
import CommandKit
import InstrumentTuning
import LiveAudio
import MusicTheory
import PitchEstimation
import SignalProcessing

/// `kammerton calibrate`: measures the clock with a known tone, concert pitch with a note, or the
/// latency with clicks.
package struct CalibrateCommand: AsyncParsableCommand, DeviceCommand {
  package static let configuration = CommandConfiguration(
    commandName: "calibrate",
    abstract: "Correct clock and A4, or measure the latency.",
    usage: """
      kammerton calibrate [<file>] (--reference <hz> | --heard <note>)
      kammerton calibrate --latency | --reset
      """,
    discussion: """
      For --reference and --heard, play one steady tone for two seconds. For --latency, keep quiet \
      while six clicks are played. The results are saved for all commands. Without an option, \
      calibrate prints the saved values.

      Example: kammerton calibrate --reference 440
      """)

  @Argument(
    help: ArgumentHelp(
      "Measure this recording instead of the microphone.", valueName: "file"),
    completion: .file())
  private var input: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Correct the clock with a tone of exactly this frequency.", valueName: "hz"),
    transform: NumberUnit.hertz.number)
  private var reference: Double?

  @Option(
    help: ArgumentHelp(
      "Set concert pitch from the note you play, such as A4.", valueName: "note"),
    transform: { try TargetOptions.note($0, hasOption: false) })
  private var heard: Note?

  @Flag(
    help: """
      Measure the latency of loudspeaker and microphone with six clicks. With headphones, hold the \
      microphone to one of them.
      """)
  private var latency = false

  @Flag(help: "Delete the saved values.")
  private var reset = false

  @Flag(help: "Print one JSON object.")
  private var json = false

  @OptionGroup private var device: MicrophoneOption
  @OptionGroup private var player: LoudspeakerOption

  package init() {}

  package func validate() throws {
    let count = [reference != nil, heard != nil, latency, reset].count { $0 }
    guard count <= 1 else {
      throw ValidationError(
        "--reference, --heard, --latency and --reset exclude each other. Give one of them.")
    }
    guard input == nil || !latency else {
      throw ValidationError(
        "A recording has no latency. Remove the file, or --latency.")
    }
    guard player.loudspeaker == nil || latency else {
      throw ValidationError("--loudspeaker needs --latency. Add it, or remove --loudspeaker.")
    }
    guard count == 1 || (input == nil && device.microphone == nil) else {
      throw ValidationError(
        "The tone is not known. Add its frequency, such as --reference 440, or its note, such as --heard A4."
      )
    }
    try Refusals.limit("--reference", reference, to: 20...20_000, "Hz")
  }

  package var adviceOnDevices: String {
    latency ? "--microphone NAME and --loudspeaker NAME" : "--microphone NAME, or a recording"
  }

  package func run() async throws {
    var settings = SavedSettings.load()
    if reset {
      settings = SavedSettings()
    } else if latency {
      let record = try await measuredLatency(settings)
      settings = SavedSettings.load()  // another run may have written meanwhile
      settings.remember(record)
    } else if reference != nil || heard != nil {
      try await measure(&settings)
    }
    if reset || latency || reference != nil || heard != nil { try settings.save() }
    let report = json ? Self.json(of: settings) : Self.text(of: settings)
    try ByteOutput.standardOutput.write(report + "\n")
  }

  private func measuredLatency(_ settings: SavedSettings) async throws -> LatencyRecord {
    let sink = SpeakerSink(device: DeviceSelection(player.loudspeaker ?? ""))
    return try await LatencyRun(
      microphone: settings.microphone(named: device.microphone), sink: sink
    ).run()
  }

  private func measure(_ settings: inout SavedSettings) async throws {
    guard let frequency = try await listen() else { throw CalibrationFailure() }
    if let reference {
      settings.clock = try ClockCalibration(reference: reference, measured: frequency)
    } else if let heard {
      let clock = input == nil ? settings.clock : .none
      settings.concertPitch = try ConcertPitch(heard: clock.corrected(frequency), as: heard)
    }
  }

  /// Returns the frequency of the first steady tone, in hertz.
  private func listen() async throws -> Double? {
    let source: any AudioSource =
      input.map { SilencedSource(recording: $0, "analysed") }
      ?? MicrophoneSource(device: DeviceSelection(device.microphone ?? ""), channel: .mix)
    let pitches = Live(source: source) {
      try Analysis().tracker(sampleRate: $0, hop: .standard, isLive: true)
    }
    var tone = SteadyToneDetector()
    for try await event in pitches {
      event.complain()
      switch event {
      case .reading(let reading):
        if let frequency = tone.update(reading) { return frequency }
      case .started, .dropped: tone = SteadyToneDetector()  // a tone with a gap is not steady
      case .skipped, .lost, .retrying, .resumed, .ended: break
      }
    }
    return nil
  }

  static func text(of settings: SavedSettings) -> String {
    let clock = settings.clock
    let a4 = settings.concertPitch.map { "\($0.frequency.formatted(decimals: 2)) Hz" }
    let latencies = settings.latencies.map { "\nlatency  \($0.text)" }.joined()
    return """
      clock  \(clock.partsPerMillion.signed(decimals: 1)) ppm (\(clock.cents.signed(decimals: 3)) cents)
      A4     \(a4 ?? "440.00 Hz (nothing saved)")\(latencies)
      """
  }
}

extension CalibrateCommand {
  /// The saved values as one JSON object.
  static func json(of settings: SavedSettings) -> String {
    let latencies = settings.latencies.map { record -> JSON in
      [
        "microphone": .text(record.microphone), "loudspeaker": .text(record.loudspeaker),
        "latency": .number(record.latency, decimals: 5),
        "spread": .number(record.spread, decimals: 5),
      ]
    }
    let object: JSON = [
      "clock": [
        "partsPerMillion": .number(settings.clock.partsPerMillion, decimals: 3),
        "cents": .number(settings.clock.cents, decimals: 5),
      ],
      "concertPitch": .number(settings.concertPitch?.frequency, decimals: 4),
      "latencies": .array(latencies),
    ]
    return object.line(isSpaced: true)
  }
}

/// No tone was steady for long enough.
struct CalibrationFailure: Error, CustomStringConvertible {
  var description: String {
    "No tone was steady for two seconds. Play one alone, without vibrato, and try again."
  }
}

import ArgumentParser
import AudioDevices
import AudioFiles
import CommandIO
import InstrumentTuning
import LiveAudio
import MusicTheory
import PitchEstimation
import SignalProcessing

/// `kammerton calibrate`: the clock by a known tone, concert pitch by a heard note.
struct CalibrateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calibrate",
    abstract: "Correct the clock, or take A4 from a heard note.",
    usage: "kammerton calibrate [FILE] (--reference <hz> | --heard <note> | --reset)",
    discussion: """
      Play one steady tone for two seconds. What is found is stored for kammerton tune; without an \
      option the stored values are printed.

      Example: kammerton calibrate --reference 440
      """,
    shouldDisplay: false)  // the general help has no line to spare, and names it with devices

  @Argument(
    help: ArgumentHelp("Hear a file, not the microphone.", visibility: .hidden),
    completion: .file())
  private var input: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The tone is known to have this frequency.", valueName: "hz"))
  private var reference: Double?

  @Option(
    help: ArgumentHelp("The tone is this note, as in A4: set concert pitch.", valueName: "note"),
    transform: { try TargetOptions.note($0) })
  private var heard: Note?

  @Flag(help: "Forget what is stored.")
  private var reset = false

  @Option(help: ArgumentHelp("Number or part of the name of the microphone.", valueName: "name"))
  private var device: String?

  func validate() throws {
    let count = [reference != nil, heard != nil, reset].count { $0 }
    guard count <= 1 else {
      throw ValidationError("--reference, --heard and --reset exclude each other.")
    }
    guard count == 1 || (input == nil && device == nil) else {
      throw ValidationError("Say what the tone is: --reference 440, or --heard A4.")
    }
    guard reference.map({ (20...20_000).contains($0) }) ?? true else {
      throw ValidationError("--reference must lie in 20...20000 Hz.")
    }
  }

  func run() async throws {
    var settings = SavedSettings.load()
    if reset {
      settings = SavedSettings()
    } else if reference != nil || heard != nil {
      try await measure(&settings)
    }
    if reset || reference != nil || heard != nil { try settings.save() }
    try ByteOutput.standardOutput.write(Self.text(of: settings) + "\n")
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

  /// The frequency of the first steady tone.
  private func listen() async throws -> Double? {
    let source: any AudioSource =
      input.map { FileSource(path: $0, channel: .mix, clock: nil as ContinuousClock?) }
      ?? MicrophoneSource(device: DeviceSelection(device ?? ""), channel: .mix)
    let pitches = LivePitches(source: source, buffering: .everything) {
      try Analysis().tracker(sampleRate: $0, hop: .standard, isLive: true)
    }
    var tone = HeardTone()
    for try await reading in pitches {
      if let frequency = tone.update(reading) { return frequency }
    }
    return nil
  }

  static func text(of settings: SavedSettings) -> String {
    let clock = settings.clock
    let a4 = settings.concertPitch.map { "\($0.frequency.formatted(decimals: 2)) Hz" }
    return """
      clock  \(clock.partsPerMillion.signed(decimals: 1)) ppm (\(clock.cents.signed(decimals: 3)) cents)
      A4     \(a4 ?? "440.00 Hz (nothing stored)")
      """
  }
}

/// No tone was steady for long enough.
struct CalibrationFailure: Error, CustomStringConvertible {
  var description: String {
    "No tone was steady for two seconds: play one alone, without vibrato, and try again."
  }
}

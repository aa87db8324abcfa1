import ArgumentParser
import AudioDevices
import AudioFiles
import InstrumentTuning
import LiveAudio
import MusicTheory
import PitchEstimation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// `kammerton tune`: the tuner on a microphone, a file, standard input or a simulation.
struct TuneCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tune",
    abstract: "Show note and cents of what microphone or FILE hears.",
    usage: "kammerton tune [FILE | -] [<options>]",
    discussion: "Example: kammerton tune --a4 442, or for programs: kammerton tune --jsonl")

  @Argument(
    help: ArgumentHelp("A file, or - for standard input.", visibility: .hidden),
    completion: .file())
  private var input: String?

  @Option(help: ArgumentHelp("Number or part of the name of the microphone.", valueName: "name"))
  private var device: String?

  @Option(
    defaultAsFlag: Simulation.guitar,
    help: ArgumentHelp("No microphone: a guitar, or tones as in 440,E2.", valueName: "tones"),
    transform: Simulation.init(argument:))
  private var simulate: Simulation?

  @Flag(
    help: ArgumentHelp(
      "FILE or tones at their own speed, also in a pipe.", visibility: .hidden))
  private var realtime = false

  @Flag(help: "One line per change, as in a pipe.")
  private var plain = false

  @Flag(help: "One JSON object per reading.")
  private var jsonl = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How near is in tune. (default: 3)", valueName: "cents"),
    transform: TuneCommand.tolerance)
  private var tolerance: Double?

  @Option(
    help: ArgumentHelp("sharps, flats, mixed, or a key such as Eb.", valueName: "name"),
    transform: Spelling.init(argument:))
  private var spelling: Spelling?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "From reading to reading, or samples. (default: 10ms)", valueName: "time",
      visibility: .hidden),
    transform: Hop.init(argument:))
  private var hop: Hop?

  @OptionGroup private var target: TargetOptions
  @OptionGroup private var analysis: AnalysisOptions
  @OptionGroup private var stream: StreamOptions

  func validate() throws {
    let sources = [input != nil, device != nil, simulate != nil]
    guard sources.count(where: { $0 }) <= 1 else {
      throw ValidationError("FILE, --device and --simulate exclude each other.")
    }
    guard !(plain && jsonl) else {
      throw ValidationError("--plain and --jsonl exclude each other.")
    }
    try stream.requireStandardInput(input == "-")
  }

  func run() async throws {
    let settings = TunerSettings.load()
    let stored = analysis.hasConcertPitch ? nil : settings.concertPitch
    let tuner = try Tuner(
      concertPitch: stored ?? analysis.concertPitch, spelling: spelling ?? .sharps,
      tolerance: tolerance ?? 3)
    do {
      var model = TunerModel(tuner: tuner, target: try target.target())
      // Other clocks made a file, and none a simulation.
      if isLive { model.clock = settings.clock }
      if let session = screenSession() {
        try await show(model, on: session)
      } else {
        try await feed(model)
      }
    } catch let error as AudioDeviceError {
      complain(error.description)
      complain("Try kammerton devices, --device NAME, or --simulate.")
      throw ExitStatus.nothingDone
    } catch {
      complain("\(error)")
      throw ExitStatus.nothingDone
    }
  }

  static func tolerance(_ argument: String) throws -> Double {
    guard let tolerance = Double(decimal: argument), Tuner.toleranceLimits.contains(tolerance)
    else {
      throw ValidationError("Write a number of cents in 0.1...50.")
    }
    return tolerance
  }
}

// MARK: - Display

extension TuneCommand {
  private var capabilities: Capabilities {
    Capabilities(
      environment: .process, isTerminal: ByteOutput.standardOutput.isTerminal)
  }

  /// The terminal for the full-screen view, or `nil` for lines.
  private func screenSession() -> TerminalSession? {
    guard !plain, !jsonl, capabilities.canMoveCursor,
      let keyboard = TerminalSession.keyboardDescriptor()
    else { return nil }
    return TerminalSession(output: .standardOutput, inputDescriptor: keyboard)
  }

  private func show(_ model: TunerModel, on session: TerminalSession) async throws {
    let app = TunerApp(model: model, session: session, capabilities: capabilities)
    try await app.run(events(inRealTime: true))
  }

  private func feed(_ model: TunerModel) async throws {
    let feed = TunerFeed(
      style: jsonl ? .jsonLines : .plain(hasUnicode: capabilities.hasUnicode))
    try await feed.run(events(inRealTime: realtime), model)
  }
}

// MARK: - Source

extension TuneCommand {
  private func events(inRealTime: Bool) -> TunerFeed.Events {
    let analysis = analysis
    let hop = hop ?? .standard
    let pitches = LivePitches(
      source: source(clock: inRealTime ? ContinuousClock() : nil),
      buffering: isLive || inRealTime ? .newest(256) : .everything
    ) { try analysis.tracker(sampleRate: $0, hop: hop, isLive: true) }
    return pitches.events
  }

  /// Whether the source does not wait for a slow reader.
  private var isLive: Bool { input == nil && simulate == nil }

  private func source(clock: ContinuousClock?) -> any AudioSource {
    let selection = analysis.selection
    switch (input, simulate) {
    case ("-", _):
      let format = stream.streamFormat
      // A live pipe has its own pace; a second clock would only fall behind it.
      let pace = realtime || isRegularFile(0) ? clock : nil
      return FileSource(name: "standard input", clock: pace) { () throws(AudioFileError) in
        try AudioStreamReader(format: format, channel: selection)
      }
    case (let path?, _):
      return FileSource(path: path, channel: selection, clock: clock)
    case (_, .guitar):
      return SimulatedSource(.guitar, clock: ContinuousClock())  // endless: never at full speed
    case (_, .tones(let tones)):
      let frequencies = tones.map { $0.frequency(under: analysis.concertPitch) }
      return SimulatedSource(.tones(frequencies, duration: 2), clock: clock)
    default:
      return MicrophoneSource(
        device: DeviceSelection(device ?? ""), channel: selection.inputChannel)
    }
  }
}

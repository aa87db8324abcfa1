import ArgumentParser
import AudioDevices
import CommandIO
import LiveAudio
import Reports
import SoundMessages
import SoundModem

/// `kammerton band-test`: which bands a loudspeaker and a microphone can use.
struct BandTestCommand: AsyncParsableCommand, DeviceCommand {
  static let configuration = CommandConfiguration(
    commandName: "band-test",
    abstract: "Play tones, hear them, and say which bands work.",
    usage: "kammerton band-test [<options>]",
    discussion: """
      Tests this loudspeaker with this microphone; tones of 2 to 19.5 kHz for 4 s.

      Example: kammerton band-test --level -20
      """,
    shouldDisplay: false)  // the general help has no line to spare

  @Option(help: ArgumentHelp("Number or part of the name.", valueName: "name"))
  private var microphone: String?

  @Option(help: ArgumentHelp("Number or part of the name.", valueName: "name"))
  private var loudspeaker: String?

  @OptionGroup private var level: ModemLevelOption

  @Flag(help: "A JSON object a band: letter, reach, SNR, and each tone.")
  private var jsonl = false

  var adviceOnDevices: String { "--microphone NAME or --loudspeaker NAME" }

  func validate() throws {
    guard (-120...0).contains(level.decibels) else {
      throw ValidationError("--level must lie in -120...0 dBFS.")
    }
  }

  func run() async throws {
    guard let survey = try await hear() else { throw ExitStatus.interrupted }
    let lines = jsonl ? survey.results.map(\.object) : survey.lines
    try ByteOutput.standardOutput.write(lines.joined(separator: "\n") + "\n")
    guard survey.results.contains(where: { $0.reach > .none }) else { throw ExitStatus.someFailed }
  }

  /// Plays all tones while it listens, and half a second longer.
  ///
  /// - Returns: What was heard; `nil` if the user has lost patience.
  private func hear() async throws -> BandSurvey? {
    let source = MicrophoneSource(named: microphone)
    let interruption = Interruption()
    let watcher = interruption.watchSignals { Task { await source.stop() } }
    defer { withExtendedLifetime(watcher) {} }
    let status = StatusLine()
    defer { status.clear() }
    var survey: BandSurvey?
    var playing: Task<Void, any Error>?
    for try await event in source.start() {
      switch event {
      case .started(_, let rate):
        guard playing == nil else { throw BandTestError.lost }
        let current = try BandSurvey(sampleRate: rate)
        survey = current
        playing = play(current.bands, until: source)
        status.show("listening to its own tones")
      case .block(let block):
        guard var current = survey else { continue }
        survey = nil  // held once, so that nothing is copied
        current.append(block.span)
        survey = current
      case .lost: throw BandTestError.lost
      default: continue
      }
    }
    guard !interruption.isRequested else { return nil }
    try await playing?.value
    return survey
  }

  private func play(_ bands: [ModemBand], until source: MicrophoneSource) -> Task<Void, any Error> {
    let (sink, level) = (SpeakerSink(named: loudspeaker), level.decibels)
    return Task {
      do {
        let player = SoundPlayer(sink: sink) { format in
          let possible = bands.filter { format.sampleRate >= $0.lowestSampleRate }
          return try SurveySound(bands: possible, level: level, sampleRate: format.sampleRate)
        }
        try await player.play()
        try await Task.sleep(for: .seconds(0.5))
      } catch {
        await source.stop()
        throw error
      }
      await source.stop()
    }
  }
}

/// Why a test of the bands has ended early.
private enum BandTestError: Error, CustomStringConvertible {
  case lost

  var description: String { "The microphone was lost. Try again." }
}

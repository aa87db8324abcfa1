import ArgumentParser
import AudioDevices
import CommandIO
import CommandOptions
import LiveAudio
import Reports
import SoundMessages
import SoundModem

/// `kammerton band-test`: which bands a loudspeaker and a microphone can use.
struct BandTestCommand: AsyncParsableCommand, DeviceCommand {
  static let configuration = CommandConfiguration(
    commandName: "band-test",
    abstract: "Test which frequency bands your devices can use.",
    usage: "kammerton band-test [<options>]",
    discussion: """
      Plays tones between 2 and 19.5 kHz for 4 s, and measures how well the microphone receives \
      them.

      Example: kammerton band-test --level -20
      """)

  @OptionGroup private var device: MicrophoneOption

  @OptionGroup private var player: LoudspeakerOption

  @OptionGroup private var level: ModemLevelOption

  @Flag(help: "Print one JSON object per band: letter, reach, SNR and each tone.")
  private var jsonl = false

  var adviceOnDevices: String { "--microphone NAME or --loudspeaker NAME" }

  func validate() throws {
    guard (-120...0).contains(level.decibels) else {
      throw ValidationError("--level must be between -120 and 0 dBFS.")
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
    let source = MicrophoneSource(named: device.microphone)
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
        status.show("playing and measuring tones")
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
    let (sink, level) = (SpeakerSink(named: player.loudspeaker), level.decibels)
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

  var description: String {
    "The microphone was disconnected during the test. Connect it and try again."
  }
}

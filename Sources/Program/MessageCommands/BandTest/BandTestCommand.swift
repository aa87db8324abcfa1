package import ArgumentParser
import AudioDevices
import AudioFiles
import CommandKit
import LiveAudio
import SoundModem

/// `kammerton doctor band-test`: finds the bands that a loudspeaker and a microphone can use.
package struct BandTestCommand: AsyncParsableCommand, DeviceCommand {
  package static let configuration = CommandConfiguration(
    commandName: "band-test",
    abstract: "Test which frequency bands your devices can use.",
    usage: "kammerton doctor band-test [FILE] [<options>]",
    discussion: """
      Plays tones between 2 and 19.5 kHz and a packet in each band, and measures how well the \
      microphone receives them, how much their phases wander, and the echo of the room. It takes \
      about 14 s. To test the way \
      from one device to another, run it with --listen on one, then with --play on the other.

      Example: kammerton doctor band-test --level -20
      """)

  @Argument(
    help: ArgumentHelp("Recording of a test to read instead.", valueName: "file"),
    completion: .file())
  private var input: String?

  @Flag(
    name: .customLong("listen"), help: "Play nothing: listen for 30 s to another device.")
  private var onlyListens = false

  @Flag(name: .customLong("play"), help: "Only play, for another device that listens.")
  private var onlyPlays = false

  @OptionGroup private var device: MicrophoneOption

  @OptionGroup private var player: LoudspeakerOption

  @OptionGroup private var level: ModemLevelOption

  @Option(
    help: ArgumentHelp(
      "Write what the microphone heard to this WAV, for a report of a room that causes trouble.",
      valueName: "file"))
  private var recording: String?

  @Flag(
    help: """
      Print one JSON object per band: letter, reach, SNR, wander of phases in radians, each tone, \
      and the room's echo.
      """)
  private var jsonl = false

  package init() {}

  var adviceOnDevices: String { "--microphone NAME or --loudspeaker NAME" }

  package func validate() throws {
    try Refusals.limit("--level", level.decibels, to: -120...0, "dBFS")
    try Refusals.exclude(["FILE": input != nil, "--listen": onlyListens, "--play": onlyPlays])
  }

  package func run() async throws {
    if onlyPlays { return try await play(ModemBand.allCases) }
    if let input { return try report(try read(input)) }
    guard let test = try await measure() else { throw ExitStatus.interrupted }
    try report(test)
  }

  private func report(_ test: BandTest) throws {
    let results = test.survey.results
    let advice = test.roomLines(results) ?? [BandSurvey.advice(results)]
    let lines = jsonl ? objects(of: test, results) : BandSurvey.table(results) + advice
    if let recording { try write(test, to: recording) }
    try ByteOutput.standardOutput.write(lines.joined(separator: "\n") + "\n")
    guard results.contains(where: { $0.reach > .none }) else { throw ExitStatus.someFailed }
  }

  private func read(_ path: String) throws -> BandTest {
    var reader = try AudioFileReader(path: path)
    var test = try BandTest(sampleRate: reader.sampleRate)
    var block: [Float] = []
    var unusable = UnusableSamples()
    while try reader.read(into: &block, maximumCount: 8192) > 0 {
      unusable.silence(&block)
      test.append(block.span)
    }
    test.finish()
    unusable.report(path)
    if reader.isTruncated { complainOfCutOff(path, "measured") }
    return test
  }

  private func objects(of test: BandTest, _ results: [BandReport]) -> [String] {
    results.map { report in
      let room = test.rooms.first { $0.band == report.band }
      return report.object(room: room?.object ?? "null")
    }
  }

  private func write(_ test: BandTest, to path: String) throws {
    try AudioFileWriter.write(
      test.recording, to: path, format: .waveFloat, sampleRate: test.survey.sampleRate)
  }

  /// Listens, and unless `--listen` is given, plays all tones and packets meanwhile.
  ///
  /// - Returns: The finished test; `nil` if the user interrupted it.
  private func measure() async throws -> BandTest? {
    let source = MicrophoneSource(named: device.microphone)
    let interruption = Interruption()
    let watcher = interruption.watchSignals(stopping: source)
    defer { withExtendedLifetime(watcher) {} }
    let status = StatusLine()
    defer { status.clear() }
    var test: BandTest?
    var playing: Task<Void, any Error>?
    for try await event in Live(source: source, makeAnalysis: { _ in SampleBlocks() }) {
      switch event {
      case .started(_, let rate):
        guard playing == nil else { throw BandTestError.lost }
        let current = try BandTest(sampleRate: rate)
        test = current
        playing = onlyListens ? wait(until: source) : play(current.survey.bands, until: source)
        status.show(onlyListens ? "listening for 30 s" : "playing and measuring")
      case .reading(let block): test?.append(block.span)
      case .lost: throw BandTestError.lost
      default: continue
      }
    }
    guard !interruption.isRequested else { return nil }
    try await playing?.value
    test?.finish()
    return test
  }

  private func wait(until source: MicrophoneSource) -> Task<Void, any Error> {
    Task {
      try await Task.sleep(for: .seconds(30))
      await source.stop()
    }
  }

  private func play(_ bands: [ModemBand], until source: MicrophoneSource) -> Task<Void, any Error> {
    Task {
      do {
        try await play(bands)
      } catch {
        await source.stop()
        throw error
      }
      await source.stop()
    }
  }
}

extension BandTestCommand {
  /// Plays the tones of all bands, and then their packets.
  private func play(_ bands: [ModemBand]) async throws {
    let level = level.decibels
    let player = SoundPlayer(sink: SpeakerSink(named: player.loudspeaker)) { format in
      let possible = bands.filter { format.sampleRate >= $0.lowestSampleRate }
      return try SurveySound(bands: possible, level: level, sampleRate: format.sampleRate)
    }
    try await player.play()
    for band in bands { try await play(band) }
  }

  /// Plays the packet of a band, and waits 1 s for the room to become silent.
  private func play(_ band: ModemBand) async throws {
    let level = level.decibels
    let player = SoundPlayer(sink: SpeakerSink(named: player.loudspeaker)) { format in
      try BandTest.packet(in: band, level: level, sampleRate: format.sampleRate)
    }
    do {
      try await player.play()
    } catch is ModemError {
      return  // the loudspeaker's rate is too low for the band
    }
    try await Task.sleep(for: .seconds(1))
  }
}

/// A test of the bands that ended early.
private enum BandTestError: Error, CustomStringConvertible {
  case lost

  var description: String {
    "The microphone was disconnected during the test. Connect it and try again."
  }
}

import ArgumentParser
import CommandKit
import PianoTuning

/// `kammerton piano measure`: measures keys from recordings or the microphone.
struct PianoMeasureCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "measure",
    abstract: "Measure keys from recordings, or from the microphone.",
    usage: "kammerton piano [measure] [<files> ...] [<options>]",
    discussion: """
      Each file is one stroke of one key. Without files, play one key after another into the \
      microphone and hold each for 4 s; the order does not matter.

      Example: kammerton piano measure --piano salon.piano --stage before
      """)

  @Argument(help: "Recordings of one key each.", completion: .file())
  private var files: [String] = []

  @Option(
    help: ArgumentHelp("Keep the measurements in this piano file.", valueName: "file"),
    completion: .file())
  private var piano: String?

  @Option(
    help: ArgumentHelp(
      "Whether the keys were tuned already: before or after. (default: before)",
      valueName: "stage"),
    transform: { try Choices.value($0) })
  private var stage: MeasurementStage?

  @OptionGroup private var device: MicrophoneOption

  @Flag(help: "Print one JSON object per key.")
  private var jsonl = false

  @OptionGroup(title: "Settings of the piano file") private var settings: PianoSettingsOptions

  init() {}

  func validate() throws {
    try Refusals.exclude(["FILE": !files.isEmpty, "--microphone": device.microphone != nil])
    guard piano != nil || (stage == nil && settings.isEmpty) else {
      throw ValidationError(
        "--stage and settings are kept in a piano file. Add --piano FILE, or remove them.")
    }
  }

  func run() async throws {
    var aim = MeasuringAim()
    aim.purpose = MeasuringPurpose(stage ?? .before)
    var run = MeasuringRun(PianoWords(isJSON: jsonl), path: piano, aim: aim)
    try run.begin { try settings.apply(to: &$0) }
    if files.isEmpty {
      try await run.listen(device)
    } else {
      try await run.read(files)
    }
  }
}

/// The words of `kammerton piano measure`.
struct PianoWords: MeasuringWords {
  typealias Meter = KeyMeter

  let isJSON: Bool

  var invitation: String {
    "Play one key, and hold it for \(Meter.longestStroke.formatted(decimals: 0)) s."
  }
  var clippedRecording: String { "The recording is clipped. Record it with less gain." }

  func line(_ entry: PianoFile.Entry, in piano: PianoFile, recording: String?) -> String {
    let line = KeyLine(entry.measurement)
    return isJSON ? line.json(file: recording) : line.text(concertPitch: piano.concertPitch)
  }

  /// Names the measurement that is used of a key that was measured before with another result.
  func notices(
    _ entry: PianoFile.Entry, _ kept: KeptMeasurement, recording: String?
  ) -> [String] {
    guard kept == .newIsUsed || kept == .oldIsUsed else { return [] }
    return [
      """
      \(entry.measurement.key.name) was measured before with another result. Both are kept, and \
      the \(kept == .newIsUsed ? "new" : "old") one is used, which has the smaller error.
      """
    ]
  }

  func progress(_ session: MeasuringSession<KeyMeter>, columns: Int) -> String {
    session.file.progress(session.aim.purpose.stage, columns: columns)
  }
}

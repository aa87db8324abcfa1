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
  private var stage: TuningStage?

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
    var session = KeySession(path: piano, stage: stage ?? .before, isJSON: jsonl)
    try session.begin { try settings.apply(to: &$0) }
    if files.isEmpty {
      try await session.listen(device)
    } else {
      try await session.read(files)
    }
  }
}

/// The piano of a run, and the file that it is saved to after each key.
struct KeySession: StrokeSession {
  static let longestStroke = StrokeSplitter.longest
  static let clippedRecording = "The recording is clipped. Record it with less gain."

  let path: String?
  let stage: TuningStage
  let isJSON: Bool
  private(set) var piano = PianoFile()

  init(path: String?, stage: TuningStage, isJSON: Bool) {
    self.path = path
    self.stage = stage
    self.isJSON = isJSON
  }

  mutating func begin(_ change: (inout PianoFile) throws -> Void) throws {
    guard let path else { return }
    piano = try PianoFile.loadOrBegin(path)
    try change(&piano)
    try piano.save(path)
  }

  var invitation: String {
    "Play one key, and hold it for \(Self.longestStroke.formatted(decimals: 0)) s."
  }

  func meter(sampleRate: Double) throws(KeyMeterError) -> KeyMeter {
    try KeyMeter(sampleRate: sampleRate)
  }

  mutating func store(_ measurement: KeyMeasurement, file: String?) throws {
    let key = KeyLine(measurement)
    let line = isJSON ? key.json(file: file) : key.text(concertPitch: piano.concertPitch)
    let notice = piano.noticeOfAdding(
      PianoFile.Entry(measurement, stage: stage, date: PianoFile.now()))
    let kept = piano
    var outputs: [() throws -> Void] = [{ try ByteOutput.standardOutput.write(line + "\n") }]
    if let path { outputs.append { try kept.save(path) } }
    defer { if path != nil, let notice { complain(notice) } }
    try Outputs.deliver(outputs)
  }

  func progress(columns: Int) -> String { piano.progress(stage, columns: columns) }
}

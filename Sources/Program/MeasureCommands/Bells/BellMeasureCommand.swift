import ArgumentParser
import BellTuning
import CommandKit
import PianoTuning

/// `kammerton bell measure`: measures objects from recordings or the microphone.
struct BellMeasureCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "measure",
    abstract: "Measure bells and their kin from recordings, or from the microphone.",
    usage: "kammerton bell [measure] [<files> ...] [<options>]",
    discussion: """
      Each file is one stroke of one object, or one note of reeds or a pipe. Without files, strike \
      one after another into the microphone, and let each ring for 6 s; the order does not matter.

      Example: kammerton bell --keep tower.bells --stage after G3.wav
      """)

  @Argument(help: "Recordings of one stroke each.", completion: .file())
  private var files: [String] = []

  @Option(
    help: ArgumentHelp("Keep the measurements in this file.", valueName: "file"),
    completion: .file())
  private var keep: String?

  @Option(
    help: ArgumentHelp(
      "Whether it was tuned already: before or after. (default: before)", valueName: "stage"),
    transform: { try Choices.value($0) })
  private var stage: MeasurementStage?

  @Option(
    help: ArgumentHelp(
      "Note that it has or is to have. (default: the nearest)", valueName: "note"),
    transform: BellText.note)
  private var note: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Temperature of the room in degrees Celsius, or with its unit, such as 64F: for pipes.",
      valueName: "degrees"),
    transform: AirOptions.celsiusByDefault)
  private var temperature: Double?

  @OptionGroup private var device: MicrophoneOption

  @Flag(help: "Print one JSON object per stroke.")
  private var jsonl = false

  @OptionGroup(title: "Objects and targets") private var options: BellOptions

  init() {}

  func validate() throws {
    try Refusals.exclude(["FILE": !files.isEmpty, "--microphone": device.microphone != nil])
    try Refusals.require("--keep FILE", keep != nil, for: ["--stage": stage != nil])
    guard note == nil || files.count == 1 else {
      throw ValidationError("--note needs one recording, because each object has its own note.")
    }
    if let temperature, !BellFile.temperatures.contains(temperature) {
      throw ValidationError("--temperature must be between -50 and 60 degrees Celsius.")
    }
  }

  func run() async throws {
    var aim = MeasuringAim()
    aim.purpose = MeasuringPurpose(stage ?? .before)
    (aim.note, aim.air) = (note, temperature)
    aim.isKindKnown = keep != nil || options.namesObject
    var run = MeasuringRun(
      BellWords(isJSON: jsonl, isObjectGiven: aim.isKindKnown), path: keep, aim: aim)
    try run.begin { try options.apply(to: &$0) }
    if files.isEmpty {
      try await run.listen(device)
    } else {
      try await run.read(files)
    }
  }
}

/// The words of `kammerton bell measure`.
struct BellWords: MeasuringWords {
  typealias Meter = ResonatorMeter

  let isJSON: Bool
  /// True if the user, or the file that is kept, says what is measured.
  let isObjectGiven: Bool

  var invitation: String {
    "Strike once, and let it ring for \(Meter.longestStroke.formatted(decimals: 0)) s."
  }
  var clippedRecording: String {
    "The recording is clipped, which adds partials. Record it with less gain."
  }

  func line(_ entry: BellFile.Entry, in bells: BellFile, recording: String?) throws -> String {
    let text = ObjectText(entry, try bells.targets())
    return isJSON ? text.json(file: recording) : text.text
  }

  func notices(
    _ entry: BellFile.Entry, _ kept: KeptMeasurement, recording: String?
  ) -> [String] {
    let head = recording.map { "\($0.printable): " } ?? ""
    return doubts(of: entry.measurement).map { head + $0 }
  }

  private func doubts(of measurement: ResonatorMeasurement) -> [String] {
    var doubts: [String] = []
    if !isObjectGiven, measurement.object != .bell {
      doubts.append("Measured as \(measurement.object.likeness). --object sets what it is.")
    }
    if let other = measurement.likelierObject {
      doubts.append("This fits \(other.likeness) better than \(measurement.object.phrase).")
    } else if measurement.isDoubtful {
      doubts.append(
        """
        The partials are not clearly those of \(measurement.object.phrase), so this note may be \
        wrong. Record one stroke alone, and set what it is with --object.
        """)
    }
    if measurement.isMixed {
      doubts.append(
        "Another bell seems to sound as well. Record one alone, and let the others fall silent.")
    }
    return doubts
  }

  func progress(_ session: MeasuringSession<ResonatorMeter>, columns: Int) -> String {
    "\(session.file.notes.count) measured. Strike the next one."
  }
}

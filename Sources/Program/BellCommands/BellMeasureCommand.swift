import ArgumentParser
import BellTuning
import CommandKit
import PianoCommands
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
  private var stage: TuningStage?

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
    var session = StrikeSession(
      path: keep, stage: stage ?? .before, note: note, temperature: temperature, isJSON: jsonl)
    session.isObjectGiven = keep != nil || options.namesObject
    try session.begin { try options.apply(to: &$0) }
    if files.isEmpty {
      try await session.listen(device)
    } else {
      try await session.read(files)
    }
  }
}

/// Measures what is known to be such an object, or with `nil` what it sounds like.
struct StrikeMeter: StrokeMeter {
  let object: SoundingObject?
  let meter: ObjectMeter

  func measure(_ stroke: [Float]) throws(ObjectMeterError) -> ObjectMeasurement {
    try meter.measure(stroke, as: object)
  }
}

/// The objects of a run, and the file that they are saved to after each.
struct StrikeSession: StrokeSession {
  static let longestStroke = 6.0
  static let clippedRecording =
    "The recording is clipped, which adds partials. Record it with less gain."

  let path: String?
  let stage: TuningStage
  let note: Int?
  let temperature: Double?
  let isJSON: Bool
  /// True if the user, or the file that is kept, says what is measured.
  var isObjectGiven = true
  private(set) var bells = BellFile()

  init(path: String?, stage: TuningStage, note: Int?, temperature: Double?, isJSON: Bool) {
    self.path = path
    self.stage = stage
    self.note = note
    self.temperature = temperature
    self.isJSON = isJSON
  }

  mutating func begin(_ change: (inout BellFile) throws -> Void) throws {
    if let path { bells = try BellFile.loadOrBegin(path) }
    try change(&bells)
    if let path { try bells.save(path) }
  }

  var invitation: String {
    "Strike once, and let it ring for \(Self.longestStroke.formatted(decimals: 0)) s."
  }

  func meter(sampleRate: Double) throws(ObjectMeterError) -> StrikeMeter {
    StrikeMeter(
      object: isObjectGiven ? bells.object : nil, meter: try ObjectMeter(sampleRate: sampleRate))
  }

  mutating func store(_ measurement: ObjectMeasurement, file: String?) throws {
    let targets = try bells.targets()
    let note = note ?? targets.note(nearestTo: measurement.strike)
    let entry = BellFile.Entry(
      note: note, measurement, stage: stage, date: BellFile.now(), temperature: temperature)
    let text = ObjectText(entry, targets)
    bells.entries.append(entry)
    let kept = bells
    let line = (isJSON ? text.json(file: file) : text.text) + "\n"
    var outputs: [() throws -> Void] = [{ try ByteOutput.standardOutput.write(line) }]
    if let path { outputs.append { try kept.save(path) } }
    defer {
      for doubt in doubts(of: measurement) {
        complain((file.map { "\($0.printable): " } ?? "") + doubt)
      }
    }
    try Outputs.deliver(outputs)
  }

  private func doubts(of measurement: ObjectMeasurement) -> [String] {
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

  func progress(columns: Int) -> String {
    "\(bells.notes.count) measured. Strike the next one."
  }
}

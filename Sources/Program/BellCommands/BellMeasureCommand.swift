import ArgumentParser
import AudioDevices
import AudioFiles
import BellTuning
import CommandKit
import LiveAudio
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
  private var stage: PianoFile.Stage?

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
    if let temperature, !PianoFile.temperatures.contains(temperature) {
      throw ValidationError("--temperature must be between -50 and 60 degrees Celsius.")
    }
  }

  func run() async throws {
    var session = Session(
      path: keep, stage: stage ?? .before, note: note, temperature: temperature, isJSON: jsonl)
    try session.begin { try options.apply(to: &$0) }
    if files.isEmpty {
      try await listen(session)
    } else {
      try await read(&session)
    }
  }

  private static let clippedRecording =
    "The recording is clipped, which adds partials. Record it with less gain."

  private func read(_ session: inout Session) async throws {
    var failures = 0
    for file in files {
      let source = FileSource(recording: file, "measured")
      do {
        let strokes = StrikeReader.strokes(of: source, session.bells.object, wholeIsOneStroke: true)
        for try await event in strokes {
          switch event {
          case .reading(.object(let measurement, let isClipped)):
            if isClipped { complain("\(file.printable): \(Self.clippedRecording)") }
            try session.store(measurement, file: file)
          case .reading(.refused(let error, let isClipped)):
            complain("\(file.printable): \(error)\(isClipped ? " " + Self.clippedRecording : "")")
            failures += 1
          default: continue
          }
        }
      } catch let error as AudioFileError {
        complain("\(error)")
        failures += 1
      } catch let error as ObjectMeterError {
        complain("\(file.printable): \(error)")
        failures += 1
      }
    }
    guard failures > 0 else { return }
    throw ExitCode(failures == files.count ? 2 : 1)
  }

  /// Measures strokes until the user ends it. Each is saved at once.
  private func listen(_ session: Session) async throws {
    let status = StatusLine()
    let source = SavedSettings.load().microphone(named: device.microphone)
    try await untilStopped((), leave: status.clear) {
      defer { status.clear() }
      var session = session
      let strokes = StrikeReader.strokes(of: source, session.bells.object, wholeIsOneStroke: false)
      for try await event in strokes {
        status.clear()
        switch event {
        case .started:
          status.show("Strike once, and let it ring for \(Int(StrikeReader.longest)) s.")
          continue
        case .reading(.object(let measurement, let isClipped)):
          if isClipped { complain(InputAdvice.clipped) }
          try session.store(measurement, file: nil)
        case .reading(.refused(let error, let isClipped)):
          complain("\(error)\(isClipped ? " " + InputAdvice.clipped : "")")
        case .reading(.interrupted):
          complain("Sound is missing, because this machine was busy. Strike again.")
        case .lost(let reason): complain(reason)
        case .skipped, .dropped, .retrying, .resumed, .ended: break
        }
        status.show("\(session.bells.notes.count) measured. Strike the next one.")
      }
    }
  }
}

extension BellMeasureCommand {
  /// The objects of a run, and the file that they are saved to after each.
  private struct Session: Sendable {
    let path: String?
    let stage: PianoFile.Stage
    let note: Int?
    let temperature: Double?
    let isJSON: Bool
    private(set) var bells = BellFile()

    init(
      path: String?, stage: PianoFile.Stage, note: Int?, temperature: Double?, isJSON: Bool
    ) {
      self.path = path
      self.stage = stage
      self.note = note
      self.temperature = temperature
      self.isJSON = isJSON
    }

    mutating func begin(_ change: (inout BellFile) throws -> Void) throws {
      if let path, UserFiles.exists(path) { bells = try BellFile.load(path) }
      try change(&bells)
      if let path { try bells.save(path) }
    }

    mutating func store(_ measurement: ObjectMeasurement, file: String?) throws {
      let targets = try bells.targets()
      let note = note ?? targets.note(nearestTo: measurement.strike)
      let entry = BellFile.Entry(
        note: note, measurement, stage: stage, date: PianoFile.now(), temperature: temperature)
      let text = ObjectText(entry, targets)
      try ByteOutput.standardOutput.write((isJSON ? text.json(file: file) : text.text) + "\n")
      if let other = measurement.likelierObject {
        let name = file.map { "\($0.printable): " } ?? ""
        complain(
          "\(name)This fits \(other.likeness) better than \(measurement.object.phrase).")
      }
      if measurement.isMixed {
        let name = file.map { "\($0.printable): " } ?? ""
        complain(
          "\(name)Another bell seems to sound as well. Record one alone, and let the others fall silent."
        )
      }
      bells.entries.append(entry)
      if let path { try bells.save(path) }
    }
  }
}

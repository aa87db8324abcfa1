import ArgumentParser
import AudioDevices
import AudioFiles
import CommandKit
import LiveAudio
import PianoTuning
import SignalProcessing

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
    transform: PianoText.stage)
  private var stage: PianoFile.Stage?

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
    var session = Session(path: piano, stage: stage ?? .before, isJSON: jsonl)
    try session.begin { try settings.apply(to: &$0) }
    if files.isEmpty {
      try await listen(session)
    } else {
      try await read(&session)
    }
  }

  private static let clippedRecording = "The recording is clipped. Record it with less gain."

  private func read(_ session: inout Session) async throws {
    var failures = 0
    for file in files {
      let source = FileSource(recording: file, "measured")
      do {
        for try await event in StrokeReader.strokes(of: source, wholeIsOneStroke: true) {
          switch event {
          case .reading(.key(let measurement, let isClipped)):
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
      } catch let error as KeyMeterError {
        complain("\(file.printable): \(error)")
        failures += 1
      }
    }
    guard failures > 0 else { return }
    throw ExitCode(failures == files.count ? 2 : 1)
  }

  /// Measures keys until the user ends it. Each key is saved at once.
  private func listen(_ session: Session) async throws {
    let status = StatusLine()
    let source = SavedSettings.load().microphone(named: device.microphone)
    try await untilStopped((), leave: status.clear) {
      defer { status.clear() }
      var session = session
      for try await event in StrokeReader.strokes(of: source, wholeIsOneStroke: false) {
        status.clear()
        switch event {
        case .started:
          status.show(
            "Play one key, and hold it for \(StrokeSplitter.longest.formatted(decimals: 0)) s.")
          continue
        case .reading(.key(let measurement, let isClipped)):
          if isClipped { complain(InputAdvice.clipped) }
          try session.store(measurement, file: nil)
        case .reading(.refused(let error, let isClipped)):
          complain("\(error)\(isClipped ? " " + InputAdvice.clipped : "")")
        case .reading(.interrupted): complain(InputAdvice.dropped)
        case .lost(let reason): complain(reason)
        case .skipped, .dropped, .retrying, .resumed, .ended: break
        }
        status.show(session.progress(columns: status.columns))
      }
    }
  }
}

extension PianoMeasureCommand {
  /// The piano of a run, and the file that it is saved to after each key.
  private struct Session: Sendable {
    let path: String?
    let stage: PianoFile.Stage
    let isJSON: Bool
    private(set) var piano = PianoFile()

    init(path: String?, stage: PianoFile.Stage, isJSON: Bool) {
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

    mutating func store(_ measurement: KeyMeasurement, file: String?) throws {
      let line = KeyLine(measurement)
      try ByteOutput.standardOutput.write(
        (isJSON ? line.json(file: file) : line.text(concertPitch: piano.concertPitch)) + "\n")
      let notice = piano.noticeOfAdding(
        PianoFile.Entry(measurement, stage: stage, date: PianoFile.now()))
      guard let path else { return }
      if let notice { complain(notice) }
      try piano.save(path)
    }

    func progress(columns: Int) -> String { piano.progress(stage, columns: columns) }
  }
}

/// Measures the strokes of a stream, one after another.
struct StrokeReader: SampleAnalysis {
  /// The result of a stroke.
  enum Outcome: Sendable {
    case key(KeyMeasurement, isClipped: Bool)
    case refused(KeyMeterError, isClipped: Bool)
    /// Samples of the stroke are missing, so that its measurement would be wrong.
    case interrupted
  }

  private var meter: KeyMeter
  private var splitter: StrokeSplitter
  private var whole: [Float]?  // of a file that is one stroke
  private let longestWhole: Int
  private var ready: [Outcome] = []

  /// - Parameters:
  ///   - wholeIsOneStroke: Whether the stream is one stroke, such as a file.
  ///   - sampleRate: In hertz.
  /// - Throws: `KeyMeterError` for a sample rate that is too low or too high.
  init(wholeIsOneStroke: Bool, sampleRate: Double) throws(KeyMeterError) {
    meter = try KeyMeter(sampleRate: sampleRate)
    splitter = StrokeSplitter(sampleRate: sampleRate)
    whole = wholeIsOneStroke ? [] : nil
    longestWhole = Int(30 * sampleRate)
  }

  mutating func append(_ block: Span<Float>) {
    let samples = block.withUnsafeBufferPointer(Array.init)
    if let count = whole?.count {
      if count < longestWhole { whole? += samples }
    } else {
      for stroke in splitter.append(samples) { measure(stroke) }
    }
  }

  mutating func next() -> Outcome? { ready.isEmpty ? nil : ready.removeFirst() }

  mutating func interrupt() {
    if splitter.discard() { ready.append(.interrupted) }
  }

  mutating func finish() {
    if let last = whole ?? splitter.finish() { measure(last) }
  }

  static func delayed(_ outcome: Outcome, by seconds: Double) -> Outcome { outcome }

  private mutating func measure(_ samples: [Float]) {
    var clipping = ClippingCounter()
    clipping.append(samples)
    do {
      ready.append(.key(try meter.measure(samples), isClipped: clipping.isClipped))
    } catch {
      ready.append(.refused(error, isClipped: clipping.isClipped))
    }
  }
}

extension StrokeReader {
  /// Returns the strokes of a source.
  static func strokes(
    of source: any AudioSource, wholeIsOneStroke: Bool
  ) -> Live<StrokeReader> {
    Live(source: source) {
      try StrokeReader(wholeIsOneStroke: wholeIsOneStroke, sampleRate: $0)
    }
  }
}

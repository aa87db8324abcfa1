package import ArgumentParser
import AudioFiles
import CommandKit
import Connections
import IntonationPractice
import LiveAudio
import Metronome
import MusicTheory
import Plotting
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `kammerton practice`: scores the intonation and the time of a scale, a piece or a rhythm.
package struct PracticeCommand: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "practice",
    abstract: "Score how you play a scale, a piece or a rhythm.",
    usage: """
      kammerton practice <score> [<recording>] [<options>]
      kammerton practice --rhythm <meter> [<recording>] [<options>]
      """,
    discussion: """
      The score is a scale, such as C-major or Bb3-harmonic-minor, a MIDI file or MusicXML, compressed \
      (.mxl) or not. Without a recording, play into the microphone in any tempo; four seconds of \
      silence, or Ctrl-C, end it. Early and late are against the click with --click, and otherwise \
      against a beat of your own.

      Example: kammerton practice D4-major --temperament just --plot notes.svg
      Example: kammerton practice --rhythm 4/4 --tempo 90 --mute 3:1
      """)

  @Argument(
    help: "Scale, such as C-major or A3-melodic-minor, a MIDI file or MusicXML.",
    completion: .file())
  private var score: String?

  @Argument(help: "Recording to score, instead of the microphone.", completion: .file())
  private var recording: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Octaves of a scale, 1...4. (default: 1)", valueName: "n"))
  private var octaves: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Voice of a file, counted from 1. (default: 1)", valueName: "n"))
  private var voice: Int?

  @OptionGroup private var device: MicrophoneOption

  @OptionGroup private var companion: CompanionOptions

  @OptionGroup(title: "Time options") private var time: TimeOptions

  @OptionGroup(title: "Repetition options") private var repetition: RepetitionOptions

  @OptionGroup private var range: RangeOptions

  @OptionGroup(title: "Pitch options") private var pitch: ConcertPitchOption
  @OptionGroup(title: "Pitch options") private var air: AirOptions
  @OptionGroup(title: "Pitch options") private var temperament: TemperamentOptions
  @OptionGroup(title: "Pitch options") private var names: PracticeNamingOptions

  @Option(
    help: ArgumentHelp(
      "Draw each note to this .png, .svg or .pdf file.", valueName: "file"), completion: .file())
  private var plot: String?

  @Option(
    help: ArgumentHelp(
      "Draw each interval to this .png, .svg or .pdf file.", valueName: "file"),
    completion: .file())
  private var plotIntervals: String?

  @OptionGroup private var export: ExportOptions

  @Flag(
    inversion: .prefixedNo,
    help: "Record the result for kammerton history. (default: microphone only)")
  private var history: Bool?

  @Flag(help: "Print one JSON object.")
  private var json = false

  package init() {}

  package func validate() throws {
    try validateTime()
    try validateRepetition()
    guard recording == nil || (device.microphone == nil && !companion.isWanted) else {
      throw ValidationError(
        "A recording excludes --microphone, --drone and --play. Give either a recording or those.")
    }
    if let octaves, !(1...4).contains(octaves) {
      throw ValidationError("--octaves must be between 1 and 4.")
    }
    if let voice, voice < 1 { throw ValidationError("--voice must be 1 or more.") }
    do {
      for path in [plot, plotIntervals].compactMap({ $0 }) { _ = try PlotFormat(path: path) }
    } catch {
      throw ValidationError("\(error)")
    }
    _ = try air.moved(pitch.a4 ?? .standard)
  }

  private func validateTime() throws {
    if time.rhythm != nil {
      guard recording == nil else {
        throw ValidationError("--rhythm takes no score. Give the recording alone, or remove it.")
      }
      try Refusals.exclude([
        "--rhythm": true, "--drone": companion.drone, "--play": companion.play,
        "--octaves": octaves != nil, "--voice": voice != nil,
        "--plot-intervals": plotIntervals != nil,
      ])
    } else if score == nil {
      throw ValidationError(
        "What is to be played is missing. Give a scale such as C-major, a file, or --rhythm 4/4.")
    }
    let isRecorded = recording != nil || (time.rhythm != nil && score != nil)
    guard !isRecorded || (time.click != true && time.mute == nil && time.bars == nil) else {
      throw ValidationError(
        "A recording excludes --click, --mute and --bars. Give either a recording or those.")
    }
    try Refusals.exclude([
      "--click": time.click == true || time.mute != nil, "--drone": companion.drone,
      "--play": companion.play,
    ])
    try Refusals.exclude(["--play": companion.play, "--rubato": time.rubato])
    guard companion.isWanted || time.hasClick || companion.loudspeaker == nil else {
      throw ValidationError(
        "--loudspeaker needs --drone, --play or --click. Add one, or remove it.")
    }
  }

  private func validateRepetition() throws {
    try Refusals.exclude(["--rhythm": time.rhythm != nil, "--wait": repetition.wait])
    try Refusals.exclude(["--rhythm": time.rhythm != nil, "--loop": repetition.loop != nil])
    try Refusals.exclude(["--rhythm": time.rhythm != nil, "--export": export.path != nil])
    // A score that waits has no tempo.
    try Refusals.exclude([
      "--wait": repetition.wait,
      "--play, --drone, --click, --mute, --rubato and --tempo": companion.isWanted
        || time.hasClick || time.rubato || companion.tempo != nil,
    ])
    try Refusals.exclude([
      "--loop": repetition.loop != nil,
      "--plot, --plot-intervals, --drone and --rubato": plot != nil || plotIntervals != nil
        || companion.drone || time.rubato,
    ])
    if repetition.loop != nil {
      try Refusals.require(
        "--click or --play", time.hasClick || companion.play,
        for: ["--tempo": companion.tempo != nil])
    }
  }

  package func run() async throws {
    if let pattern = try time.rhythmPattern(), let meter = try time.meter() {
      return try await runRhythm(pattern, meter)
    }
    let score = try repetition.passage(
      of: PracticeSource.score(
        score ?? "", voice: voice, octaves: octaves, naming: names.naming))
    let concertPitch = try concertPitch(of: score)
    for remark in score.remarks { complain("\(remark)".printable) }
    if let remark = try range.remark(
      on: score, under: concertPitch, naming: names.naming)
    {
      complain(remark)
    }
    for path in [plot, plotIntervals, export.path].compactMap({ $0 }) {
      try AtomicTextFile.requirePlace(path)
    }
    let start = Date()
    let repeated = RepetitionRun(
      score: score, concertPitch: concertPitch, naming: names.naming, options: repetition,
      recording: recording, microphone: device.microphone, companion: companion, time: time)
    if repetition.loop != nil { return try await report(repeated.looped(), start: start) }
    var isComplete = true
    let take: PracticeTake
    if repetition.wait {
      (take, isComplete) = try await repeated.waited()
    } else {
      take = try await self.take(score, concertPitch)
    }
    let result = Intonation(score, played: take.notes, concertPitch: concertPitch)
    // A player who waits for answers has no tempo.
    let timing =
      repetition.wait
      ? nil
      : TimingReport(
        timing: Timing(
          companion.play ? score.withoutTempos : score, result, plan: take.plan),
        latency: take.latency)
    var isRecorded = true
    if history ?? (recording == nil) {
      isRecorded = PracticeRecord(
        score, result, timing: timing.flatMap { $0.isShown(isTimeWanted) ? $0.timing : nil },
        under: concertPitch, temperament: temperament.name,
        source: recording ?? "microphone"
      ).write(start: start)
    }
    let report = PracticeReport(
      score: score, result: result, timing: timing,
      isTimeWanted: isTimeWanted,
      tuning: "A4 = \(concertPitch.frequency.formatted(decimals: 1)) Hz, "
        + temperament.name.printable, naming: names.naming, concertPitch: concertPitch)
    try ByteOutput.standardOutput.write((json ? report.json : report.text) + "\n")
    if let plot { try write(report.notePlot.picture(PlotFormat(path: plot)), to: plot) }
    if let path = plotIntervals {
      try write(report.intervalPlot.picture(PlotFormat(path: path)), to: path)
    }
    try export.write(take.notes, of: score, result, plan: take.plan, under: concertPitch)
    guard report.result.spread != nil else {
      complain("No note of the score was recognised.")
      throw ExitStatus.nothingDone
    }
    guard isRecorded, isComplete else { throw ExitStatus.someFailed }
  }

  /// Prints the report of a loop. The last pass is recorded and exported.
  private func report(
    _ looped: (session: LoopSession, isComplete: Bool), start: Date
  ) async throws {
    let session = looped.session
    let concertPitch = session.concertPitch
    let report = LoopReport(
      session: session,
      tuning: "A4 = \(concertPitch.frequency.formatted(decimals: 1)) Hz, "
        + temperament.name.printable)
    try ByteOutput.standardOutput.write((json ? report.json : report.text) + "\n")
    guard let last = session.passes.last else {
      complain("Nothing was played.")
      throw ExitStatus.nothingDone
    }
    var isRecorded = true
    if history ?? (recording == nil) {
      isRecorded = PracticeRecord(
        session.passage, last.result, timing: nil, under: concertPitch,
        temperament: temperament.name,
        source: recording ?? "microphone"
      ).write(start: start)
    }
    try export.write(
      last.notes, of: session.passage, last.result, plan: last.plan, under: concertPitch)
    guard isRecorded, looped.isComplete else { throw ExitStatus.someFailed }
  }

  /// True if times were asked for.
  private var isTimeWanted: Bool { time.isWanted || companion.play || companion.tempo != nil }

  /// A temperament starts from the tonic, unless `--root` says otherwise.
  func concertPitch(of score: PracticeScore) throws -> ConcertPitch {
    try temperament.applied(
      to: air.moved(pitch.a4 ?? .standard), defaultRoot: score.key?.tonic ?? NoteName(.c))
  }

  private func write(_ bytes: [UInt8], to path: String) throws {
    let output = try AtomicTextFile(path: path)
    try output.write(bytes)
    try output.finish()
  }
}

// MARK: - Listening

extension PracticeCommand {
  private func take(
    _ score: PracticeScore, _ concertPitch: ConcertPitch
  ) async throws -> PracticeTake {
    var session = PracticeSession(
      score: score, concertPitch: concertPitch, companion: companion, time: time,
      microphone: device.microphone)
    if let recording {
      let source = FileSource(recording: recording, "scored")
      let listener = NoteListener(score: score, concertPitch: concertPitch, pause: nil)
      return PracticeTake(notes: try await listener.run(source) { _ in }.notes, plan: session.plan)
    }
    let naming = names.naming
    if repetition.plain {
      session.display = PracticeLines(
        score, concertPitch: concertPitch, plan: session.plan, naming: naming)
      return try await session.run()
    }
    if let terminal = screenSession() {
      let lane = PracticeLane(
        score, concertPitch: concertPitch, plan: session.plan, naming: naming)
      session.display = lane
      let shown = session
      return try await lane.follow(on: terminal) { try await shown.run() }
        ?? PracticeTake(plan: session.plan)
    }
    return try await withStatusLine(session)
  }

  /// The terminal for the lane; `nil` for the status line.
  private func screenSession() -> TerminalSession? {
    let output = ByteOutput.standardOutput
    let capabilities = Capabilities(environment: .process, isTerminal: output.isTerminal)
    guard capabilities.canMoveCursor, let keyboard = TerminalSession.keyboardDescriptor() else {
      return nil
    }
    return TerminalSession(output: output, inputDescriptor: keyboard)
  }

  private func withStatusLine(_ session: PracticeSession) async throws -> PracticeTake {
    let (score, concertPitch, naming) = (session.score, session.concertPitch, names.naming)
    let numbers = score.notes.map(\.midiNumber)
    let names = score.notes.prefix(12).map { naming.name($0.midiNumber, in: score) }.joined(
      separator: " ")
    let pause = companion.pause(for: score)
    let status = StatusLine()
    status.show(
      "Play \(names)\(numbers.count > 12 ? " ..." : "") and stop for \(pause.formatted(decimals: 0)) s, "
        + "or press Ctrl-C.")
    defer { status.clear() }
    let count = Atomic(0)
    var session = session
    session.report = { note in
      let number = count.wrappingAdd(1, ordering: .relaxed).newValue
      let near = concertPitch.nearestNote(to: note.frequency)
      status.show(
        "\(number) of \(numbers.count)   \(near.map { naming.name($0.midiNumber, in: score) } ?? "")   "
          + "\(note.frequency.formatted(decimals: 1)) Hz")
    }
    return try await session.run()
  }

  /// `--rhythm`: the first argument, if there is one, is the recording.
  private func runRhythm(_ pattern: RhythmPattern, _ meter: Meter) async throws {
    let practice = RhythmPractice(
      meter: meter, pattern: pattern, companion: companion, time: time,
      microphone: device.microphone)
    if let plot { try AtomicTextFile.requirePlace(plot) }
    let start = Date()
    let status = StatusLine()
    defer { status.clear() }
    let result =
      if let recording = score { try await practice.score(recording: recording) } else {
        try await practice.run(status)
      }
    status.clear()
    var isRecorded = true
    if history ?? (score == nil) {
      isRecorded = RhythmRecord(
        title: "Practice: rhythm \(time.rhythm ?? "")", timing: result.timing,
        source: score ?? "microphone"
      ).write(start: start)
    }
    let title = "Rhythm in \(time.rhythm ?? "")"
    let report = RhythmReport(title: title, result: result)
    try ByteOutput.standardOutput.write((json ? report.json : report.text) + "\n")
    guard result.rhythm.onsets.contains(where: { $0 != nil }) else {
      complain("No sound was heard.")
      throw ExitStatus.nothingDone
    }
    if let plot { try write(report.plot.picture(PlotFormat(path: plot)), to: plot) }
    guard isRecorded else { throw ExitStatus.someFailed }
  }
}

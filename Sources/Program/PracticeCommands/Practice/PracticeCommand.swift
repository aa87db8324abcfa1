package import ArgumentParser
import AudioDevices
import AudioFiles
import CommandKit
import Connections
import IntonationPractice
import LiveAudio
import MusicTheory
import Plotting
import ToneGeneration

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `kammerton practice`: scores the intonation of a scale or a piece.
package struct PracticeCommand: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "practice",
    abstract: "Score the intonation of a scale or a piece.",
    usage: "kammerton practice <score> [<recording>] [<options>]",
    discussion: """
      The score is a scale, such as C-major or Bb3-harmonic-minor, a MIDI file or MusicXML, compressed \
      (.mxl) or not. Without a recording, play into the microphone in any tempo; four seconds of \
      silence, or Ctrl-C, end it.

      Example: kammerton practice D4-major --temperament just --plot notes.svg
      """)

  @Argument(
    help: "Scale, such as C-major or A3-melodic-minor, a MIDI file or MusicXML.",
    completion: .file())
  private var score: String

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
    try Refusals.exclude([
      "--wait or --loop": repetition.isWanted, "--plot": plot != nil && repetition.loop != nil,
      "--plot-intervals": plotIntervals != nil && repetition.loop != nil,
    ])
    try Refusals.exclude(["--wait": repetition.wait, "--play": companion.play])
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

  package func run() async throws {
    let score = try repetition.passage(
      of: PracticeSource.score(score, voice: voice, octaves: octaves, naming: names.naming))
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
      recording: recording, microphone: device.microphone)
    if repetition.loop != nil { return try await report(repeated.looped(), start: start) }
    var isComplete = true
    let played: [PlayedNote]
    if repetition.wait {
      (played, isComplete) = try await repeated.waited()
    } else {
      played = try await self.played(score, concertPitch)
    }
    let result = Intonation(score, played: played, concertPitch: concertPitch)
    var isRecorded = true
    if history ?? (recording == nil) {
      isRecorded = PracticeRecord(
        score, result, under: concertPitch, temperament: temperament.name,
        source: recording ?? "microphone"
      ).write(start: start)
    }
    let report = PracticeReport(
      score: score, result: result,
      tuning: "A4 = \(concertPitch.frequency.formatted(decimals: 1)) Hz, "
        + temperament.name.printable, naming: names.naming)
    try ByteOutput.standardOutput.write((json ? report.json : report.text) + "\n")
    if let plot { try write(report.notePlot.picture(PlotFormat(path: plot)), to: plot) }
    if let path = plotIntervals {
      try write(report.intervalPlot.picture(PlotFormat(path: path)), to: path)
    }
    try export.write(played, of: score, result, plan: TimingPlan(), under: concertPitch)
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
        session.passage, last.result, under: concertPitch, temperament: temperament.name,
        source: recording ?? "microphone"
      ).write(start: start)
    }
    try export.write(
      last.notes, of: session.passage, last.result, plan: last.plan, under: concertPitch)
    guard isRecorded, looped.isComplete else { throw ExitStatus.someFailed }
  }

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
  private func played(
    _ score: PracticeScore, _ concertPitch: ConcertPitch
  ) async throws -> [PlayedNote] {
    let numbers = score.notes.map(\.midiNumber)
    if let recording {
      let source = FileSource(recording: recording, "scored")
      let listener = NoteListener(score: score, concertPitch: concertPitch, pause: nil)
      return try await listener.run(source) { _ in }
    }
    let source = SavedSettings.load().microphone(named: device.microphone)
    let status = StatusLine()
    let naming = self.names.naming
    let names = score.notes.prefix(12).map { naming.name($0.midiNumber, in: score) }.joined(
      separator: " ")
    let pause = companion.pause(for: score)
    status.show(
      "Play \(names)\(numbers.count > 12 ? " ..." : "") and stop for \(pause.formatted(decimals: 0)) s, "
        + "or press Ctrl-C.")
    defer { status.clear() }
    let player = companion.player(for: score, under: concertPitch)
    let interruption = Interruption()
    let watcher = interruption.watchSignals(stopping: source) { player?.fadeOut() }
    defer { withExtendedLifetime(watcher) {} }
    let listener = NoteListener(
      score: score, concertPitch: concertPitch, pause: pause,
      interruption: interruption)
    var count = 0
    func report(_ note: PlayedNote) {
      count += 1
      let near = concertPitch.nearestNote(to: note.frequency)
      status.show(
        "\(count) of \(numbers.count)   \(near.map { naming.name($0.midiNumber, in: score) } ?? "")   "
          + "\(note.frequency.formatted(decimals: 1)) Hz")
    }
    guard let player else {
      return try await listener.run(source, report)
    }
    // The microphone is opened once the loudspeaker is: while a device opens, standard error is silent.
    let (starts, start) = AsyncStream.makeStream(of: Void.self)
    let sounding = Task {
      defer { start.finish() }
      do {
        _ = try await player.play { event in
          if case .started = event { start.yield() }
        }
      } catch {
        interruption.request()
        throw error
      }
    }
    defer { player.fadeOut() }
    for await _ in starts { break }
    if interruption.isRequested {
      player.fadeOut()
      try await sounding.value
      return []
    }
    let notes = try await listener.run(source, report)
    player.fadeOut()
    do {
      try await sounding.value
    } catch {
      guard !notes.isEmpty else { throw error }
      complain("\(error)")  // What was played until then is not lost.
    }
    return notes
  }
}

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
      kammerton practice --like <recording> [<recording>] [<options>]
      kammerton practice --rhythm <meter> [<recording>] [<options>]
      """,
    discussion: """
      The score is a scale, such as C-major, Bb3-harmonic-minor-up or D-major-thirds, a MIDI file or \
      MusicXML, compressed (.mxl) or not, or typed chords such as 'C4+E4+G4 D4+F4'. Without a recording, play into the microphone in any tempo; four seconds of \
      silence, or Ctrl-C, end it. Early and late are against the click with --click, and otherwise \
      against a beat of your own.

      Example: kammerton practice D4-major --temperament just --plot notes.svg
      Example: kammerton practice sonata.mxl take.wav --chords --staff 1
      Example: kammerton practice --like teacher.wav take.wav
      Example: kammerton practice --rhythm 4/4 --tempo 90 --mute 3:1
      """)

  @Argument(
    help: "Scale, such as C-major or A3-melodic-minor, a MIDI file or MusicXML.",
    completion: .file())
  var score: String?

  @Argument(
    help: ArgumentHelp(
      "Recording to score, instead of the microphone.", valueName: "recording"),
    completion: .file())
  var recordingAfterScore: String?

  @OptionGroup var reference: ReferenceOptions

  @OptionGroup var scale: ScaleOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Voice of a file, counted from 1. (default: 1)", valueName: "n"))
  var voice: Int?

  @OptionGroup var chord: ChordOptions

  @OptionGroup var device: MicrophoneOption

  @OptionGroup var companion: CompanionOptions

  @OptionGroup(title: "Time options") var time: TimeOptions

  @OptionGroup(title: "Repetition options") var repetition: RepetitionOptions

  @OptionGroup var range: RangeOptions

  @OptionGroup(title: "Pitch options") var pitch: ConcertPitchOption
  @OptionGroup(title: "Pitch options") var air: AirOptions
  @OptionGroup(title: "Pitch options") var temperament: TemperamentOptions
  @OptionGroup(title: "Pitch options") var names: PracticeNamingOptions

  @Option(
    help: ArgumentHelp(
      "Draw each note to this .png, .svg or .pdf file.", valueName: "file"), completion: .file())
  var plot: String?

  @Option(
    help: ArgumentHelp(
      "Draw each interval to this .png, .svg or .pdf file.", valueName: "file"),
    completion: .file())
  var plotIntervals: String?

  @OptionGroup var export: ExportOptions

  @Flag(
    inversion: .prefixedNo,
    help: "Record the result for kammerton history. (default: microphone only)")
  var history: Bool?

  @Flag(help: "Print one JSON object.")
  var json = false

  package init() {}

  /// The path of the recording that is scored; `nil` for the microphone.
  var recording: String? { reference.path == nil ? recordingAfterScore : score }

  package func run() async throws {
    if let pattern = try time.rhythmPattern() { return try await runRhythm(pattern) }
    if isOfChords { return try await runChords() }
    let music = try await reference.music()
    let score = try repetition.passage(
      of: music?.score
        ?? PracticeSource.score(
          score ?? "", voice: voice, scale: scale, naming: names.naming))
    guard score.notes.count <= PracticeScore.mostNotes else {
      throw PracticeFileError(
        path: self.score ?? "", reason: "\(PracticeScoreError.tooManyNotes)")
    }
    let concertPitch = try music?.concertPitch ?? concertPitch(of: score)
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
    let take = try await take(session(score, concertPitch))
    let session = take.session
    let judgement = session.result
    guard let result = judgement.result else { return }
    let tuning =
      "A4 = \(concertPitch.frequency.formatted(decimals: 1)) Hz, "
      + (score.isPerformance ? "as the recording is tuned" : temperament.name.printable)
    let naming = names.naming
    let report = PracticeReport(take: take, result: result, tuning: tuning, naming: naming)
    report.isTimed = session.hasTimes && music?.hasTimes != false
    report.isTimeWanted = isTimeWanted || music != nil
    if let loop = session.loop {
      let report = LoopReport(session: session, loop: loop, naming: naming, tuning: tuning)
      try ByteOutput.standardOutput.write((json ? report.json : report.text) + "\n")
      guard !loop.passes.isEmpty else {
        complain("Nothing was played.")
        throw ExitStatus.nothingDone
      }
    }
    var isRecorded = true
    if history ?? (recording == nil) {
      isRecorded = PracticeRecord(
        score, result,
        // A tempo in percent of another one is none in quarter notes per minute.
        timing: score.isPerformance ? nil : report.shownTiming?.timing, under: concertPitch,
        temperament: temperament.name, source: recording ?? "microphone"
      ).write(start: start)
    }
    if session.loop == nil {
      try ByteOutput.standardOutput.write((json ? report.json : report.text) + "\n")
    }
    if let plot { try write(report.notePlot.picture(PlotFormat(path: plot)), to: plot) }
    if let path = plotIntervals {
      try write(report.intervalPlot.picture(PlotFormat(path: path)), to: path)
    }
    try export.write(judgement.take, of: score, result, under: concertPitch)
    guard session.loop != nil || result.spread != nil else {
      complain("No note of the score was recognised.")
      throw ExitStatus.nothingDone
    }
    guard isRecorded, take.isComplete else { throw ExitStatus.someFailed }
  }

  /// True if times were asked for.
  private var isTimeWanted: Bool { time.isWanted || companion.play || companion.tempo != nil }

  /// A temperament starts from the tonic, unless `--root` says otherwise.
  func concertPitch(of score: PracticeScore) throws -> ConcertPitch {
    try temperament.applied(
      to: air.moved(pitch.a4 ?? .standard), defaultRoot: score.temperamentRoot)
  }

  func write(_ bytes: [UInt8], to path: String) throws {
    let output = try AtomicTextFile(path: path)
    try output.write(bytes)
    try output.finish()
  }
}

import ArgumentParser
import AudioFiles
import MusicTheory
import PitchEstimation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// `kammerton track`: files in, tracks out.
struct TrackCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "track",
    abstract: "Write the pitch of recordings over time; times are frame centres.",
    usage: "kammerton track [<options>] <inputs> ...",
    discussion: "Example: kammerton track --output tracks --range E2..E6 *.wav")

  @Argument(help: "Audio files, or - for standard input (WAV, or --raw).", completion: .file())
  var inputs: [String]

  @Option(
    help: ArgumentHelp(
      """
      csv, tsv, json, jsonl, pitchtier*, textgrid*, audacity, svl, midi*. (default: csv; \
      *: in memory)
      """, valueName: "name"),
    completion: .list(TrackFormat.allCases.map(\.rawValue)), transform: TrackFormat.init(argument:))
  var format: TrackFormat?

  @Flag(help: "csv, json, jsonl or svl of notes; midi: --pitch-bend")
  var notes = false

  @Flag(help: ArgumentHelp("MIDI follows the pitch within a note.", visibility: .hidden))
  var pitchBend = false

  @Option(
    help: ArgumentHelp("One file per input goes here.", valueName: "dir"), completion: .directory)
  var output: String?

  @Option(
    help: ArgumentHelp("empty, zero, nan or negative. (default: empty)", valueName: "style"),
    completion: .list(UnvoicedStyle.allCases.map(\.rawValue)),
    transform: UnvoicedStyle.init(argument:))
  var unvoiced: UnvoicedStyle?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "From reading to reading, or samples. (default: 10ms)", valueName: "time"),
    transform: Hop.init(argument:))
  private var hop: Hop?

  @OptionGroup var analysis: AnalysisOptions
  @OptionGroup var stream: StreamOptions

  func validate() throws {
    guard output != nil || inputs.count == 1 else {
      throw ValidationError("Several inputs need --output DIR, where each gets a file of its own.")
    }
    guard inputs.count(where: { $0 == "-" }) <= 1 else {
      throw ValidationError("Standard input (-) can be read only once.")
    }
    try stream.requireStandardInput(inputs.contains("-"))
    try layout.validate()
    guard output != nil || layout.format.isText || !ByteOutput.standardOutput.isTerminal else {
      throw ValidationError("A MIDI file is not for the terminal; use --output DIR, or > file.mid.")
    }
  }

  private var layout: TrackLayout {
    TrackLayout(
      format: format ?? .csv, isOfNotes: notes, unvoiced: unvoiced, hasPitchBend: pitchBend,
      concertPitch: analysis.concertPitch)
  }

  func run() throws {
    ignoreBrokenPipes()
    let interruption = Interruption()
    let watcher = interruption.watchSignals()
    defer { withExtendedLifetime(watcher) {} }
    let inputs = inputs.map { TrackInput($0) }
    if let output { try prepare(directory: output) }
    let names = TrackInput.outputNames(of: inputs, suffix: layout.suffix)

    let progress = TrackProgress(inputCount: inputs.count)
    var failures = 0
    for (index, input) in inputs.enumerated() where !interruption.isRequested {
      do {
        let run = TrackRun(layout: layout, hop: hop ?? .standard, interruption: interruption) {
          progress.update(input, number: index + 1, sampleCount: $0, total: $1)
        }
        let summary = try track(input, to: output.map { "\($0)/\(names[index])" }, run)
        progress.clear()
        report(summary, of: input)
      } catch OutputError.closed {
        return  // `| head` has seen enough
      } catch {
        progress.clear()
        complain("\(error)")
        failures += 1
      }
    }
    if interruption.isRequested { throw ExitStatus.interrupted }
    if failures > 0 { throw ExitStatus.someFailed }
  }

  private func prepare(directory: String) throws {
    guard mkdir(directory, 0o777) != 0 else { return }
    guard errno == EEXIST else {
      complain("\(directory) cannot be created (\(systemReason())).")
      throw ExitStatus.nothingDone
    }
    let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { close(descriptor) }
    guard descriptor >= 0, access(directory, W_OK | X_OK) == 0 else {
      complain("\(directory) is no directory that can be written to; choose another --output.")
      throw ExitStatus.nothingDone
    }
  }

  private func report(_ summary: TrackRun.Summary, of input: TrackInput) {
    if let loss = summary.loss { complain("\(input.name): \(loss)") }
    if summary.isTruncated {
      complain("\(input.name) is cut off; what is there was tracked.")
    }
    if summary.rejectedSampleCount > 0 {
      complain(
        "\(input.name) has \(summary.rejectedSampleCount) samples that are no sound (NaN, infinite "
          + "or huge); they count as silence.")
    }
  }
}

// MARK: - One input

extension TrackCommand {
  private func track(
    _ input: TrackInput, to path: String?, _ run: TrackRun
  ) throws -> TrackRun.Summary {
    guard let path else {
      return try track(input, run) { try ByteOutput.standardOutput.write($0) }
    }
    let file = try AtomicTextFile(path: path)
    let summary = try track(input, run) { try file.write($0) }
    if !summary.isInterrupted { try file.finish() }
    return summary
  }

  private func track(
    _ input: TrackInput, _ run: TrackRun, write: ([UInt8]) throws -> Void
  ) throws -> TrackRun.Summary {
    switch input {
    case .file(let path):
      var reader = try AudioFileReader(path: path, channel: analysis.selection)
      return try track(&reader, run, write: write)
    case .standardInput:
      guard run.interruption.waitForInput(0) else {
        return TrackRun.Summary(isInterrupted: true)
      }
      var reader = try AudioStreamReader(
        format: stream.streamFormat, channel: analysis.selection)
      return try track(&reader, run, waitingFor: 0, write: write)
    }
  }

  private func track(
    _ reader: inout some SampleReader & ~Copyable, _ run: TrackRun,
    waitingFor descriptor: Int32? = nil, write: ([UInt8]) throws -> Void
  ) throws -> TrackRun.Summary {
    var tracker = try analysis.tracker(
      sampleRate: reader.sampleRate, hop: run.hop, isLive: false)
    return try run.run(&reader, &tracker, waitingFor: descriptor, write: write)
  }
}

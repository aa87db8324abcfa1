package import ArgumentParser
import CommandKit
import FileWriting
import PitchEstimation
import Plotting

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// `kammerton track`: writes the pitch tracks of recordings.
package struct TrackCommand: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "track",
    abstract: "Write the pitch of recordings as CSV, MIDI and more.",
    usage: "kammerton track [<options>] <inputs> ...",
    discussion: """
      The time of each reading is the centre of its frame. The time of an onset is when its attack \
      first reaches a quarter of its amplitude.

      Example: kammerton track --output tracks --unvoiced nan --plot png *.wav
      """)

  @Argument(
    help: "Recordings to track, or - for standard input.", completion: .file())
  var inputs: [String]

  @Option(
    help: ArgumentHelp(
      """
      Output format: csv, tsv, json, jsonl, pitchtier, textgrid, audacity, svl or midi. \
      Pitchtier, textgrid and midi keep the whole track in memory. (default: csv)
      """, valueName: "name"),
    completion: .list(TrackFormat.allCases.map(\.rawValue)), transform: TrackFormat.init(argument:))
  var format: TrackFormat?

  @Flag(help: "Write JSON, as --format json does.")
  var json = false

  @Flag(help: "Write JSON lines, as --format jsonl does.")
  var jsonl = false

  @Flag(help: "Write notes instead of readings, as csv, json, jsonl or svl.")
  var notes = false

  @Flag(
    help: """
      Write when sounds start instead of readings, each with the pitch that follows, as csv, json, \
      jsonl or audacity. A plot marks them.
      """)
  var onsets = false

  @Flag(help: "With --format midi: follow the pitch within each note.")
  var pitchBend = false

  @Option(
    help: ArgumentHelp(
      "Write one file per input to this directory; - is standard output. (default: -)",
      valueName: "dir"),
    completion: .directory)
  var output: String?

  @Option(
    help: ArgumentHelp(
      """
      Draw a plot to FILE.png, FILE.svg or FILE.pdf; or give png, svg or pdf to draw one per \
      input to --output.
      """, valueName: "file"),
    completion: .file(extensions: ["png", "svg", "pdf"]), transform: PlotTarget.init(argument:))
  var plot: PlotTarget?

  @Option(
    name: [.customShort("j"), .long],
    help: ArgumentHelp(
      "Process this many files at once. (default: one per core)", valueName: "n"),
    transform: JobCount.init(argument:))
  var jobs: JobCount?

  @Option(
    help: ArgumentHelp(
      """
      Frequency to write where there is no pitch: empty, zero, nan or negative. (default: \
      empty)
      """, valueName: "style"),
    completion: .list(UnvoicedStyle.allCases.map(\.rawValue)),
    transform: UnvoicedStyle.init(argument:))
  var unvoiced: UnvoicedStyle?

  @OptionGroup private var pace: HopOption

  @OptionGroup(title: "Analysis options") var options: AnalysisOptions
  @OptionGroup(title: "Raw input options") var stream: StreamOptions

  package init() {}

  package func validate() throws {
    try options.requireNotes()
    try Refusals.exclude(["--format": format != nil, "--json": json, "--jsonl": jsonl])
    guard directory != nil || inputs.count == 1 else {
      throw ValidationError("Several inputs need --output DIR, where each gets its own file.")
    }
    guard inputs.count(where: { $0 == "-" }) <= 1 else {
      throw ValidationError("Standard input (-) can be read only once.")
    }
    try plot?.validate(inputCount: inputs.count, hasOutputDirectory: directory != nil)
    try stream.requireStandardInput(inputs.contains("-"))
    try layout.validate(isDrawn: plot != nil)
    guard directory != nil || layout.format.isText || !ByteOutput.standardOutput.isTerminal else {
      throw ValidationError("A terminal cannot show a MIDI file. Use --output DIR, or > file.mid.")
    }
  }

  /// The directory to write to; `nil` for standard output, also given as `-`.
  private var directory: String? { output == "-" ? nil : output }

  private var layout: TrackLayout {
    let chosen = format ?? (json ? .json : jsonl ? .jsonl : .csv)
    return TrackLayout(
      format: chosen, isOfNotes: notes, isOfOnsets: onsets, unvoiced: unvoiced,
      hasPitchBend: pitchBend,
      concertPitch: options.concertPitch, estimators: options.estimators.map(\.rawValue))
  }

  package func run() async throws {
    let interruption = Interruption()
    let watcher = interruption.watchSignals()
    defer { withExtendedLifetime(watcher) {} }
    if let directory { try prepare(directory: directory) }
    let jobs = jobs(interruption)
    try requirePlaces(of: jobs)

    let queue = TrackQueue(
      jobs: jobs, width: (self.jobs ?? .standard).value, interruption: interruption,
      progress: InputProgress(inputCount: jobs.count))
    let failures = await queue.run()
    if interruption.isRequested { throw ExitStatus.interrupted }
    guard failures > 0 else { return }
    if jobs.count > 1 { complain("Inputs that failed: \(failures) of \(jobs.count).") }
    throw failures < jobs.count ? ExitStatus.someFailed : ExitStatus.nothingDone
  }

  private func jobs(_ interruption: Interruption) -> [TrackJob] {
    let inputs = inputs.map { TrackInput($0) }
    let names = TrackInput.outputNames(of: inputs)
    return zip(inputs, names).map { input, name in
      let base = directory.map { "\($0)/\(name)" }
      return TrackJob(
        input: input, outputPath: base.map { $0 + layout.suffix }, picture: picture(base: base),
        layout: layout, hop: pace.hop ?? .standard, analysis: options.analysis, stream: stream,
        interruption: interruption)
    }
  }

  /// Returns the picture of an input whose output paths start with `base`.
  private func picture(base: String?) -> TrackJob.Picture? {
    switch plot {
    case nil: nil
    case .file(let path, let format): TrackJob.Picture(path: path, format: format)
    case .beside(let format):
      base.map { TrackJob.Picture(path: "\($0).\(format.rawValue)", format: format) }
    }
  }
}

// MARK: - Places for the outputs

extension TrackCommand {
  private func prepare(directory: String) throws {
    if TrackFormat.isFileName(directory), access(directory.systemPath, F_OK) != 0 {
      complain(
        "--output takes a directory, but \(directory) looks like a file. To write one file, leave out "
          + "--output and add > \(directory).")
      throw ExitStatus.nothingDone
    }
    guard mkdir(directory.systemPath, 0o777) != 0 else { return }
    guard errno == EEXIST else {
      complain("\(directory) cannot be created (\(systemReason())). Choose another --output.")
      throw ExitStatus.nothingDone
    }
    let descriptor = open(directory.systemPath, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { close(descriptor) }
    guard descriptor >= 0, access(directory.systemPath, W_OK | X_OK) == 0 else {
      complain("\(directory) is not a directory that you can write to. Choose another --output.")
      throw ExitStatus.nothingDone
    }
  }

  /// Refuses outputs that would overwrite an input, and pictures that cannot be written.
  private func requirePlaces(of jobs: [TrackJob]) throws {
    let inputs = Set(jobs.compactMap { FileIdentity(path: $0.input.path) })
    for path in jobs.flatMap({ [$0.outputPath, $0.picture?.path].compactMap(\.self) }) {
      if let identity = FileIdentity(path: path), inputs.contains(identity) {
        complain(
          "\(path) is an input, and would be overwritten. Choose another --output or format.")
        throw ExitStatus.nothingDone
      }
    }
    guard case .file(let path, _) = plot else { return }
    try AtomicTextFile.requirePlace(path)
  }
}

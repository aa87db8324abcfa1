package import ArgumentParser
import CommandKit
import PitchEstimation
import Plotting

/// `kammerton track`: writes the pitch tracks of recordings.
package struct TrackCommand: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "track",
    abstract: "Write the pitch of recordings as CSV, MIDI and more.",
    usage: "kammerton track [<options>] <inputs> ...",
    discussion: """
      Columns of csv: time, the centre of the frame, in seconds; frequency in hertz, empty without a \
      pitch; confidence, the probability that the frequency is right, 0...1. With --notes: onset and \
      offset in seconds; median frequency in hertz; nearest note; cents from it; spread in cents; rate \
      in hertz and extent in cents of a vibrato; level in dBFS. With --onsets: time and rise in \
      seconds, level, strength, and the pitch that follows. With --chords, a row for each note: time; \
      frequency in hertz; confidence, 0...1; level in dBFS; standard error in cents; nearest note; \
      cents from it; name of the chord. With --chords --notes: onset, offset, frequency, note, MIDI \
      number, cents, level, confidence. JSON has the same values under the same \
      names, after the version and the settings.

      Example: kammerton track --output tracks --unvoiced nan --plot png *.wav

      Example: kammerton track --output pitch --resume recordings
      """)

  @Argument(
    help: "Recordings to track, directories of recordings, or - for standard input.",
    completion: .file())
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

  @Flag(
    help: """
      Write up to six notes that sound together instead of one pitch, each with its cents, and the \
      name of the chord, as csv, json or jsonl; with --notes, or as midi, the notes instead.
      """)
  var chords = false

  @Flag(
    help: """
      With --format midi: follow the pitch within each note; with --chords, a channel for each note, \
      at its true pitch (MPE).
      """)
  var pitchBend = false

  @Option(
    help: ArgumentHelp(
      """
      Write one file per input to this directory, in the same subdirectories as the inputs of a \
      directory; - is standard output. (default: -)
      """, valueName: "dir"),
    completion: .directory)
  var output: String?

  @Flag(
    help: """
      Leave out inputs whose output is complete and not older. The settings must be those of the \
      first run.
      """)
  var resume = false

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
    try Refusals.require("--output DIR", directory != nil, for: ["--resume": resume])
    guard !resume || !inputs.contains("-") else {
      throw ValidationError(
        "--resume cannot tell if standard input (-) was tracked before. Remove one of them.")
    }
    try plot?.validate(inputCount: inputs.count, hasOutputDirectory: directory != nil)
    try stream.requireStandardInput(inputs.contains("-"))
    try layout.validate(isDrawn: plot != nil)
    if chords, let name = options.ofOnePitch.first(where: \.value)?.key {
      throw ValidationError("\(name) is for one pitch, and --chords have several. Remove one.")
    }
    guard directory != nil || layout.format.isText || !ByteOutput.standardOutput.isTerminal else {
      throw ValidationError("A terminal cannot show a MIDI file. Use --output DIR, or > file.mid.")
    }
  }

  /// The directory to write to; `nil` for standard output, also given as `-`.
  private var directory: String? { output == "-" ? nil : output }

  private var layout: TrackLayout {
    let chosen = format ?? (json ? .json : jsonl ? .jsonl : .csv)
    return TrackLayout(
      format: chosen, isOfNotes: notes, isOfOnsets: onsets, isOfChords: chords,
      unvoiced: unvoiced,
      hasPitchBend: pitchBend,
      concertPitch: options.concertPitch, estimators: options.estimators.map(\.rawValue))
  }

  package func run() async throws {
    let interruption = Interruption()
    let watcher = interruption.watchSignals()
    defer { withExtendedLifetime(watcher) {} }
    try validateDirectories()
    let found = try TrackInputs(inputs, isResumed: resume)
    var jobs = jobs(found, interruption)
    let results = directory.map { TrackResults(directory: $0, settings: settings) }
    try results?.require(jobs: jobs, isResumed: resume)
    if let directory { try prepare(directory: directory) }
    try requirePlaces(of: jobs)
    if resume, let results {
      try results.store()
      jobs = results.undone(jobs)
    }
    for failure in found.failures { complain(failure) }

    let queue = TrackQueue(
      jobs: jobs, width: (self.jobs ?? .standard).value, interruption: interruption,
      progress: InputProgress(inputCount: jobs.count))
    let failures = await queue.run() + found.failures.count
    if interruption.isRequested { throw ExitStatus.interrupted }
    guard failures > 0 else { return }
    let count = jobs.count + found.failures.count
    if count > 1 { complain("Inputs that failed: \(failures) of \(count).") }
    throw failures < count ? ExitStatus.someFailed : ExitStatus.nothingDone
  }

  /// Refuses options that cannot go with directories, before these are searched.
  private func validateDirectories() throws {
    guard inputs.contains(where: { $0 != "-" && DirectoryContents.exists($0) }) else { return }
    guard directory != nil else {
      throw ValidationError("A directory of recordings needs --output DIR, for one file per input.")
    }
    try plot?.validate(inputCount: max(2, inputs.count), hasOutputDirectory: true)
  }

  /// The settings that decide about the contents of the outputs.
  var settings: TrackSettings {
    TrackSettings(
      layout: layout, hop: pace.hop ?? .standard, analysis: options.analysis,
      temperament: options.temperament)
  }

  private func jobs(_ found: TrackInputs, _ interruption: Interruption) -> [TrackJob] {
    found.entries.map { entry in
      let base = directory.map { "\($0)/\(entry.directories)\(entry.name)" }
      return TrackJob(
        input: entry.input, outputPath: base.map { $0 + layout.suffix },
        directories: directory.map { entry.paths(below: $0) } ?? [], picture: picture(base: base),
        layout: layout, hop: pace.hop ?? .standard, analysis: options.analysis,
        temperament: options.temperament.canonicalText, stream: stream,
        mustStay: resume, interruption: interruption)
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

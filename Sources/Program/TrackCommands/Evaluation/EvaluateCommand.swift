package import ArgumentParser
import CommandKit
import PitchEvaluation

/// `kammerton evaluate`: scores a track against a reference.
package struct EvaluateCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "evaluate",
    abstract: "Score a pitch track against a reference.",
    usage: "kammerton evaluate <reference> <estimate> [<options>]",
    discussion: """
      Both files are CSV or TSV: time in seconds, frequency in hertz, then any columns. An empty \
      frequency, 0 or nan means unvoiced; a negative one is a guess in an unvoiced frame. A header \
      is skipped. The estimate is resampled to the times of the reference. The scores are those of \
      mir_eval.

      Two folders are compared file by file: song.f0.csv with song.csv. The table ends with the mean \
      of all files.

      Example: kammerton evaluate truth.csv song.f0.csv --tolerance 10
      """)

  @Argument(help: "Reference track, or - for standard input.", completion: .file())
  private var reference: String

  @Argument(help: "Track to score, or - for standard input.", completion: .file())
  private var estimate: String

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Errors below this many cents count as correct, 0...600. (default: 50)", valueName: "cents"),
    transform: EvaluateCommand.tolerance)
  private var tolerance: Double?

  @Flag(help: "Print one JSON object; of folders, an array.")
  private var json = false

  @Flag(help: "Of folders: print comma-separated values.")
  private var csv = false

  package init() {}

  package func validate() throws {
    guard reference != "-" || estimate != "-" else {
      throw ValidationError("Standard input (-) can be read only once.")
    }
    guard !csv || !json else { throw ValidationError("Choose --csv or --json.") }
    guard !DirectoryContents.exists(reference) || DirectoryContents.exists(estimate) else {
      throw ValidationError("Give two files or two folders.")
    }
    guard !csv || DirectoryContents.exists(reference) else {
      throw ValidationError("--csv is for folders; --json is for one file, too.")
    }
  }

  package func run() throws {
    guard !DirectoryContents.exists(reference) else { return try compareFolders() }
    let score = try score(of: estimate, against: reference)
    try ByteOutput.standardOutput.write(json ? score.json : score.text)
  }

  /// Scores all pairs of tracks, and reports those that cannot be scored.
  private func compareFolders() throws {
    let folder = try MelodyFolder(references: reference, estimates: estimate)
    var isComplete = folder.missing.isEmpty
    for path in folder.missing { complain("\(path) has no estimate in \(estimate).".printable) }
    var rows: [ScoreTable.Row] = []
    for pair in folder.pairs {
      do {
        let score = try score(of: pair.estimate, against: pair.reference)
        rows.append(ScoreTable.Row(name: pair.name, score: score))
      } catch {
        complain("\(pair.estimate): \(error)".printable)
        isComplete = false
      }
    }
    guard !rows.isEmpty else { throw ExitStatus.nothingDone }
    let table = ScoreTable(rows)
    if csv {
      try ByteOutput.standardOutput.write(data: table.csv)
    } else {
      try ByteOutput.standardOutput.write(json ? table.json : table.text)
    }
    guard isComplete else { throw ExitStatus.someFailed }
  }

  private func score(of estimate: String, against reference: String) throws -> MelodyScore {
    let truth = try MelodyFile.read(reference)
    let claim = try MelodyFile.read(estimate)
    return try MelodyScore(of: claim, against: truth, tolerance: tolerance ?? 50)
  }

  private static func tolerance(_ argument: String) throws -> Double {
    guard let value = Double(argument, in: .cents), (0...600).contains(value) else {
      throw ValidationError("Write a number of cents in 0...600, such as 50.")
    }
    return value
  }
}

import ArgumentParser
import CommandIO
import PitchEvaluation
import Reports
import TrackFormats

/// `kammerton evaluate`: how well one track agrees with another.
struct EvaluateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "evaluate",
    abstract: "Score a pitch track against a reference.",
    usage: "kammerton evaluate <reference> <estimate> [<options>]",
    discussion: """
      Both files are CSV or TSV: time in seconds, frequency in hertz, then any columns. An empty \
      frequency, 0 or nan means unvoiced; a negative one is a guess in an unvoiced frame. A header \
      is skipped. The estimate is resampled to the times of the reference. The scores are those of \
      mir_eval.

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

  @Flag(help: "Print one JSON object.")
  private var json = false

  func validate() throws {
    guard reference != "-" || estimate != "-" else {
      throw ValidationError("Standard input (-) can be read only once.")
    }
  }

  func run() throws {
    let score = try score()
    try ByteOutput.standardOutput.write(json ? score.json : score.text)
  }

  private func score() throws -> MelodyScore {
    let truth = try MelodyFile.read(reference)
    let claim = try MelodyFile.read(estimate)
    return try MelodyScore(of: claim, against: truth, tolerance: tolerance ?? 50)
  }

  private static func tolerance(_ argument: String) throws -> Double {
    guard let value = Double(decimal: argument), (0...600).contains(value) else {
      throw ValidationError("Write a number of cents in 0...600, such as 50.")
    }
    return value
  }
}

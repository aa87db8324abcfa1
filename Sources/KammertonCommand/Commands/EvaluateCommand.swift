import ArgumentParser
import CommandIO
import PitchEvaluation
import Reports
import TrackFormats

/// `kammerton evaluate`: how well one track agrees with another.
struct EvaluateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "evaluate",
    abstract: "Compare a track with a reference, as mir_eval does.",
    usage: "kammerton evaluate <reference> <estimate> [<options>]",
    discussion: """
      Both are CSV or TSV: time in seconds, frequency in hertz, then anything. Empty, 0 and nan \
      mean unvoiced; a negative frequency is a guess in an unvoiced frame. A header is skipped. The \
      estimate is resampled to the times of the reference.

      Example: kammerton evaluate truth.csv song.f0.csv --tolerance 10
      """)

  @Argument(help: "The true track, or - for standard input.", completion: .file())
  private var reference: String

  @Argument(help: "The track to judge, or -.", completion: .file())
  private var estimate: String

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "A pitch is right if closer, 0...600. (default: 50)", valueName: "cents"),
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
      throw ValidationError("Write a number of cents in 0...600.")
    }
    return value
  }
}

import ArgumentParser
import CommandKit
import IntonationPractice

/// Options of the score that waits, and of passages that are repeated.
struct RepetitionOptions: ParsableArguments {
  @Flag(
    help: """
      Wait for each right note before the next one is shown, in no tempo. Enter skips a note.
      """)
  var wait = false

  @Flag(help: "With --wait: take each note in any octave.")
  var ignoreOctave = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Repeat a passage until it is right three times in a row: bars such as 5-8, one bar, or all. \
      With --click or --play it slows down after mistakes and speeds up again.
      """, valueName: "bars"),
    transform: Self.read)
  var loop: PracticePassage?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "With --loop: right passes in a row that end it, 1...100. (default: 3)", valueName: "n"))
  var times: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "With --loop: largest deviation of a right note, 1...70. (default: 25)", valueName: "cents"),
    transform: NumberUnit.cents.number)
  var within: Double?

  @Flag(help: "Print a line for each note or step, instead of the lane on the full screen.")
  var plain = false

  func validate() throws {
    try Refusals.exclude(["--wait": wait, "--loop": loop != nil])
    try Refusals.require("--wait", wait, for: ["--ignore-octave": ignoreOctave])
    try Refusals.require(
      "--loop", loop != nil, for: ["--times": times != nil, "--within": within != nil])
    if let times, !(1...100).contains(times) {
      throw ValidationError("--times must be between 1 and 100.")
    }
    if let within, !PassVerdict.tolerances.contains(within) {
      throw ValidationError("--within must be between 1 and 70 cents.")
    }
  }

  /// True if a repetition was asked for.
  var isWanted: Bool { wait || loop != nil }

  /// The largest deviation of a right note, in cents.
  var tolerance: Double { within ?? PassVerdict.usualTolerance }

  /// The rules of a loop.
  var settings: PracticeLoop.Settings { PracticeLoop.Settings(goal: times ?? 3) }

  /// Returns the passage of a score.
  ///
  /// - Throws: `ValidationError` if the score does not have it.
  func passage(of score: PracticeScore) throws -> PracticeScore {
    guard let loop else { return score }
    do {
      var passage = try score.passage(loop)
      switch loop {
      case .all: break
      case .bars(let bars):
        passage.title +=
          bars.count == 1
          ? ", bar \(bars.lowerBound)" : ", bars \(bars.lowerBound) to \(bars.upperBound)"
      case .printed(let from, let to):
        passage.title += from == to ? ", bar \(from)" : ", bars \(from) to \(to)"
      }
      return passage
    } catch {
      throw ValidationError("\(error)")
    }
  }

  private static func read(_ argument: String) throws -> PracticePassage {
    guard let passage = PracticePassage(argument) else {
      throw ValidationError("Write bars such as 5-8, one bar such as 5 or 2a, or all.")
    }
    return passage
  }
}

import ArgumentParser
import CommandKit
import IntonationPractice

/// Options of how a scale is played.
struct ScaleOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Octaves of a scale, 1...4. (default: 1)", valueName: "n"))
  var octaves: Int?

  @Flag(help: "Play a scale upwards only. (default: up and down)")
  private var up = false

  @Flag(help: "Play a scale downwards only.")
  private var down = false

  @Option(
    help: ArgumentHelp(
      "First note of a scale, such as G3. (default: the tonic)", valueName: "note"))
  var from: String?

  @Option(
    help: ArgumentHelp(
      "Note where a scale turns, such as G5. (default: that of --octaves)", valueName: "note"))
  var to: String?

  /// Which way the scale goes; `nil` if no option says it.
  var direction: ScaleForm.Direction? { up ? .up : down ? .down : nil }

  /// True if an option was given.
  var isWanted: Bool { octaves != nil || direction != nil || from != nil || to != nil }

  func validate() throws {
    try Refusals.exclude(["--up": up, "--down": down])
    try Refusals.exclude(["--octaves": octaves != nil, "--to": to != nil])
    if let octaves, !(1...4).contains(octaves) {
      throw ValidationError("--octaves must be between 1 and 4.")
    }
  }
}

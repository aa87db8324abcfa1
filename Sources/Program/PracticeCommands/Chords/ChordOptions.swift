import ArgumentParser
import CommandKit

/// Options of notes that sound together.
struct ChordOptions: ParsableArguments {
  @Flag(
    help: """
      Hear notes that sound together: of all voices of a file, or of those of --voice or --staff. \
      Typed chords, such as 'C4+E4+G4 D4+F4', need no option.
      """)
  var chords = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "With --chords: a staff of MusicXML, counted from 1, such as one hand of a piano.",
      valueName: "n"))
  var staff: Int?

  func validate() throws {
    try Refusals.require("--chords", chords, for: ["--staff": staff != nil])
    if let staff, staff < 1 { throw ValidationError("--staff must be 1 or more.") }
  }
}

import ArgumentParser
import InstrumentTuning
import MusicTheory
import TunerScreen

/// All strings at once.
struct StrumOptions: ParsableArguments {
  @Flag(help: "Show all strings of a strum at once, a guitar's unless you name an instrument.")
  private var strum = false

  @Option(
    help: ArgumentHelp(
      "Strings of any tuning, with --strum: from the highest number, such as D2,G2,D3,G3,B3,D4 or G3/G3,D4/D4.",
      valueName: "notes"))
  private var strings: String?

  func validate() throws { _ = try notes() }

  /// Whether all strings were asked for.
  var isWanted: Bool { strum || strings != nil }

  /// What is strummed; `nil` for single notes.
  func setup(_ setup: TunerSetup, catalog: InstrumentCatalog) throws -> StrumSetup? {
    guard isWanted else { return nil }
    return try StrumSetup(setup, notes: notes(in: setup.notation), catalog: catalog)
  }

  private func notes(in notation: NoteNotation? = nil) throws -> [[Note]]? {
    try strings?.split(separator: ",", omittingEmptySubsequences: false).map {
      try $0.split(separator: "/", omittingEmptySubsequences: false).map {
        try TargetOptions.note(String($0), in: notation)
      }
    }
  }
}

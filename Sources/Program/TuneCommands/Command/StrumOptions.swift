import ArgumentParser
package import InstrumentTuning
import MusicTheory

/// All strings at once.
package struct StrumOptions: ParsableArguments {
  @Flag(help: "Show all strings of a strum at once, a guitar's unless you name an instrument.")
  private var strum = false

  @Option(
    help: ArgumentHelp(
      "Strings of any tuning, with --strum: from the highest number, such as D2,G2,D3,G3,B3,D4 or G3/G3,D4/D4.",
      valueName: "notes"))
  private var strings: String?

  package init() {}

  package func validate() throws { _ = try notes() }

  /// Whether all strings were asked for.
  package var isWanted: Bool { strum || strings != nil }

  /// What is strummed; `nil` for single notes.
  package func setup(_ setup: TunerSetup, catalog: InstrumentCatalog) throws -> StrumSetup? {
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

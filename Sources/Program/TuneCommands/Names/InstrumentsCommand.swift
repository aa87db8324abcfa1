package import ArgumentParser
import CommandKit
import InstrumentTuning

/// `kammerton instruments`: what `tune --instrument` knows.
package struct InstrumentsCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "instruments",
    abstract: "List instruments and their tunings.",
    usage: "kammerton instruments [SEARCH ...] [<options>]",
    discussion: """
      With SEARCH, lists those that contain all the words. Your own instruments go into \
      instruments.txt in $XDG_CONFIG_HOME/kammerton (~/.config/kammerton), in the format that \
      --export prints.

      Example: kammerton instruments guitar drop
      """)

  @Argument(
    help: ArgumentHelp(
      "Words to find in names, groups or tunings.", valueName: "search"))
  private var words: [String] = []

  @OptionGroup private var own: InstrumentFileOption

  @Flag(help: "Print one JSON array.")
  private var json = false

  @Flag(help: "Print the format of instrument files.")
  private var export = false

  @Flag(help: "List transposing instruments, the names that --transpose takes.")
  private var transposing = false

  package init() {}

  package func validate() throws {
    guard !transposing || (!export && own.instrumentFile == nil) else {
      throw ValidationError(
        "--transposing lists built-in names. Remove --export and --instrument-file.")
    }
    guard !(json && export) else {
      throw ValidationError("--json and --export exclude each other. Give one of them.")
    }
  }

  package func run() throws {
    guard !transposing else { return try listTransposing() }
    let catalog = try InstrumentLibrary.catalog(path: own.instrumentFile)
    let found = catalog.search(words.joined(separator: " "))
    try ByteOutput.standardOutput.write(try text(of: found))
    guard found.isEmpty, !json else { return }
    throw noneFound("guitar")
  }

  private func listTransposing() throws {
    let found = TransposingList.find(words)
    try ByteOutput.standardOutput.write(
      json ? TransposingList.json(found) : TransposingList.text(found))
    guard found.isEmpty, !json else { return }
    throw noneFound("--transposing trumpet")
  }

  private func noneFound(_ example: String) -> ExitCode {
    complain(
      "No instrument contains all these words. Try one word: kammerton instruments \(example).")
    return ExitStatus.nothingDone
  }

  private func text(of instruments: [Instrument]) throws -> String {
    if json { return InstrumentList.json(instruments) }
    if export { return InstrumentFile.write(try InstrumentCatalog(instruments)) }
    return InstrumentList.text(instruments)
  }
}

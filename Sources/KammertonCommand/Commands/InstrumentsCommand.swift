import ArgumentParser
import CommandIO
import InstrumentTuning
import Reports

/// `kammerton instruments`: what `tune --instrument` knows.
struct InstrumentsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
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

  @Option(
    help: ArgumentHelp(
      "Add the instruments of this file to your own.", valueName: "file"),
    completion: .file())
  private var instrumentFile: String?

  @Flag(help: "Print one JSON array.")
  private var json = false

  @Flag(help: "Print the format of instrument files.")
  private var export = false

  func validate() throws {
    guard !(json && export) else {
      throw ValidationError("--json and --export exclude each other. Give one of them.")
    }
  }

  func run() throws {
    let catalog = try InstrumentLibrary.catalog(path: instrumentFile)
    let found = catalog.search(words.joined(separator: " "))
    try ByteOutput.standardOutput.write(try text(of: found))
    guard found.isEmpty, !json else { return }
    complain(
      "No instrument contains all these words. Try one word, such as kammerton instruments guitar.")
    throw ExitStatus.nothingDone
  }

  private func text(of instruments: [Instrument]) throws -> String {
    if json { return InstrumentList.json(instruments) }
    if export { return InstrumentFile.write(try InstrumentCatalog(instruments)) }
    return InstrumentList.text(instruments)
  }
}

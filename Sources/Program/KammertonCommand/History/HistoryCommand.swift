import ArgumentParser
import CommandKit
import FileWriting
import InstrumentTuning
import Plotting
import SessionHistory

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `kammerton history`: shows what the tuner recorded, session by session.
struct HistoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "Show, plot, export or delete past tuning sessions.",
    usage: "kammerton history [ID | last] [<options>]",
    discussion: """
      Lists the sessions, the newest first. With ID or last, shows the statistics of each note.

      Example: kammerton history last --plot last.png
      """)

  @Argument(
    help: ArgumentHelp(
      "Number of a session, or last for the newest.", valueName: "id"),
    transform: SessionChoice.init(argument:))
  private var session: SessionChoice?

  @Flag(help: "Print every recorded note, one by one.")
  private var notes = false

  @Option(
    help: ArgumentHelp(
      "Output format: text, csv or json. (default: text)", valueName: "name"),
    completion: .list(HistoryFormat.allCases.map(\.rawValue)),
    transform: HistoryFormat.init(argument:))
  private var format: HistoryFormat?

  @Flag(help: "Print one JSON value, as --format json does.")
  private var json = false

  @Flag(help: "Print a table, as --format csv does.")
  private var csv = false

  @Option(
    help: ArgumentHelp(
      "Show only sessions from this date on, such as 2026-11-21 or 2026-11-21T18:30.",
      valueName: "date"),
    transform: HistoryDate.date(argument:))
  private var since: Date?

  @Option(
    help: ArgumentHelp(
      "Show only sessions up to this date; a day counts to its end.", valueName: "date"),
    transform: HistoryDate.end(argument:))
  private var until: Date?

  @Flag(help: "Sum up the sessions week by week: minutes, notes and time in tune.")
  private var weeks = false

  @Flag(help: "Show how each note changed, from the older half of the sessions to the newer.")
  private var trends = false

  @Option(
    help: ArgumentHelp(
      "Show only sessions with this instrument, tuning or practised score.", valueName: "name"))
  private var instrument: String?

  @Option(
    help: ArgumentHelp(
      "Write to this file. (default: standard output)", valueName: "file"),
    completion: .file())
  private var output: String?

  @Option(
    help: ArgumentHelp(
      "Draw a plot to FILE.png, FILE.svg or FILE.pdf.", valueName: "file"),
    completion: .file(extensions: ["png", "svg", "pdf"]), transform: HistoryPicture.init(argument:))
  private var plot: HistoryPicture?

  @Option(
    help: ArgumentHelp(
      "Delete a session by its number, the last one, or all. Asks first.", valueName: "id|last|all"),
    transform: HistoryDeletion.init(argument:))
  private var delete: HistoryDeletion?

  @Flag(help: "With --delete: do not ask.")
  private var yes = false

  @Option(
    help: ArgumentHelp(
      "Use this database instead of your own.", valueName: "file"), completion: .file())
  private var database: String?

  func validate() throws {
    try Refusals.exclude(["--notes": notes, "--weeks": weeks, "--trends": trends])
    try Refusals.exclude(["--format": format != nil, "--json": json, "--csv": csv])
    let isListing =
      session != nil || notes || weeks || trends || format != nil || json || csv || output != nil
      || plot != nil || hasFilter
    guard delete == nil || !isListing else {
      throw ValidationError(
        "--delete allows only --yes and --database beside it. Remove the other options.")
    }
    try Refusals.require("--delete", delete != nil, for: ["--yes": yes])
    guard session == nil || !(hasFilter || weeks || trends) else {
      throw ValidationError(
        "--since, --until, --instrument, --weeks and --trends are for several sessions. Remove them or the ID."
      )
    }
  }

  private var chosenFormat: HistoryFormat { format ?? (json ? .json : csv ? .csv : .text) }

  private var hasFilter: Bool { since != nil || until != nil || instrument != nil }

  func run() throws {
    let location = try location()
    let history = try HistoryDatabase(existing: location)
    if let delete {
      try delete.run(on: history, mustAsk: !yes)
    } else {
      let report = try report(from: history)
      let damage = try damage(in: history)
      if !damage.isEmpty { complain(damage.message) }
      try show(report, location: location)
    }
  }

  private func location() throws(HistoryError) -> HistoryLocation {
    guard let database else { return try HistoryLocation(environment: .process) }
    return HistoryLocation(path: database)
  }

  private func report(from history: HistoryDatabase) throws(HistoryError) -> HistoryReport {
    guard let session else {
      let sessions = try history.sessions(
        HistoryFilter(since: since, until: until, title: instrument))
      if weeks { return .weeks(of: sessions) }
      if trends { return .trends(try history.notes(of: sessions.map(\.id)), of: sessions) }
      guard notes else { return .sessions(sessions) }
      return .notes(try history.notes(of: sessions.map(\.id)), of: sessions)
    }
    guard let found = try history.session(session.id) else { return .sessions([]) }
    let heard = try history.notes(of: [found.id])
    return notes ? .notes(heard, of: [found]) : .session(found, heard.map(\.note))
  }

  /// Returns the damaged rows of what was asked for.
  private func damage(in history: HistoryDatabase) throws(HistoryError) -> [HistoryDamage] {
    guard let session else { return try history.damage() }
    guard let found = try history.session(session.id) else { return [] }
    return try history.damage(in: found.id)
  }

  private func show(_ report: HistoryReport, location: HistoryLocation) throws {
    let history = FileIdentity(path: location.path)
    for path in [output, plot?.path].compactMap(\.self) where FileIdentity(path: path) == history {
      throw OutputError.failed(name: path, reason: "it is the history itself; choose another file")
    }
    let isTerminal = output == nil && ByteOutput.standardOutput.isTerminal
    let capabilities = Capabilities(environment: .process, isTerminal: isTerminal)
    let text = report.text(chosenFormat, hasUnicode: output != nil || capabilities.hasUnicode)
    if let plot { try plot.draw(report) }
    if let output {
      let file = try AtomicTextFile(path: output)
      try file.write(text.fileNameBytes)
      try file.finish()
    } else {
      try ByteOutput.standardOutput.write(data: text)
    }
    guard report.isEmpty, chosenFormat == .text else { return }
    throw HistoryIsEmpty()
  }
}

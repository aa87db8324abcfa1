package import ArgumentParser
import CommandKit
import PianoTuning
import Plotting

/// `kammerton piano`: measures keys, and reports the contents of a piano file.
package struct PianoCommand: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "piano",
    abstract: "Measure a piano's keys, and lay a tuning on them.",
    discussion: """
      A piano file keeps the measurements; kammerton tune --piano FILE tunes by it.

      Example: kammerton piano measure --piano salon.piano
      """,
    subcommands: [
      PianoMeasureCommand.self, PianoTargetsCommand.self, PianoReportCommand.self,
      PianoPlotCommand.self,
    ],
    defaultSubcommand: PianoMeasureCommand.self)

  package init() {}
}

/// `kammerton piano report`: the report for the customer.
struct PianoReportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Write what was found and done, before and after tuning.",
    usage: "kammerton piano report <file> [--json]")

  @Argument(help: "Piano file.", completion: .file())
  private var file: String

  @Flag(help: "Print one JSON object.")
  private var json = false

  init() {}

  func run() async throws {
    let report = try PianoReport(PianoFile.load(file))
    try ByteOutput.standardOutput.write((json ? report.json : report.text) + "\n")
  }
}

/// `kammerton piano targets`: the target of each key.
struct PianoTargetsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "targets",
    abstract: "List the target of each key, and the partial to listen to.",
    usage: "kammerton piano targets <file> [--raise] [--jsonl]")

  @Argument(help: "Piano file.", completion: .file())
  private var file: String

  @Flag(help: "Tune flat keys sharp, for a pitch raise.")
  private var raise = false

  @Flag(help: "Print one JSON object per key.")
  private var jsonl = false

  init() {}

  func run() async throws {
    let list = TargetList(try PianoFile.load(file).targets(isRaising: raise))
    try ByteOutput.standardOutput.write((jsonl ? list.jsonLines : list.text) + "\n")
  }
}

/// `kammerton piano plot`: inharmonicity and stretch.
struct PianoPlotCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plot",
    abstract: "Draw inharmonicity and stretch as PNG, SVG or PDF.",
    usage: "kammerton piano plot <file> <picture>")

  @Argument(help: "Piano file.", completion: .file())
  private var file: String

  @Argument(help: "Picture to write: its name ends in .png, .svg or .pdf.", completion: .file())
  private var picture: String

  init() {}

  func validate() throws {
    do {
      _ = try PlotFormat(path: picture)
    } catch {
      throw ValidationError("\(error)")
    }
  }

  func run() async throws {
    let format = try PlotFormat(path: picture)
    let bytes = try PianoPlot(PianoFile.load(file)).picture(format)
    try AtomicTextFile.write(bytes, to: picture)
  }
}

package import ArgumentParser
import BellTuning
import CommandKit
import Plotting

/// `kammerton bell`: measures bells and their kin, and reports the contents of a file of them.
package struct BellCommand: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "bell",
    abstract: "Measure bells, bars, drums, reeds and pipes.",
    discussion: """
      Each partial in cents from its target, how long it rings, and its beat. A file keeps a whole \
      carillon, rank or keyboard, before and after tuning.

      Example: kammerton bell --keep tower.bells G3.wav A3.wav
      """,
    subcommands: [BellMeasureCommand.self, BellReportCommand.self, BellPlotCommand.self],
    defaultSubcommand: BellMeasureCommand.self)

  package init() {}
}

/// `kammerton bell report`: a table of a file, or of two.
struct BellReportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Write what was found and done, before and after tuning.",
    usage: "kammerton bell report <file> [<after>] [--csv | --json]")

  @Argument(help: "File of bells.", completion: .file())
  private var file: String

  @Argument(help: "File of the same bells after tuning.", completion: .file())
  private var after: String?

  @Flag(help: "Write a row for each partial, with commas between the columns.")
  private var csv = false

  @Flag(help: "Print one JSON object.")
  private var json = false

  init() {}

  func validate() throws { try Refusals.exclude(["--csv": csv, "--json": json]) }

  func run() async throws {
    let bells = try BellFile.load(file, after: after)
    let report = try BellReport(bells)
    if csv {
      try ByteOutput.standardOutput.write(data: report.csv + "\n")
    } else {
      try ByteOutput.standardOutput.write((json ? report.json : report.text) + "\n")
    }
  }
}

/// `kammerton bell plot`: the deviations of a file.
struct BellPlotCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plot",
    abstract: "Draw the deviations from the targets as PNG, SVG or PDF.",
    usage: "kammerton bell plot <file> [<after>] <picture>")

  @Argument(
    help: "File of bells, maybe one after tuning, and a picture to write: .png, .svg or .pdf.",
    completion: .file())
  private var files: [String]

  init() {}

  func validate() throws {
    guard (2...3).contains(files.count) else {
      throw ValidationError("Give a file of bells and a picture, such as tower.bells tower.pdf.")
    }
    do {
      _ = try PlotFormat(path: files[files.count - 1])
    } catch {
      throw ValidationError("\(error)")
    }
  }

  func run() async throws {
    let picture = files[files.count - 1]
    let bells = try BellFile.load(files[0], after: files.count == 3 ? files[1] : nil)
    let bytes = try BellPlot(bells).picture(PlotFormat(path: picture))
    try AtomicTextFile.write(bytes, to: picture)
  }
}

package import ArgumentParser

/// `kammerton piano`: measures keys, and reports what is in a piano file.
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

package import ArgumentParser
import CommandKit
import CommandParsing
import MeasureCommands
import MessageCommands
import MetronomeCommands
import NameCommands
import PracticeCommands
import SelfTestCommands
import TrackCommands
import TuneCommands
import WorkshopCommands

/// All commands, with their options. Both `kammerton` and `kammerton-network` parse them.
package struct KammertonCommand: CommandRoot {
  package static let configuration = CommandConfiguration(
    commandName: "kammerton",
    abstract: "Tune instruments, track pitch, play tones and send data by sound.",
    discussion: """
      Example: kammerton tune --instrument guitar

      Exit status: 0 success, 1 some inputs failed, 2 nothing could be done, 64 wrong usage, \
      130 interrupted.
      """,
    groupedSubcommands: [
      CommandGroup(
        name: "Tuning",
        subcommands: [
          TuneCommand.self, InstrumentsCommand.self, CalibrateCommand.self, HistoryCommand.self,
          PianoCommand.self, BellCommand.self, WorkshopCommand.self, PracticeCommand.self,
        ]),
      CommandGroup(name: "Analysis", subcommands: [TrackCommand.self, EvaluateCommand.self]),
      CommandGroup(name: "Reference", subcommands: [NoteCommand.self, ScaleCommand.self]),
      CommandGroup(name: "Playback", subcommands: [ToneCommand.self, MetronomeCommand.self]),
      CommandGroup(
        name: "Messaging",
        subcommands: [SendCommand.self, ReceiveCommand.self, PairCommand.self]),
      CommandGroup(name: "System", subcommands: [ServeCommand.self, DoctorCommand.self]),
    ])

  // Not `CommandConfiguration.version`: that would repeat `--version` in the help of every verb.
  @Flag(help: "Print the version.")
  var version = false

  package init() {}

  package func run() async throws {
    if version {
      try say("kammerton \(programVersion)")
    } else if Welcome.isPossible {
      try await Welcome.run()
    } else {
      throw CleanExit.helpRequest()
    }
  }

  /// Parses and runs the command line.
  ///
  /// - Parameter perform: Runs a command that was parsed from arguments.
  package static func main(
    by perform: (_ command: any ParsableCommand, _ arguments: [String]) async throws -> Void =
      KammertonCommand.perform
  ) async { await start(by: perform) }

  /// Runs a command, or lets `kammerton-network` do so.
  package static func perform(_ parsed: any ParsableCommand, _ arguments: [String]) async throws {
    if let command = parsed as? any NetworkCommand, command.needsNetworkProgram {
      try NetworkProgram.become(arguments)
    }
    try await run(parsed)
  }
}

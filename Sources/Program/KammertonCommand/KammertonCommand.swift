package import ArgumentParser
import AudioDevices
import CommandKit
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
package struct KammertonCommand: AsyncParsableCommand {
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

  /// All commands, in the order of the help.
  static var commands: [any ParsableCommand.Type] {
    configuration.groupedSubcommands.flatMap(\.subcommands)
  }

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

  /// Parses and runs the command line. Unlike the parser's own `main`, it first checks for unknown
  /// commands and options, and it reports help that cannot be written.
  ///
  /// - Parameter perform: Runs a command that was parsed from arguments.
  package static func main(
    by perform: (_ command: any ParsableCommand, _ arguments: [String]) async throws -> Void =
      KammertonCommand.perform
  ) async {
    ignoreBrokenPipes()
    let typed = ProgramArguments.all
    if let help = TuneHelp.text(for: typed) {
      do { try say(help) } catch { exit(withError: ExitStatus.of(error)) }
      exit(withError: ExitCode.success)
    }
    let arguments = Spelling.canonical(typed)
    let unknown =
      UnknownCommand.first(in: arguments)?.message ?? UnknownOption.first(in: arguments)?.message
    if let unknown {
      try? ByteOutput.standardError.write(unknown)
      exit(withError: ExitCode.validationFailure)
    }
    var command: (any ParsableCommand)?
    do {
      let parsed = try await asyncParseAsRoot(arguments)
      command = parsed
      ForeignOutput.divert()  // to the end: libraries close devices until then
      AudioDevice.whenSoundSystemIsSilent {
        complain(
          "The sound server does not answer. Waiting for it, 15 s at most; Ctrl-C ends this.")
      }
      try await perform(parsed, arguments)
    } catch {
      // The parser would write its messages as they are, with the arguments that they repeat.
      if exitCode(for: error) == .success {
        do { try say(fullMessage(for: error)) } catch { exit(withError: ExitStatus.of(error)) }
        exit(withError: ExitCode.success)
      }
      guard let command else { refuse(error, of: arguments) }
      exit(withError: ExitStatus.of(error, command: command))
    }
  }

  /// Runs a command, or lets `kammerton-network` do so.
  package static func perform(_ parsed: any ParsableCommand, _ arguments: [String]) async throws {
    if let command = parsed as? any NetworkCommand, command.needsNetworkProgram {
      try NetworkProgram.become(arguments)
    }
    if var command = parsed as? any AsyncParsableCommand {
      try await command.run()
    } else {
      var command = parsed
      try command.run()
    }
  }

  /// Reports wrong arguments and exits; for a decimal comma, with a hint.
  private static func refuse(_ error: any Error, of arguments: [String]) -> Never {
    let text = TerminalText.escaped(fullMessage(for: error), quoting: arguments)
    let message = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    let hint = DecimalComma.first(in: arguments).map { comma in
      "Decimals have a point: for '\(comma.typed)', write \(comma.better)."
    }
    let lines =
      [String(message[0])] + [hint].compactMap(\.self) + message.dropFirst().map(String.init)
    if !text.isEmpty {
      try? ByteOutput.standardError.write(lines.joined(separator: "\n") + "\n")
    }
    exit(withError: exitCode(for: error))
  }
}

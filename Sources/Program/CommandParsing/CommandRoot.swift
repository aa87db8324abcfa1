package import ArgumentParser
import AudioDevices
import CommandKit

/// The command of a program, which has all others below it.
package protocol CommandRoot: AsyncParsableCommand {
  /// Why a word in the place of a command is refused, and where the commands are: two sentences, the first
  /// of which begins with the word.
  static var refusal: (reason: String, advice: String) { get }
}

extension CommandRoot {
  package static var refusal: (reason: String, advice: String) {
    ("is not a command of kammerton.", "See 'kammerton --help' for all commands.")
  }

  /// All commands, in the order of the help.
  package static var commands: [any ParsableCommand.Type] { configuration.subcommands }

  /// Returns the command with a name.
  static func command(named name: String) -> (any ParsableCommand.Type)? {
    commands.first { command in
      command.configuration.commandName == name || command.configuration.aliases.contains(name)
    }
  }

  /// Parses and runs the command line. Unlike the parser's own `main`, it first checks for unknown
  /// commands and options, and it reports help that cannot be written.
  ///
  /// - Parameter perform: Runs a command that was parsed from arguments.
  package static func start(
    by perform: (_ command: any ParsableCommand, _ arguments: [String]) async throws -> Void
  ) async {
    ignoreBrokenPipes()
    let typed = ProgramArguments.all
    if let help = TuneHelp.text(for: typed, of: Self.self) {
      do { try say(help) } catch { exit(withError: ExitStatus.of(error)) }
      exit(withError: ExitCode.success)
    }
    let arguments = Spelling.canonical(typed)
    let unknown =
      UnknownCommand.first(in: arguments, of: Self.self)?.message(of: Self.self)
      ?? UnknownOption.first(in: arguments, of: Self.self)?.message(of: Self.self)
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

  /// Runs a command that was parsed.
  package static func run(_ parsed: any ParsableCommand) async throws {
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

import ArgumentParser
import CommandIO

@main
struct KammertonCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "kammerton",
    // One text, because a discussion would stand behind an empty line.
    abstract: """
      Hear, name and measure musical tones.
      Example: kammerton tune (exit 1: some input failed, 2: nothing done, 64: usage)
      """,
    subcommands: [
      TuneCommand.self, TrackCommand.self, ToneCommand.self, MetronomeCommand.self,
      SendCommand.self, ReceiveCommand.self, BandTestCommand.self, PairCommand.self,
      EvaluateCommand.self, HistoryCommand.self, NoteCommand.self, ScaleCommand.self,
      TemperamentsCommand.self, InstrumentsCommand.self, CalibrateCommand.self,
      DevicesCommand.self, ServeCommand.self, SelftestCommand.self,
    ])

  // Not `CommandConfiguration.version`: that would repeat `--version` in the help of every verb.
  @Flag(help: "Show the version; selftest measures this build.")
  var version = false

  func run() throws {
    guard version else { throw CleanExit.helpRequest() }
    try say("kammerton 0.1.0")
  }

  /// As the library's own, but for unknown options, which come first, and for help that cannot be
  /// written.
  static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if let unknown = UnknownOption.first(in: arguments) {
      try? ByteOutput.standardError.write(unknown.message)
      exit(withError: ExitCode.validationFailure)
    }
    ignoreBrokenPipes()
    var command: (any ParsableCommand)?
    do {
      let parsed = try await asyncParseAsRoot(arguments)
      command = parsed
      if var command = parsed as? any AsyncParsableCommand {
        try await command.run()
      } else {
        var command = parsed
        try command.run()
      }
    } catch {
      // The library knows help, versions and wrong usage, and writes all of it but what is asked for.
      if exitCode(for: error) == .success {
        do { try say(fullMessage(for: error)) } catch { exit(withError: error) }
        exit(withError: ExitCode.success)
      }
      guard let command else { exit(withError: error) }
      exit(withError: ExitStatus.of(error, command: command))
    }
  }
}

import ArgumentParser
import CommandParsing
import TuneCommands

/// `kammerton-tune`: the tuner of `kammerton`, and nothing else, which `make tune` builds in a fresh clone: a third of
/// what `kammerton` compiles is practice, messages and the rest.
@main
enum Main {
  static func main() async {
    await TunerAlone.start(by: TunerAlone.perform)
  }
}

/// What it has of the commands. It is called as the whole program, so that help, usage and errors are the same.
struct TunerAlone: CommandRoot {
  static let configuration = CommandConfiguration(
    commandName: "kammerton",
    abstract: "Tune instruments.",
    discussion: """
      This is the tuner alone, as make tune builds it first. make build builds \
      kammerton with all commands.
      """,
    subcommands: [TuneCommand.self])

  static var refusal: (reason: String, advice: String) {
    (
      "is not in this program, which is the tuner alone.",
      "Run make build for kammerton with all commands."
    )
  }

  static func perform(_ parsed: any ParsableCommand, _ arguments: [String]) async throws {
    try await run(parsed)
  }
}

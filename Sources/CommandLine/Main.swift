import ArgumentParser

@main
struct KammertonCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "kammerton",
    subcommands: [
      NoteCommand.self
    ])
}

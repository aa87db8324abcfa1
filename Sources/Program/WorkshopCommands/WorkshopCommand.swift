package import ArgumentParser

/// `kammerton setup`: the work on a stringed instrument, by its frets and by its strings.
package struct WorkshopCommand: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "setup",
    abstract: "Set up a guitar: its saddle, nut and strings.",
    usage: "kammerton setup [<subcommand>] [<options>]",
    discussion: """
      Example: kammerton setup guitar --length 25.5in

      Example: kammerton setup string --set 10-46
      """,
    subcommands: [SetupCommand.self, StringCommand.self], defaultSubcommand: SetupCommand.self)

  package init() {}
}

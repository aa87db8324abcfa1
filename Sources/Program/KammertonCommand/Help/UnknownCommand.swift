import ArgumentParser
import CommandKit
import MusicTheory

/// A word in the place of a command that is none.
struct UnknownCommand: Equatable {
  /// What was typed.
  let name: String
  /// Commands that are spelled alike.
  let near: [String]

  /// Looks at the first word.
  ///
  /// - Parameter arguments: What was typed behind the name of the program.
  /// - Returns: `nil` if it is a command, an option, or nothing at all.
  static func first(in arguments: [String]) -> UnknownCommand? {
    guard let name = arguments.first, !name.hasPrefix("-"), name != "help",
      KammertonCommand.command(named: name) == nil
    else { return nil }
    let names = KammertonCommand.commands.map { $0._commandName }
    return UnknownCommand(name: name, near: NearNames.of(name, in: names, farthest: 3))
  }

  /// The complaint, with where to look.
  var message: String {
    let question =
      near.isEmpty ? "" : " Did you mean \(near.map { "'\($0)'" }.joined(separator: " or "))?"
    return """
      Error: '\(name.printable)' is not a command of kammerton.\(question)
        See 'kammerton --help' for all commands.

      """
  }
}

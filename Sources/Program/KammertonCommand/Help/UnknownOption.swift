import ArgumentParser
import CommandKit
import MusicTheory

/// An option that a command does not have.
///
/// The argument parser looks for these last. By then it has taken the value of such an option for an
/// argument, and complains of that one.
struct UnknownOption: Error, Equatable {
  /// What was typed, without a value.
  let name: String
  /// Options of the command that are spelled alike.
  let near: [String]
  /// What does the same, if it is an option of another program.
  var advice: String?
  /// The name of the command.
  let command: String

  /// Finds the first unknown option.
  ///
  /// - Parameter arguments: What was typed behind the name of the program.
  /// - Returns: `nil` if there is none, or no command, or where help is asked for.
  static func first(in arguments: [String]) -> UnknownOption? {
    guard let name = arguments.first,
      let command = KammertonCommand.command(named: name)?.innermost(for: arguments.dropFirst())
    else { return nil }
    let typed = arguments.dropFirst().prefix { $0 != "--" }
    let known = names(of: command)
    guard !typed.contains(where: Self.help.contains) else { return nil }
    var takesValue = false  // whether the option before does
    for argument in typed {
      defer { takesValue = known[argument] ?? false }
      guard let option = option(in: argument, known, afterOptionWithValue: takesValue) else {
        continue
      }
      let long = known.keys.filter { $0.hasPrefix("--") }.map { String($0.dropFirst(2)) }.sorted()
      let typed = String(option.drop { $0 == "-" })
      // Two letters that changed places are two that differ.
      let near = NearNames.of(typed, in: long, farthest: typed.count < 4 ? 2 : 3)
      return UnknownOption(
        name: option, near: near.map { "--\($0)" },
        advice: ForeignNames.advice(for: option) { known[$0] != nil }, command: name)
    }
    return nil
  }

  /// The option that an argument is, if the command does not have it.
  private static func option(
    in argument: String, _ known: [String: Bool], afterOptionWithValue: Bool
  ) -> String? {
    let name = String(argument.prefix { $0 != "=" })
    let body = name.drop { $0 == "-" }
    guard body.first?.isLetter == true, known[name] == nil else { return nil }
    switch name.count - body.count {
    case 2: return name
    // Several short ones may share a hyphen, and values such as notes may begin with one.
    case 1: return known["-\(body.prefix(1))"] != nil || afterOptionWithValue ? nil : name
    default: return nil
    }
  }

  /// The options of a command, and whether a value must follow, from its own help.
  private static func names(of command: any ParsableCommand.Type) -> [String: Bool] {
    let help = KammertonCommand.helpMessage(for: command, includeHidden: true, columns: 500)
    var names: [String: Bool] = [:]
    // Options stand under headings of their own, and only they begin like this.
    for line in help.split(separator: "\n") where line.hasPrefix("  -") {
      let label = String(line.dropFirst(2)).split(separator: "  ").first ?? ""
      let words = label.split { " ,/".contains($0) }
      let takesValue = words.contains { $0.hasPrefix("<") }
      for word in words where word.hasPrefix("-") { names[String(word)] = takesValue }
    }
    return names
  }

  /// What the parser answers whatever else is there.
  private static let help: Set<String> = [
    "-h", "--help", "--help-hidden", "--experimental-dump-help",
  ]
}

extension UnknownOption: CustomStringConvertible {
  /// As the argument parser says it.
  var description: String {
    if let advice { return "Unknown option '\(name)'. Write \(advice)." }
    return "Unknown option '\(name.printable)'."
      + (near.isEmpty ? "" : " Did you mean \(near.map { "'\($0)'" }.joined(separator: " or "))?")
  }

  /// The complaint, with how the command is used.
  var message: String {
    let usage =
      KammertonCommand.command(named: command)
      .map { KammertonCommand.usageString(for: $0) } ?? ""
    return """
      Error: \(description)
      Usage: \(usage)
        See 'kammerton \(command) --help' for more information.

      """
  }
}

extension KammertonCommand {
  /// The command with a name.
  static func command(named name: String) -> (any ParsableCommand.Type)? {
    commands.first { command in
      command.configuration.commandName == name || command.configuration.aliases.contains(name)
    }
  }
}

extension ParsableCommand {
  /// The command itself, or the one of its subcommands that is meant.
  static func innermost(for arguments: ArraySlice<String>) -> any ParsableCommand.Type {
    let named = configuration.subcommands.first { $0._commandName == arguments.first }
    return named ?? configuration.defaultSubcommand ?? self
  }
}

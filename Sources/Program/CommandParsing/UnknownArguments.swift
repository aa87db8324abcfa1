import ArgumentParser
import CommandKit
import MusicTheory

/// An option that a command does not have.
///
/// The argument parser looks for these last. By then it has read the value of such an option as an
/// argument, and reports that one.
struct UnknownOption: Error, Equatable {
  /// The option as typed, without a value.
  let name: String
  /// Options of the command that are spelled alike.
  let near: [String]
  /// The option with the same effect here, if it is an option of another program.
  var advice: String?
  /// The name of the command, with that of its subcommand if one was typed.
  let command: String

  /// Finds the first unknown option.
  ///
  /// - Parameters:
  ///   - arguments: The arguments of the program.
  ///   - root: The command of the program.
  /// - Returns: `nil` if there is none, no command, or a request for help.
  static func first(
    in arguments: [String], of root: any CommandRoot.Type
  ) -> UnknownOption? {
    guard let name = arguments.first,
      let command = root.command(named: name)?.innermost(for: arguments.dropFirst())
    else { return nil }
    let typed = arguments.dropFirst().prefix { $0 != "--" }
    // To read the help of a command takes a tenth of the program's start.
    guard typed.contains(where: { $0.hasPrefix("-") }) else { return nil }
    let known = names(of: command, in: root)
    guard !typed.contains(where: Self.help.contains) else { return nil }
    var takesValue = false  // of the option before
    for argument in typed {
      defer { takesValue = known[argument] ?? false }
      guard let option = option(in: argument, known, afterOptionWithValue: takesValue) else {
        continue
      }
      let long = known.keys.filter { $0.hasPrefix("--") }.map { String($0.dropFirst(2)) }.sorted()
      let typed = String(option.drop { $0 == "-" })
      // Two letters that changed places are two that differ.
      let near = NearNames.of(typed, in: long, farthest: typed.count < 4 ? 2 : 3)
      let second = command.configuration.commandName ?? ""
      let isSecond = arguments.dropFirst().first == second
      return UnknownOption(
        name: option, near: near.map { "--\($0)" },
        advice: ForeignNames.advice(for: option) { known[$0] != nil },
        command: isSecond ? "\(name) \(second)" : name)
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
  private static func names(
    of command: any ParsableCommand.Type, in root: any CommandRoot.Type
  ) -> [String: Bool] {
    let help = root.helpMessage(for: command, includeHidden: true, columns: 500)
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

  /// The options for help, which the parser answers whatever else is given.
  private static let help: Set<String> = [
    "-h", "--help", "--help-hidden", "--experimental-dump-help",
  ]
}

extension UnknownOption: CustomStringConvertible {
  /// The error in the words of the argument parser.
  var description: String {
    if let advice { return "Unknown option '\(name.printable)'. Write \(advice)." }
    return "Unknown option '\(name.printable)'."
      + (near.isEmpty ? "" : " Did you mean \(near.map { "'\($0)'" }.joined(separator: " or "))?")
  }

  /// The error, with the usage of the command.
  func message(of root: any CommandRoot.Type) -> String {
    let words = command.split(separator: " ").map(String.init)
    let usage =
      root.command(named: words[0])?.innermost(named: words.dropFirst().first)
      .map { root.usageString(for: $0) } ?? ""
    return """
      Error: \(description)
      Usage: \(usage)
        See 'kammerton \(command) --help' for more information.

      """
  }
}

extension ParsableCommand {
  /// Returns the subcommand that the arguments name, or the command itself.
  static func innermost(for arguments: ArraySlice<String>) -> any ParsableCommand.Type {
    let named = configuration.subcommands.first { $0._commandName == arguments.first }
    return named ?? configuration.defaultSubcommand ?? self
  }

  /// Returns the subcommand with a name, or without a name the command itself.
  fileprivate static func innermost(named name: String?) -> (any ParsableCommand.Type)? {
    guard let name else { return self }
    return configuration.subcommands.first { $0._commandName == name }
  }
}

/// Names that options have in other programs, and the same options here.
///
/// librosa, crepe, aubio and Praat for `track` and `tune`; everyday words for the rest.
enum ForeignNames {
  /// Advice, by the option of this program.
  private static let advice = [
    "--range": "--range LOW..HIGH, such as --range 65..2093",
    "--hop": "--hop with its unit, such as --hop 10ms or --hop 512samples",
    "--estimator": "--estimator NAME, such as --estimator yin",
    "--gate": "--gate LEVEL in dBFS, such as --gate -60",
    "--rate": "--raw f32le --rate HZ for raw input; files know their own",
    "--lookahead": "--lookahead TIME, such as --lookahead 300ms",
    "--a4": "--a4 HZ, such as --a4 442",
    "--transpose": "--transpose NAME, such as --transpose bb-trumpet",
    "--level": "--level DB in dBFS, such as --level -20",
    "--wave": "--wave NAME, such as --wave saw",
    "--meter": "--meter N/D, such as --meter 3/4",
    "--subdivide": "--subdivide N, such as --subdivide 2",
  ]

  /// Options of this program, by their names elsewhere.
  private static let options = [
    "--fmin": "--range", "--fmax": "--range", "--min-frequency": "--range",
    "--max-frequency": "--range", "--pitch-floor": "--range", "--pitch-ceiling": "--range",
    "--step-size": "--hop", "--hop-length": "--hop", "--hopsize": "--hop", "--hop-size": "--hop",
    "--time-step": "--hop", "--method": "--estimator", "--algorithm": "--estimator",
    "--pitch": "--estimator", "--model-capacity": "--estimator", "--silence": "--gate",
    "--threshold": "--gate", "--sr": "--rate", "--samplerate": "--rate",
    "--sample-rate": "--rate", "--viterbi": "--lookahead", "--reference": "--a4",
    "--concert-pitch": "--a4", "--transposition": "--transpose", "--volume": "--level",
    "--waveform": "--wave", "--time-signature": "--meter", "--subdivision": "--subdivide",
  ]

  /// Returns advice for an option of another program.
  ///
  /// - Parameters:
  ///   - name: The option that was typed.
  ///   - known: Returns `true` if the command has an option.
  /// - Returns: The option to write; `nil` if the command has nothing like it.
  static func advice(for name: String, _ known: (String) -> Bool) -> String? {
    options[name].flatMap { known($0) ? advice[$0] : nil }
  }
}

/// A word in the place of a command that is not one.
struct UnknownCommand: Equatable {
  /// The word as typed.
  let name: String
  /// Commands that are spelled alike.
  let near: [String]

  /// Checks the first word.
  ///
  /// - Parameters:
  ///   - arguments: The arguments of the program.
  ///   - root: The command of the program.
  /// - Returns: `nil` if it is a command, an option, or nothing at all.
  static func first(
    in arguments: [String], of root: any CommandRoot.Type
  ) -> UnknownCommand? {
    let words = arguments.first == "help" ? arguments.dropFirst() : arguments[...]
    guard let name = words.first, !name.hasPrefix("-"),
      root.command(named: name) == nil, name != "help"
    else { return nil }
    let names = root.commands.map { $0._commandName } + Spelling.olderNames
    return UnknownCommand(name: name, near: NearNames.of(name, in: names, farthest: 3))
  }

  /// Returns the error, with similar commands.
  func message(of root: any CommandRoot.Type) -> String {
    let question =
      near.isEmpty ? "" : " Did you mean \(near.map { "'\($0)'" }.joined(separator: " or "))?"
    return """
      Error: '\(name.printable)' \(root.refusal.reason)\(question)
        \(root.refusal.advice)

      """
  }
}

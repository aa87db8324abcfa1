import ArgumentParser
import CommandParsing
import Foundation
@testable import KammertonCommand
import Testing

/// What the parser itself tells of all commands and options, in JSON.
private struct Dump: Decodable {
  struct Command: Decodable {
    let commandName: String
    let abstract: String?
    let discussion: String?
    let shouldDisplay: Bool
    let subcommands: [Command]?
    let arguments: [Argument]?
  }

  struct Argument: Decodable {
    struct Name: Decodable { let name: String }

    let shouldDisplay: Bool
    let abstract: String?
    let names: [Name]?
    let valueName: String?

    var label: String { names?.last?.name ?? valueName ?? "" }
  }

  let command: Command

  static func read() throws -> Dump {
    let error = #expect(throws: (any Error).self) {
      try KammertonCommand.parseAsRoot(["--experimental-dump-help"])
    }
    let text = KammertonCommand.fullMessage(for: try #require(error))
    return try JSONDecoder().decode(Dump.self, from: Data(text.utf8))
  }

  /// All commands but the parser's own `help`.
  var commands: [Command] { (command.subcommands ?? []).filter { $0.commandName != "help" } }
}

@Suite("Help")
struct HelpTests {
  @Test("every command is displayed, in a group, with a sentence of its own")
  func commands() throws {
    let commands = try Dump.read().commands
    #expect(commands.map(\.commandName) == KammertonCommand.commands.map { $0._commandName })
    #expect(commands.count >= 19)
    let help = KammertonCommand.helpMessage(columns: 80)
    for command in commands {
      let abstract = try #require(command.abstract)
      #expect(command.shouldDisplay, "\(command.commandName)")
      #expect(isSentence(abstract), "\(command.commandName): \(abstract)")
      #expect(
        help.contains("  " + command.commandName.padded(to: 24) + abstract + "\n"),
        "\(command.commandName) does not fit a line")
    }
  }

  @Test("every option of every command is displayed, with a sentence")
  func options() throws {
    let root = try Dump.read().command
    for command in (root.subcommands ?? []).filter({ $0.commandName != "help" }) + [root] {
      let options = try #require(command.arguments)
      #expect(!options.isEmpty)
      for option in options {
        let position = "\(command.commandName) \(option.label)"
        #expect(option.shouldDisplay, "\(position) is hidden")
        let text = try #require(option.abstract, "\(position) has no help")
        #expect(option.label == "help" || isSentence(text), "\(position): \(text)")
      }
    }
  }

  @Test("every help fits 80 columns, and has an example and a usage that names the command")
  func layout() {
    let all: [any ParsableCommand.Type] = [KammertonCommand.self] + KammertonCommand.commands
    for command in all {
      let help = KammertonCommand.helpMessage(for: command, columns: 80)
      let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.allSatisfy { $0.count <= 80 }, "\(help)")
      #expect(help.contains("Example: kammerton "), "\(command._commandName)")
      let isRoot = command == KammertonCommand.self
      let usage = isRoot ? "USAGE: kammerton " : "USAGE: kammerton \(command._commandName) "
      #expect(help.contains(usage), "\(command._commandName)")
      #expect(KammertonCommand.helpMessage(for: command, includeHidden: true, columns: 80) == help)
    }
  }

  @Test("nothing is told twice")
  func defaults() {
    for command in KammertonCommand.commands {
      let help = KammertonCommand.helpMessage(for: command, columns: 500)
      for line in help.split(separator: "\n") {
        #expect(line.split(separator: "default:").count <= 2, "\(line)")
      }
    }
  }

  @Test(
    "wrong usage shows the usage of the command that was typed",
    arguments: [
      ["send", "x", "--sample-rate", "44100.5"], ["tone", "A4", "--sample-rate", "44100.5"],
      ["tone", "A4", "--output", "a.mp3"], ["tune", "--rate", "44100"],
      ["tune", "--tuning", "drop-d"], ["note", "A4", "--root", "C"],
      ["metronome", "120", "--meter", "three"], ["track", "-", "--raw", "f32le", "--rate", "1.5"],
    ])
  func usage(arguments: [String]) throws {
    let error = #expect(throws: (any Error).self) {
      try KammertonCommand.parseAsRoot(arguments)
    }
    let text = KammertonCommand.fullMessage(for: try #require(error))
    #expect(text.contains("\nUsage: kammerton \(arguments[0]) "), "\(text)")
    #expect(text.contains("'kammerton \(arguments[0]) --help'"), "\(text)")
    #expect(!text.contains(".0 Hz"), "\(text)")
  }

  /// Whether a text is a sentence, perhaps with its default behind it.
  private func isSentence(_ text: String) -> Bool {
    let sentence =
      text.range(of: " (default: ", options: .backwards).map { String(text[..<$0.lowerBound]) }
      ?? text
    return sentence.first?.isUppercase == true && sentence.last == "."
      && (sentence == text || text.last == ")")
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}

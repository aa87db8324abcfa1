import ArgumentParser
@testable import CommandParsing
@testable import KammertonCommand
import Testing
import TuneCommands

@Suite("Help of the tuner")
struct TuneHelpTests {
  private func text(_ arguments: String) throws -> String {
    try #require(
      TuneHelp.text(
        for: arguments.split(separator: " ").map(String.init), of: KammertonCommand.self,
        columns: 80))
  }

  private var full: String { KammertonCommand.helpMessage(for: TuneCommand.self, columns: 80) }

  /// The first names of the options that a help lists.
  private func options(in help: String) -> Set<String> {
    Set(
      help.split(separator: "\n").filter { $0.hasPrefix("  -") }.compactMap { line in
        line.split { " ,/[".contains($0) }.first { $0.hasPrefix("--") }.map(String.init)
      })
  }

  @Test("the usual options fit one screen of 60 lines and 80 columns, and lead to the others")
  func oneScreen() throws {
    let help = try text("tune --help")
    let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 60 && lines.allSatisfy { $0.count <= 80 }, "\(lines.count)\n\(help)")
    for option in ["--instrument", "--tuning", "--a4", "--temperament", "--simulate", "--help"] {
      #expect(help.contains("  \(option)") || help.contains(", \(option)"), "\(option)\n\(help)")
    }
    #expect(options(in: help).isSubset(of: options(in: full)), "\(help)")
    for more in ["tune piano --help", "tune strum --help", "tune beats --help", "--help-all"] {
      #expect(help.contains(more))
    }
    #expect(try text("tune -h") == help && (try text("help tune")) == help)
  }

  @Test("each task has a help of its own, with its own options", arguments: TuneTask.allCases)
  func topics(task: TuneTask) throws {
    let help = try text("tune \(task.rawValue) --help")
    #expect(help.contains("USAGE: kammerton tune \(task.rawValue) "))
    #expect(help.contains("Example: kammerton tune \(task.rawValue)"))
    let own = ["piano": "--raise", "strum": "--strings", "beats": "--beats-window"]
    #expect(help.contains("  \(own[task.rawValue] ?? "")"), "\(help)")
    #expect(!help.contains("--osc") && !help.contains("\n\n\n"), "\(help)")
    let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 60 && lines.allSatisfy { $0.count <= 80 }, "\(help)")
    #expect(try text("help tune \(task.rawValue)") == help)
  }

  @Test(
    "other helps are the parser's",
    arguments: [
      "tune", "tune --help-all", "tune --help-hidden", "tone --help", "help", "tune -- -h",
    ])
  func others(line: String) {
    #expect(
      TuneHelp.text(
        for: line.split(separator: " ").map(String.init), of: KammertonCommand.self, columns: 80)
        == nil)
  }

  @Test(
    "names that a command had before, and those of tasks, are the same commands",
    arguments: [
      ("devices --json", "doctor devices --json"), ("selftest yin", "doctor selftest yin"),
      ("band-test --help", "doctor band-test --help"), ("temperaments", "scale --list"),
      ("temperaments werck --json", "scale --list werck --json"),
      ("help string", "help setup string"),
      ("string --set 10-46", "setup string --set 10-46"), ("help temperaments", "help scale"),
      ("tune piano a.piano b.wav", "tune --piano a.piano b.wav"), ("tune strum", "tune --strum"),
      ("tune beats A4 --csv", "tune --beats A4 --csv"), ("tune --help-all", "tune --help-hidden"),
      ("send -- --help-all", "send -- --help-all"), ("tune a.wav piano", "tune a.wav piano"),
      ("note devices", "note devices"), ("", ""), ("help", "help"),
    ])
  func spellings(typed: String, canonical: String) {
    let words = typed.split(separator: " ").map(String.init)
    #expect(Spelling.canonical(words).joined(separator: " ") == canonical)
  }

  @Test("a misspelt older name is answered with it")
  func near() {
    #expect(
      UnknownCommand.first(in: ["devcies"], of: KammertonCommand.self)?.near.contains("devices")
        == true)
  }
}

import ArgumentParser
@testable import CommandKit
@testable import KammertonCommand
import Testing

@Suite("kammerton track")
struct TrackCommandTests {
  @Test(
    "a format refuses what it cannot carry, and says what it has instead",
    arguments: [
      (["--format", "pitchtier", "--unvoiced", "nan"], "no point"),
      (["--format", "json", "--unvoiced", "zero"], "null"),
      (["--format", "midi", "--unvoiced", "negative"], "a gap"),
      (["--format", "textgrid", "--unvoiced", "zero"], "an empty interval"),
      (["--format", "tsv", "--notes"], "tsv cannot carry notes"),
      (["--format", "pitchtier", "--notes"], "pitchtier cannot carry notes"),
      (["--notes", "--unvoiced", "nan"], "--unvoiced is for readings"),
      (["--pitch-bend"], "csv cannot carry a pitch bend"),
      (["--format", "xml"], "Write csv, tsv, json"),
    ])
  func refusals(arguments: [String], message: String) throws {
    let error = #expect(throws: (any Error).self) {
      try KammertonCommand.parseAsRoot(["track", "x.wav"] + arguments)
    }
    let failure = try #require(error)
    #expect(KammertonCommand.exitCode(for: failure).rawValue == 64)
    #expect(KammertonCommand.message(for: failure).contains(message))
  }

  @Test("outputs of inputs with the same base name differ")
  func outputNames() {
    let inputs = ["a/x.wav", "b/x.flac", "X.wav", "x-2.wav", "-", "noext", ".hidden"]
    let names = TrackInput.outputNames(of: inputs.map { TrackInput($0) }, suffix: ".f0.csv")
    #expect(
      names == [
        "x.f0.csv", "x-2.f0.csv", "X-3.f0.csv", "x-2-2.f0.csv", "stdin.f0.csv", "noext.f0.csv",
        ".hidden.f0.csv",
      ])
    #expect(Set(names.map { $0.lowercased() }).count == names.count)
  }
}

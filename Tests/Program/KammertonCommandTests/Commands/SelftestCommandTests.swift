import ArgumentParser
@testable import KammertonCommand
import Testing

@Suite("kammerton selftest")
struct SelftestCommandTests {
  @Test(
    "an unknown method, too few tones, and two tests at once are refused with 64",
    arguments: [
      ["fft0"], ["--tones", "0"], ["--tones", "1001"], ["--seed", "-1"], ["--sweep", "--noise"],
      ["--bound", "--vibrato"], ["--full"], ["--full", "--sweep"], ["--noise", "--json"],
    ])
  func refusals(arguments: [String]) throws {
    let error = #expect(throws: (any Error).self) {
      try KammertonCommand.parseAsRoot(["doctor", "selftest"] + arguments)
    }
    #expect(KammertonCommand.exitCode(for: try #require(error)).rawValue == 64)
  }
}

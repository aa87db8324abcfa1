import ArgumentParser
import Testing

@testable import KammertonCommand

@Suite("kammerton selftest")
struct SelftestCommandTests {
  @Test(
    "an unknown method, or too few tones, is refused with 64",
    arguments: [["fft0"], ["--tones", "0"], ["--tones", "1001"], ["--seed", "-1"]])
  func refusals(arguments: [String]) throws {
    let error = #expect(throws: (any Error).self) {
      try KammertonCommand.parseAsRoot(["selftest"] + arguments)
    }
    #expect(KammertonCommand.exitCode(for: try #require(error)).rawValue == 64)
  }
}

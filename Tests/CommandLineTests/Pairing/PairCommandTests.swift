import ArgumentParser
import Pairing
import Testing

@testable import KammertonCommand

@Suite("kammerton pair")
struct PairCommandTests {
  private func command(_ arguments: String...) throws -> PairCommand {
    try #require(try KammertonCommand.parseAsRoot(["pair"] + arguments) as? PairCommand)
  }

  @Test(
    "a payload is a URL if it looks like one, a text otherwise, or what --kind says",
    arguments: [
      (["see you at eight"], HandOver.text("see you at eight")),
      (["https://example.org/"], .url("https://example.org/")),
      (["see https://example.org/"], .text("see https://example.org/")),
      (["https://example.org/", "--kind", "text"], .text("https://example.org/")),
      (["192.168.1.20:8440", "--kind", "address"], .address("192.168.1.20:8440")),
      (
        ["a4: 442\nroot: D", "--kind", "tuner"],
        .tuner(TunerHandOver(concertPitch: 442, root: "D"))
      ),
    ])
  func payload(arguments: [String], expected: HandOver) throws {
    let root = try KammertonCommand.parseAsRoot(["pair", "--offer", "--payload"] + arguments)
    #expect(try #require(root as? PairCommand).handOver() == expected)
  }

  @Test(
    "what cannot be is refused before a device is opened",
    arguments: [
      [], ["--offer", "--join"], ["--join", "--payload", "x"], ["--join", "--network"],
      ["--offer", "--payload", "x", "--kind", "url"], ["--offer", "--timeout", "1s"],
      ["--offer", "--timeout", "1h"], ["--offer", "--payload", "\u{1B}[2J"],
      ["--offer", "--payload", String(repeating: "x", count: 575)],
      ["--offer", "--payload", "volume: 3", "--kind", "tuner"], ["--join", "--band", "z"],
    ])
  func refusals(arguments: [String]) {
    #expect(throws: (any Error).self) {
      try KammertonCommand.parseAsRoot(["pair"] + arguments)
    }
  }

  @Test("two minutes are given unless told otherwise")
  func timeout() throws {
    #expect(try command("--offer").window().lifetime == 120)
    #expect(try command("--join", "--timeout", "5s").window().lifetime == 5)
    #expect(try command("--join").handOver() == nil)
  }

  @Test("every stage has its line of status")
  func status() {
    let stages: [PairingStage] = [.offer, .join, .reveal, .comparison, .confirmation, .handOver]
    #expect(Set(stages.map(PairingStatus.text)).count == stages.count)
  }
}

import ArgumentParser
@testable import CommandKit
@testable import KammertonCommand
import Testing

@Suite("The place of kammerton-network")
struct NetworkProgramTests {
  private func places(_ path: String) -> [NetworkProgram.Place] {
    NetworkProgram.candidates(program: ProgramFile(path: path))
  }

  @Test("it is looked for beside the program, and in libexec of the same prefix")
  func installed() {
    #expect(
      places("/usr/local/bin/kammerton") == [
        .built("/usr/local/bin/kammerton-network"),
        .built("/usr/local/libexec/kammerton/kammerton-network"),
      ])
    #expect(places("/bin/kammerton").last == .built("/libexec/kammerton/kammerton-network"))
    #expect(NetworkProgram.candidates(program: nil).isEmpty)
  }

  @Test("only what make builds in a checkout is followed by what builds it")
  func checkout() {
    let script = NetworkProgram.Place.buildable("/home/me/kammerton/Scripts/kammerton-network")
    #expect(places("/home/me/kammerton/.build/x86_64-linux/release/kammerton").last == script)
    #expect(places("/home/me/kammerton/.build/release/kammerton").last == script)
    #expect(!places("/home/me/kammerton/.build/debug/kammerton").contains(script))
    #expect(!places("/home/me/kammerton/release/kammerton").contains(script))
  }

  @Test("a part in libexec knows the prefix that it is installed under")
  func prefix() {
    #expect(ProgramFile(path: "/usr/local/bin/kammerton").prefix == "/usr/local")
    #expect(
      ProgramFile(path: "/usr/local/libexec/kammerton/kammerton-network").prefix == "/usr/local")
  }

  @Test(
    "serve and pair need it, send and receive only with a secret, and nothing else",
    arguments: [
      (["serve"], true), (["pair", "--join"], true), (["send", "x"], false),
      (["send", "x", "--confirm"], false), (["send", "x", "--confirm", "--secret", "f"], true),
      (["receive"], false), (["receive", "--answer"], false),
      (["receive", "--answer", "--secret", "f"], true), (["tune"], false), (["track", "x"], false),
    ])
  func needs(arguments: [String], isNeeded: Bool) throws {
    let command = try KammertonCommand.parseAsRoot(arguments)
    #expect(((command as? any NetworkCommand)?.needsNetworkProgram ?? false) == isNeeded)
  }
}

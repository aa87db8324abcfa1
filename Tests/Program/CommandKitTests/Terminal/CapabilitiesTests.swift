@testable import CommandKit
import Testing

@Suite("Terminal capabilities")
struct CapabilitiesTests {
  static func read(_ environment: [String: String], isTerminal: Bool = true) -> Capabilities {
    Capabilities(environment: environment, isTerminal: isTerminal)
  }

  @Test("a modern terminal has everything")
  func modern() {
    #expect(Self.read(["TERM": "xterm-256color", "LANG": "de_DE.UTF-8"]) == .full)
  }

  @Test("NO_COLOR turns colour off, but only if it is not empty")
  func noColor() {
    #expect(!Self.read(["TERM": "xterm", "NO_COLOR": "1"]).hasColor)
    #expect(Self.read(["TERM": "xterm", "NO_COLOR": ""]).hasColor)
  }

  @Test("dumb terminals and pipes get plain text", arguments: ["dumb", ""])
  func dumb(term: String) {
    #expect(Self.read(["TERM": term]) == .none)
    #expect(Self.read(["TERM": "xterm"], isTerminal: false) == .none)
  }

  @Test("LC_ALL decides before LC_CTYPE before LANG")
  func locale() {
    #expect(!Self.read(["TERM": "xterm", "LC_ALL": "C", "LANG": "C.UTF-8"]).hasUnicode)
    #expect(
      Self.read(["TERM": "xterm", "LC_ALL": "", "LC_CTYPE": "C.utf8", "LANG": "C"]).hasUnicode)
  }
}

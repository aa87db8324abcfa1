@testable import CommandKit
import Testing

@Suite("Terminal screen")
struct TerminalScreenTests {
  @Test("sends only the lines that changed, wiped before they are written, as one update")
  func changes() {
    var screen = TerminalScreen()
    #expect(screen.update(to: ["a", "b", "c"]).contains("\u{1B}[2J"))
    #expect(screen.update(to: ["a", "b", "c"]).isEmpty)
    #expect(
      screen.update(to: ["a", "X", "c"])
        == "\u{1B}[?2026h\u{1B}[2;1H\u{1B}[KX\u{1B}[?2026l")
  }

  @Test("draws everything after a resize and when the screen was lost")
  func redraw() {
    var screen = TerminalScreen()
    _ = screen.update(to: ["a", "b"])
    #expect(screen.update(to: ["a"]).contains("\u{1B}[1;1H\u{1B}[Ka"))
    screen.invalidate()
    #expect(screen.update(to: ["a"]).contains("\u{1B}[2J"))
  }
}

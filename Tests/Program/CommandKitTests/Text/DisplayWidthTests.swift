@testable import CommandKit
import Testing

@Suite("Strangers' text")
struct DisplayWidthTests {
  @Test(
    "is printed without what drives a terminal or turns the direction of text",
    arguments: [
      "\u{1B}", "\u{7}", "\u{9B}", "\u{61C}", "\u{200E}", "\u{202E}", "\u{2028}", "\u{2066}",
    ])
  func control(_ mark: String) {
    #expect("a\(mark)b".printable == "a?b")
  }

  @Test("is printed as it is where it only shows")
  func plain() {
    let text = "Größe é 漢字 ♯"
    #expect(text.printable == text)
  }
}

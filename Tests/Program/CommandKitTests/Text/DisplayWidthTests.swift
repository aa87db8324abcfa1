@testable import CommandKit
import FileWriting
import Testing

@Suite("Strangers' text")
struct DisplayWidthTests {
  @Test(
    "is printed without what drives a terminal or turns the direction of text",
    arguments: [
      "\u{1B}", "\u{7}", "\u{9B}", "\u{61C}", "\u{200E}", "\u{202E}", "\u{2028}", "\u{2066}",
      "\u{FEFF}", "\u{200B}", "\u{7F}", "\u{85}", "\r", "\n", "\t",
    ])
  func control(_ mark: String) {
    #expect("a\(mark)b".printable == "a?b")
  }

  @Test("is printed as it is where it only shows")
  func plain() {
    let text = "Größe é 漢字 ♯"
    #expect(text.printable == text)
  }

  @Test("shows the bytes of a file name that are not text")
  func names() {
    let name = FileName.text([0x61, 0xE9, 0x2E])
    #expect(name.printable == #"a\xe9."#)
    #expect(TerminalText.escaped(name) == #"a\xe9."#)
    #expect(name.jsonQuoted == #""a\udbff\udfe9.""#)
  }

  @Test("keeps the line ends of a message, but not those of the arguments that it repeats")
  func quoting() {
    let text = TerminalText.escaped(
      "Error: a\nb\u{1B} is odd\nUsage: x\n", quoting: ["a\nb\u{1B}", "--x=c\nd"])
    #expect(text == "Error: a\\u{a}b\\u{1b} is odd\nUsage: x\n")
    #expect(
      TerminalText.escaped("'c\nd'\n", quoting: ["--x=c\nd"]) == "'c\\u{a}d'\n")
    #expect(TerminalText.onOneLine("a\nb\t") == "a\\u{a}b\\u{9}")
  }
}

@testable import CommandKit
import Testing

@Suite("KeyPress decoder")
struct KeyDecoderTests {
  @Test(
    "decodes arrows, letters and the musical signs",
    arguments: [
      ("\u{1B}[D", [KeyPress.left]), ("\u{1B}[C", [.right]), ("\u{1B}OA", [.up]),
      ("\u{1B}[1;5B", [.down]),
      ("q", [.character("q")]), ("♯♭", [.character("♯"), .character("♭")]), ("\u{1B}[3~", []),
      ("\u{1B}[Cp", [.right, .character("p")]), ("\u{1}\r\n", [.enter, .enter]),
      ("\u{7F}\u{8}", [.backspace, .backspace]), ("\u{1B}x", []),
    ])
  func keys(input: String, expected: [KeyPress]) {
    var decoder = KeyDecoder()
    #expect(decoder.decode(input.utf8) == expected)
    #expect(!decoder.isIncomplete)
  }

  @Test("gives the same keys when the bytes come one by one")
  func pieces() {
    var decoder = KeyDecoder()
    var keys: [KeyPress] = []
    for byte in "a\u{1B}[D♯\u{1B}[1;2Cq".utf8 { keys += decoder.decode([byte]) }
    #expect(keys == [.character("a"), .left, .character("♯"), .right, .character("q")])
  }

  @Test("a lone escape byte becomes the Escape key when nothing follows")
  func escape() {
    var decoder = KeyDecoder()
    #expect(decoder.decode([0x1B]).isEmpty)
    #expect(decoder.isIncomplete)
    #expect(decoder.flush() == [.escape])
    #expect(decoder.flush().isEmpty)
  }

  @Test("survives bytes that are no text, and endless sequences")
  func garbage() {
    var decoder = KeyDecoder()
    #expect(decoder.decode([0xFF, 0xC3, 0x28, 0xE2, 0x28, 0x71]).last == .character("q"))
    for _ in 0..<1000 { _ = decoder.decode("\u{1B}[1;1;1;1".utf8) }
    _ = decoder.flush()
    #expect(decoder.decode("q".utf8) == [.character("q")])
  }
}

import DecimalText
import Testing

@Suite("Text files in any encoding")
struct PlainTextTests {
  @Test("UTF-16 is known by its mark or its zeros, and other bytes are not guessed")
  func marks() {
    #expect(PlainText.marked([0xFF, 0xFE, 0x41, 0]) == .utf16LittleEndian)
    #expect(PlainText.marked([0xFE, 0xFF, 0, 0x41]) == .utf16BigEndian)
    #expect(PlainText.marked([0x41, 0, 0x42, 0]) == .utf16LittleEndian)
    #expect(PlainText.marked([0, 0x41, 0, 0x42]) == .utf16BigEndian)
    #expect(PlainText.marked([0xEF, 0xBB, 0xBF, 0x41]) == .utf8)
    for bytes in [[], [0x41], [0x41, 0], [0, 0, 0, 0], Array("text".utf8)] as [[UInt8]] {
      #expect(PlainText.marked(bytes) == nil)
    }
  }

  @Test("all 256 bytes of Windows-1252 and ISO 8859-15 are those of their tables")
  func tables() {
    let upper = "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ"
    let latin = String(String.UnicodeScalarView((0xA0...0xFF).map { Unicode.Scalar(UInt8($0)) }))
    let bytes = (0...255).map { UInt8($0) }
    let ascii = String(decoding: bytes[..<128], as: UTF8.self)
    let western = PlainText.utf8(bytes, as: .windows1252)
    #expect(String(decoding: western, as: UTF8.self) == ascii + upper + latin)
    let changed: [Character: Character] = [
      "¤": "€", "¦": "Š", "¨": "š", "´": "Ž", "¸": "ž", "¼": "Œ", "½": "œ", "¾": "Ÿ",
    ]
    let control = String(String.UnicodeScalarView((0x80...0x9F).map { Unicode.Scalar(UInt8($0)) }))
    let nine = PlainText.utf8(bytes, as: .latin9)
    #expect(
      String(decoding: nine, as: UTF8.self) == ascii + control
        + String(latin.map { changed[$0] ?? $0 }))
  }

  @Test("marks are removed, surrogates joined, and half a unit at the end is left out")
  func wide() {
    let text = "\u{FEFF}𝄞 ö"
    let little = text.utf16.flatMap { unit -> [UInt8] in [UInt8(unit & 255), UInt8(unit >> 8)] }
    #expect(PlainText.utf8(little + [0x41], as: .utf16LittleEndian) == Array("𝄞 ö".utf8))
    #expect(PlainText.utf8(Array("\u{FEFF}\u{FEFF}a".utf8), as: nil) == Array("a".utf8))
    #expect(PlainText.words([0x1B, 0x5B, 0x41, 0x9B, 0x7F, 0x0A]) == "[A›")
  }
}

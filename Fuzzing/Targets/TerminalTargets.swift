@testable import CommandKit

/// What a terminal sends, and strangers' text on its way to one.
extension FuzzTarget {
  static let terminalTargets = [keys, strangersText]

  private static let keys = FuzzTarget(
    name: "terminal-keys", longestInput: 128,
    words: ["\u{1B}[A", "\u{1B}OB", "\u{1B}[1;5C", "\u{1B}", "\u{7F}", "é", "♯", "\u{1F600}"],
    seeds: { ["q\u{1B}[A\u{1B}[1;5D é♯\r", "\u{1B}\u{1B}OC\u{1B}[200~"].map { Array($0.utf8) } },
    read: { bytes in
      var decoder = KeyDecoder()
      var count = 0
      for byte in bytes { count += decoder.decode(CollectionOfOne(byte)).count }
      count += decoder.flush().count
      require(count <= bytes.count, "no more keys than bytes")
      var atOnce = KeyDecoder()
      require(atOnce.decode(bytes).count <= bytes.count, "no more keys than bytes at once")
      return count > 0
    })

  /// Titles, names and messages that others have written.
  private static let strangersText = FuzzTarget(
    name: "strangers-text", longestInput: 128,
    words: [
      "\u{1B}]0;x\u{7}", "\u{202E}", "\u{2066}", "\u{61C}", "e\u{301}", "\u{200D}", "👩‍👩‍👧", "漢",
    ],
    seeds: { ["plain", "é漢\u{301}", "\u{1B}[2J\u{202E}x", "👩‍👩‍👧\u{200D}a"].map { Array($0.utf8) } },
    read: { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      let shown = text.printable
      require(!shown.unicodeScalars.contains(where: drives), "no control character is left")
      for width in [0, 1, 7, 40] {
        require(shown.fitted(to: width).columns <= width, "what is fitted is not too wide")
      }
      let object = text.jsonQuoted
      require(!object.unicodeScalars.contains { $0.value < 32 }, "JSON has no control character")
      var canvas = Canvas(size: TerminalSize(columns: 20, rows: 2))
      canvas.draw(text, row: 1, column: bytes.count % 30 - 5)
      require(canvas.lines(hasColor: false).count == 2, "a canvas keeps its size")
      return shown == text
    })

  /// What moves a cursor or turns the direction of what follows.
  private static func drives(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: scalar.properties.generalCategory == .control
    }
  }
}

/// Words of a score that send the player elsewhere, such as D.C. al Fine.
enum JumpWords {
  /// Returns true if words above the music, in capital or small letters, are a jump: D.C., D.S., da
  /// capo, dal segno, to coda.
  static func contain(_ text: String) -> Bool {
    let words = words(text)
    // D C may be two chords.
    let hasPoint = text.utf8.contains(0x2E)
    for (index, word) in words.enumerated() {
      let next = index + 1 < words.count ? words[index + 1] : ""
      switch (word, next) {
      case ("dc", _), ("ds", _), ("dacapo", _), ("dalsegno", _), ("tocoda", _): return true
      case ("d", "c"), ("d", "s"): if hasPoint { return true }
      case ("da", "capo"), ("dal", "segno"), ("dal", "s"), ("al", "segno"), ("to", "coda"),
        ("al", "coda"), ("alla", "coda"):
        return true
      default: break
      }
    }
    return false
  }

  /// Returns the words in small letters; a point without a blank behind it belongs to its word.
  private static func words(_ text: String) -> [String] {
    var words: [[UInt8]] = [[]]
    for byte in text.utf8.prefix(200) {
      switch byte {
      case 0x41...0x5A, 0x61...0x7A, 0x30...0x39: words[words.count - 1].append(byte | 0x20)
      case 0x2E: break  // D.C. is a word
      default: if words[words.count - 1].count > 0 { words.append([]) }
      }
    }
    return words.map { String(decoding: $0, as: UTF8.self) }
  }
}

internal import MusicTheory

/// A scale as it is written: `C-major`, `Bb3 harmonic minor in thirds`, `C-major-up-from-G3-to-G5`.
///
/// The tonic comes first, then the name of the pattern, then the form in any order. Hyphens and blanks
/// are the same.
package struct ScaleText {
  /// The words before the name of a pattern and after it.
  package let tonic: ArraySlice<UInt8>
  /// The pattern.
  package let pattern: ScalePattern
  /// Which way the scale goes; `nil` if no word says it.
  package private(set) var direction: ScaleForm.Direction?
  /// Whether it goes in thirds.
  package private(set) var isInThirds = false
  /// Where it begins; `nil` if no word says it.
  package private(set) var first: ArraySlice<UInt8>?
  /// Where its other end is; `nil` if no word says it.
  package private(set) var last: ArraySlice<UInt8>?

  /// Reads a scale; `nil` if the words name none.
  ///
  /// - Parameter text: UTF-8.
  package init?(_ text: [UInt8]) {
    let words = text.split {
      $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: " ") || (9...13).contains($0)
    }
    guard let tonic = words.first else { return nil }
    self.tonic = tonic
    // The longest name: minor-pentatonic, not minor.
    var count = min(words.count - 1, Self.mostWords)
    var found: ScalePattern?
    while count > 0, found == nil {
      found = ScalePattern.named(Array(words[1...count].joined(separator: [UInt8(ascii: "-")])))
      if found == nil { count -= 1 }
    }
    guard let found else { return nil }
    pattern = found
    guard read(words[(count + 1)...]) else { return nil }
  }

  private static var mostWords: Int { 3 }

  /// Reads the words of a form; false if one of them means nothing.
  private mutating func read(_ words: ArraySlice<ArraySlice<UInt8>>) -> Bool {
    var rest = words
    while let word = rest.popFirst() {
      if Self.isWord(word, "up") {
        direction = direction == .down || direction == .bothWays ? .bothWays : .up
      } else if Self.isWord(word, "down") {
        direction = direction == .up || direction == .bothWays ? .bothWays : .down
      } else if Self.isWord(word, "thirds") {
        isInThirds = true
      } else if Self.isWord(word, "from") {
        guard let note = rest.popFirst() else { return false }
        first = note
      } else if Self.isWord(word, "to") {
        guard let note = rest.popFirst() else { return false }
        last = note
      } else if !Self.isWord(word, "in"), !Self.isWord(word, "and") {
        return false
      }
    }
    return true
  }

  private static func isWord(_ bytes: ArraySlice<UInt8>, _ word: StaticString) -> Bool {
    guard bytes.count == word.utf8CodeUnitCount else { return false }
    return word.withUTF8Buffer { word in
      zip(bytes, word).allSatisfy { $0 | 0x20 == $1 }
    }
  }
}

extension ScalePattern {
  /// Returns the pattern of a name, in small or capital letters, with hyphens or blanks between its
  /// words.
  ///
  /// - Parameter name: ASCII.
  /// - Returns: `nil` if there is no such pattern.
  package static func named(_ name: some Collection<UInt8>) -> ScalePattern? {
    let folded = name.map { byte in
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
      case UInt8(ascii: " "): UInt8(ascii: "-")
      default: byte
      }
    }
    return all.first { $0.name.utf8.elementsEqual(folded) }
  }
}

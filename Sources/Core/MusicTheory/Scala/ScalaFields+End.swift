// What may follow a number of a Scala file: half of a value would be another value.
extension ScalaFields {
  /// Throws if a number goes on in a form that is not read, such as `7e2`, `2^(1/2)`, `1,200.0` or
  /// `100 cents` without a point.
  ///
  /// A comment may follow: behind a blank, or as a word or in brackets.
  ///
  /// - Parameters:
  ///   - field: What the number is.
  ///   - isWhole: True for a number without a point and without a denominator.
  /// - Throws: ``ScalaError/Problem/invalid(_:)`` with the line.
  func requireEnd(of field: ScalaError.Field, isWhole: Bool = false) throws(ScalaError) {
    guard let next = rest.first else { return }
    let comment = Self.unspaced(rest)
    if comment.startIndex > rest.startIndex || comment.isEmpty {
      guard !Self.continues(comment, isWhole) else { throw error(.invalid(field)) }
      return
    }
    let isSigned = rest.dropFirst().first.map { Self.isDigit($0) || $0 == 0x2B || $0 == 0x2D }
    switch next {
    case 0x45, 0x65: if isSigned == true { throw error(.invalid(field)) }  // an exponent
    case 0x41...0x5A, 0x61...0x7A:
      if isWhole, Self.isCents(rest) { throw error(.invalid(field)) }
    case 0x21, 0x22, 0x23, 0x28, 0x3B, 0x5B, 0x5C: break  // ! " # ( ; [ and a backslash
    case 0xA2 where !isWhole: break  // the sign for cents, in Latin-1 and below in UTF-8
    case 0xC2 where !isWhole && rest.dropFirst().first == 0xA2: break
    default: throw error(.invalid(field))
    }
  }

  /// Returns true if the words behind a number and a blank belong to it.
  private static func continues(_ words: ArraySlice<UInt8>, _ isWhole: Bool) -> Bool {
    guard let first = words.first else { return false }
    let isBeforeDigit = unspaced(words.dropFirst()).first.map(isDigit) ?? false
    switch first {
    case 0x2A, 0x2C, 0x2E, 0x2F, 0x5E: return isBeforeDigit  // * , . / ^
    case 0x3A: return isWhole && isBeforeDigit  // a colon
    default: break
    }
    guard isWhole else { return false }
    let digits = words.prefix(while: isDigit)
    let after = words[digits.endIndex...]
    if digits.count == 3, after.first == 0x2E || after.first == 0x2C { return true }  // 1 200.0
    if !digits.isEmpty, after.first == 0x2F {  // a mixed number, such as 1 1/4
      let denominator = after.dropFirst().prefix(while: isDigit)
      return digits.count < denominator.count
        || digits.count == denominator.count && digits.lexicographicallyPrecedes(denominator)
    }
    return isCents(words)
  }

  /// Returns true for the word or the sign that makes a whole number one of cents.
  private static func isCents(_ words: ArraySlice<UInt8>) -> Bool {
    let word = words.prefix { $0 > 0x20 }.map { $0 < 0x80 ? $0 | 0x20 : $0 }
    return ["c", "ct", "cent", "cents", "\u{A2}"].contains { word.elementsEqual($0.utf8) }
      || word == [0xA2]
  }

  /// Returns what follows blanks, tabs and no-break spaces of Latin-1 and UTF-8.
  static func unspaced(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = bytes
    while let first = rest.first {
      if first == 0xC2, rest.dropFirst().first == 0xA0 {
        rest = rest.dropFirst(2)
      } else if first == 0x20 || first == 0x09 || first == 0xA0 {
        rest = rest.dropFirst()
      } else {
        break
      }
    }
    return rest
  }

  static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}

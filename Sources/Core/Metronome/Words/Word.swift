/// A piece of text as its UTF-8 bytes: the syntax of tempo maps is ASCII.
typealias Word = ArraySlice<UInt8>

/// Reads the parts of numbers, meters and tempos.
extension Word {
  init(_ text: String) { self = Array(text.utf8)[...] }

  /// The word for a message: cut off where it is long, without control characters.
  var quoted: String {
    let printable = map { $0 < 0x20 || $0 == 0x7F ? UInt8(ascii: "?") : $0 }
    let text = String(decoding: printable.prefix(40), as: UTF8.self)
    return count > 40 ? text + "..." : text
  }

  /// The pieces between separators; empty ones too.
  func pieces(at separator: Character) -> [Word] {
    split(separator: separator.asciiValue ?? 0, omittingEmptySubsequences: false)
  }

  /// Splits the word at the first separator; `nil` if there is none.
  func parts(at separator: Character) -> (before: Word, after: Word)? {
    guard let position = firstIndex(of: separator.asciiValue ?? 0) else { return nil }
    return (self[..<position], self[(position + 1)...])
  }

  /// The word without an ending; `nil` if it does not have that ending.
  func without(ending: String) -> Word? {
    let bytes = Array<UInt8>(ending.utf8)
    return count > bytes.count && suffix(bytes.count).elementsEqual(bytes)
      ? dropLast(bytes.count) : nil
  }

  /// A whole number in digits only.
  func wholeNumber(in limits: ClosedRange<Int>) -> Int? {
    guard (1...9).contains(count), let number = digits(), limits.contains(number) else {
      return nil
    }
    return number
  }

  /// A decimal number such as 137.5 in millionths, rounded; `nil` unless all is digits and a point.
  func millionths() -> Int? {
    let (whole, decimals) = parts(at: ".") ?? (self, [])
    guard count > 0, whole.count <= 4, decimals.count <= 40, whole.count + decimals.count > 0,
      let upper = whole.digits(), decimals.digits(of: 0) != nil,
      let lower = decimals.digits(of: 6)
    else { return nil }
    let seventh = decimals.dropFirst(6).first ?? UInt8(ascii: "0")
    guard upper <= 2000 else { return nil }  // within 32 bits
    return upper * 1_000_000 + lower + (seventh >= UInt8(ascii: "5") ? 1 : 0)
  }

  /// The digits as a number; 0 if there are none.
  private func digits() -> Int? {
    var number = 0
    for byte in self {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      number = number * 10 + Int(byte - UInt8(ascii: "0"))
    }
    return number
  }

  /// The first digits, filled up with zeros to a length.
  private func digits(of length: Int) -> Int? {
    guard allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
    var number = 0
    for position in 0..<length {
      let index = startIndex + position
      number = number * 10 + (index < endIndex ? Int(self[index] - UInt8(ascii: "0")) : 0)
    }
    return number
  }
}

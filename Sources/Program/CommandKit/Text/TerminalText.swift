/// What strangers say, made fit for a terminal.
package enum TerminalText {
  /// Shows every character that would drive a terminal or hide what stands there as its number:
  /// `\u{1b}` for escape. Line ends and tabs stay.
  package static func escaped(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: drives) else { return text }
    var shown = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if drives(scalar) {
        shown += "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars
      } else {
        shown.append(scalar)
      }
    }
    return String(shown)
  }

  /// The same for bytes, of which those that are no UTF-8 show as `\x9b`.
  package static func escaped(_ bytes: [UInt8]) -> String {
    var (text, rest) = ("", bytes[...])
    while !rest.isEmpty {
      let count = lengthOfText(rest)
      text += escaped(String(decoding: rest.prefix(count), as: UTF8.self))
      rest = rest.dropFirst(count)
      if let byte = rest.popFirst() {
        text += "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }
    return text
  }

  /// Control characters, line ends that only some programs know, and marks that turn the direction of
  /// text.
  static func drives(_ scalar: Unicode.Scalar) -> Bool {
    if scalar == "\n" || scalar == "\t" { return false }
    let properties = scalar.properties
    return properties.isBidiControl
      || [.control, .lineSeparator, .paragraphSeparator].contains(properties.generalCategory)
  }

  /// How many bytes at the start are UTF-8.
  private static func lengthOfText(_ bytes: ArraySlice<UInt8>) -> Int {
    if String(validating: bytes, as: UTF8.self) != nil { return bytes.count }
    var (decoder, iterator, count) = (UTF8(), bytes.makeIterator(), 0)
    while case .scalarValue(let scalar) = decoder.decode(&iterator) {
      count += UTF8.width(scalar)
    }
    return count
  }
}

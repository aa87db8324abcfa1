internal import DecimalText

/// A document of XML as a parser takes it: UTF-8 without a declaration.
///
/// The encoding is that of the bytes if they show one, and otherwise that of the declaration. Programs
/// write declarations that are not true, begin with a blank line, or lack the last question mark;
/// none of that hides what is meant.
package enum XMLDocumentText {
  /// Returns a document as UTF-8, with blanks for its declaration, so that lines keep their numbers.
  ///
  /// - Parameter bytes: The file.
  /// - Returns: Valid UTF-8.
  /// - Throws: ``MusicXMLError/unknownEncoding(_:)``.
  /// - Complexity: O(`bytes.count`).
  package static func utf8(_ bytes: [UInt8]) throws(MusicXMLError) -> [UInt8] {
    let encoding = try encoding(of: bytes)
    var text = PlainText.utf8(bytes, as: encoding)
    if let declaration = declaration(in: text) {
      for index in declaration where text[index] != 0x0A && text[index] != 0x0D {
        text[index] = 0x20
      }
    }
    return text
  }

  /// Returns the encoding; `nil` for UTF-8 if it is valid, and Windows-1252 otherwise.
  private static func encoding(of bytes: [UInt8]) throws(MusicXMLError) -> PlainText.Encoding? {
    if let marked = PlainText.marked(bytes) { return marked == .utf8 ? nil : marked }
    guard let name = declaredEncoding(in: bytes) else { return nil }
    switch String(decoding: name.map(folded), as: UTF8.self) {
    // What is declared as UTF-16 and has no zeros was converted since.
    case "utf-8", "utf8", "us-ascii", "ascii", "utf-16", "utf-16le", "utf-16be", "ucs-2",
      "iso-10646-ucs-2", "unicode":
      return nil
    case "iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "latin-1", "l1", "windows-1252",
      "cp1252", "cp-1252":
      return .windows1252
    case "iso-8859-15", "iso8859-15", "iso_8859-15", "latin9", "latin-9": return .latin9
    default:
      // All encodings in use contain ASCII, and what is valid UTF-8 beyond it was converted.
      guard String(validating: bytes, as: UTF8.self) == nil else { return nil }
      throw .unknownEncoding(String(decoding: name.prefix(40), as: UTF8.self))
    }
  }

  private static func folded(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }

  /// Returns the place of the declaration, which may follow blank lines; it ends at the first `>`.
  private static func declaration(in text: [UInt8]) -> Range<Int>? {
    guard let start = text.firstIndex(where: { !isBlank($0) }),
      text[start...].starts(with: Array("<?xml".utf8)), start + 5 < text.count,
      isBlank(text[start + 5]), let end = text[start...].prefix(1000).firstIndex(of: 0x3E)
    else { return nil }
    return start..<(end + 1)
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }

  /// Returns the name of the encoding that the declaration gives: letters, digits and `._-:`.
  private static func declaredEncoding(in bytes: [UInt8]) -> ArraySlice<UInt8>? {
    guard let declaration = declaration(in: bytes) else { return nil }
    let key = Array("encoding".utf8)
    var rest = bytes[declaration]
    while !rest.isEmpty, !rest.starts(with: key) { rest = rest.dropFirst() }
    rest = rest.dropFirst(key.count).drop(while: isBlank)
    guard rest.first == 0x3D else { return nil }
    rest = rest.dropFirst().drop(while: isBlank)
    guard let quote = rest.first, quote == 0x22 || quote == 0x27 else { return nil }
    let name = rest.dropFirst().prefix { $0 != quote }
    return name.allSatisfy { $0 > 0x20 && $0 < 0x7F } && !name.isEmpty ? name : nil
  }
}

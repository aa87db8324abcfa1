/// File names as text, whatever bytes they have.
///
/// A file name is any bytes, but text is Unicode. Each byte that is not UTF-8 becomes one of the
/// last characters for private use, U+10FF80...U+10FFFF, so that every name survives as text:
/// ``Swift/String/systemPath`` has its bytes again. Bytes that are one of those characters already
/// are treated like bytes that are not UTF-8, so that no two names become equal.
package enum FileName {
  /// The character of a byte is this plus the byte, which is never below 0x80.
  private static let base: UInt32 = 0x10FF00

  /// Returns the text of a name.
  ///
  /// - Parameter bytes: The bytes of the name, without the zero at its end.
  /// - Returns: The same text if they are UTF-8.
  package static func text(_ bytes: [UInt8]) -> String {
    var text = String.UnicodeScalarView()
    var start = 0
    while start < bytes.count {
      var (decoder, iterator) = (UTF8(), bytes[start...].makeIterator())
      while case .scalarValue(let scalar) = decoder.decode(&iterator), byte(of: scalar) == nil {
        text.append(scalar)
        start += UTF8.width(scalar)
      }
      guard start < bytes.count else { break }
      // The last plane begins with 0xF4, so that such a character is four of these bytes.
      if let scalar = Unicode.Scalar(base + UInt32(bytes[start])) { text.append(scalar) }
      start += 1
    }
    return String(text)
  }

  /// Returns the byte that a character stands for; `nil` for all that are text.
  package static func byte(of scalar: Unicode.Scalar) -> UInt8? {
    scalar.value >= base + 0x80 ? UInt8(scalar.value - base) : nil
  }
}

extension String {
  /// The bytes of a text that may be a ``FileName``, exactly as the system gave them.
  package var fileNameBytes: [UInt8] {
    guard utf8.contains(0xF4) else { return Array(utf8) }
    var bytes: [UInt8] = []
    for scalar in unicodeScalars {
      if let byte = FileName.byte(of: scalar) {
        bytes.append(byte)
      } else {
        bytes += UTF8.encode(scalar).map { Array($0) } ?? []
      }
    }
    return bytes
  }

  /// The name for a call of the system, with a zero at its end.
  package var systemPath: [CChar] { fileNameBytes.map { CChar(bitPattern: $0) } + [0] }
}

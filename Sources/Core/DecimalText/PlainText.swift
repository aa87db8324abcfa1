/// Text files as UTF-8, whatever encoding a program wrote them in.
package enum PlainText {
  /// How bytes stand for characters.
  package enum Encoding: Sendable {
    case utf8, utf16LittleEndian, utf16BigEndian
    /// Western European, with typographic quotes: a superset of ISO 8859-1 and ASCII.
    case windows1252
    /// ISO 8859-15: ISO 8859-1 with the euro sign and seven letters.
    case latin9
  }

  /// Returns the encoding that the first bytes show: by a byte order mark, or by the zeros of UTF-16.
  ///
  /// - Parameter bytes: The file.
  /// - Returns: The encoding; `nil` if it may be any encoding that contains ASCII.
  package static func marked(_ bytes: [UInt8]) -> Encoding? {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return .utf8 }
    guard bytes.count >= 2 else { return nil }
    switch (bytes[0], bytes[1]) {
    case (0xFF, 0xFE): return .utf16LittleEndian
    case (0xFE, 0xFF): return .utf16BigEndian
    case (1..., 0) where bytes.count >= 4 && bytes[3] == 0: return .utf16LittleEndian
    case (0, 1...) where bytes.count >= 4 && bytes[2] == 0: return .utf16BigEndian
    default: return nil
    }
  }

  /// Returns a file as UTF-8, without byte order marks.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - encoding: Its encoding; `nil` for UTF-8 if it is valid, and Windows-1252 otherwise.
  /// - Returns: Valid UTF-8 unless `encoding` is ``Encoding/utf8``: then the bytes as they are.
  /// - Complexity: O(`bytes.count`).
  package static func utf8(_ bytes: [UInt8], as encoding: Encoding?) -> [UInt8] {
    let encoding =
      encoding ?? (String(validating: bytes, as: UTF8.self) == nil ? .windows1252 : .utf8)
    var text: [UInt8]
    switch encoding {
    case .utf8: text = bytes
    case .utf16LittleEndian: text = decoded(units(bytes, high: 1, low: 0))
    case .utf16BigEndian: text = decoded(units(bytes, high: 0, low: 1))
    case .windows1252, .latin9: text = decoded(bytes, encoding)
    }
    var marks = 0
    while text[marks...].starts(with: [0xEF, 0xBB, 0xBF]) { marks += 3 }
    if marks > 0 { text.removeFirst(marks) }
    return text
  }

  /// Returns a text file as UTF-8, in the encoding that its first bytes show, up to the end that DOS
  /// marks with control-Z.
  ///
  /// - Parameter bytes: The file.
  /// - Returns: UTF-16 as UTF-8, and other bytes as they are, without a byte order mark.
  package static func file(_ bytes: [UInt8]) -> [UInt8] {
    let encoding = marked(bytes)
    let isWide = encoding == .utf16LittleEndian || encoding == .utf16BigEndian
    // A file in another encoding is left as it is: which one it is shows only line by line.
    let text = isWide ? utf8(bytes, as: encoding) : utf8(bytes, as: .utf8)
    return Array(text.prefix { $0 != 0x1A })
  }

  /// Returns the words of a file: UTF-8 if they are valid, and Windows-1252 otherwise; without
  /// control characters, which could drive a terminal.
  package static func words(_ bytes: some Collection<UInt8>) -> String {
    let text = String(decoding: utf8(Array(bytes), as: nil), as: UTF8.self)
    var kept = String.UnicodeScalarView()
    for scalar in text.unicodeScalars
    where scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value) {
      kept.append(scalar)
    }
    return String(kept)
  }

  private static func units(_ bytes: [UInt8], high: Int, low: Int) -> [UInt16] {
    stride(from: 0, to: bytes.count - 1, by: 2).map {
      UInt16(bytes[$0 + high]) << 8 | UInt16(bytes[$0 + low])
    }
  }

  private static func decoded(_ units: [UInt16]) -> [UInt8] {
    Array(String(decoding: units, as: UTF16.self).utf8)
  }

  private static func decoded(_ bytes: [UInt8], _ encoding: Encoding) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    for byte in bytes {
      let code = encoding == .latin9 ? latin9(byte) : windows1252(byte)
      switch code {
      case ..<0x80: text.append(UInt8(truncatingIfNeeded: code))
      case ..<0x800: text += [0xC0 | UInt8(code >> 6), 0x80 | UInt8(code & 0x3F)]
      default:
        text += [
          0xE0 | UInt8(code >> 12), 0x80 | UInt8(code >> 6 & 0x3F), 0x80 | UInt8(code & 0x3F),
        ]
      }
    }
    return text
  }

  private static func latin9(_ byte: UInt8) -> UInt16 {
    switch byte {
    case 0xA4: 0x20AC
    case 0xA6: 0x160
    case 0xA8: 0x161
    case 0xB4: 0x17D
    case 0xB8: 0x17E
    case 0xBC: 0x152
    case 0xBD: 0x153
    case 0xBE: 0x178
    default: UInt16(byte)
    }
  }

  /// The characters 0x80 to 0x9F; undefined ones stay control characters, as the web has it.
  private static func windows1252(_ byte: UInt8) -> UInt16 {
    let upper: [UInt16] = [
      0x20AC, 0x81, 0x201A, 0x192, 0x201E, 0x2026, 0x2020, 0x2021, 0x2C6, 0x2030, 0x160, 0x2039,
      0x152, 0x8D, 0x17D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
      0x2DC, 0x2122, 0x161, 0x203A, 0x153, 0x9D, 0x17E, 0x178,
    ]
    return (0x80...0x9F).contains(byte) ? upper[Int(byte) - 0x80] : UInt16(byte)
  }
}

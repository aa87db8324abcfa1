internal import DecimalText

/// Bytes of UTF-8 text that grow in place, with fast number formatting.
///
/// One buffer is reused for every line of a long track, so that writing costs a fraction of the
/// analysis: no `String`, no Foundation formatter, no allocation once it has grown.
package struct TextBuffer {
  package private(set) var bytes: [UInt8] = []

  package init(capacity: Int = 0) {
    bytes.reserveCapacity(capacity)
  }

  package var text: String { String(decoding: bytes, as: UTF8.self) }

  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
  }

  package mutating func append(_ literal: StaticString) {
    literal.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  package mutating func append(text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  package mutating func append(byte: UInt8) {
    bytes.append(byte)
  }

  /// Appends bytes that need not be text.
  package mutating func append(bytes more: [UInt8]) {
    bytes += more
  }

  /// Appends a JSON number, or `null` if there is none or it is not finite.
  package mutating func append(json value: Double?, decimals: Int) {
    if let value, value.isFinite {
      append(value, decimals: decimals)
    } else {
      append("null")
    }
  }

  /// Appends a whole number.
  package mutating func append(_ value: Int) {
    DecimalText.append(value, to: &bytes)
  }

  /// Appends a number with a fixed count of decimals; never "-0.0", never an exponent.
  ///
  /// - Parameters:
  ///   - value: A finite number; anything else writes `nan`, which only CSV may contain.
  ///   - decimals: 0...9.
  package mutating func append(_ value: Double, decimals: Int) {
    guard !DecimalText.append(value, decimals: decimals, to: &bytes) else { return }
    append(text: value.isFinite ? "\(value)" : "nan")
  }
}

extension Double {
  /// The number with a fixed count of decimals, as `TextBuffer` writes it.
  package func formatted(decimals: Int) -> String {
    var buffer = TextBuffer(capacity: 24)
    buffer.append(self, decimals: decimals)
    return buffer.text
  }

  /// The number with as many decimals as it needs, nine at most: two spellings of one number, which
  /// differ by rounding, have the same text.
  package var shortText: String {
    let text = formatted(decimals: 9)
    guard text.contains("."), !text.contains("e") else { return text }
    let zeros = text.reversed().prefix { $0 == "0" }.count
    let digits = text.dropLast(zeros)
    return String(digits.last == "." ? digits.dropLast() : digits)
  }

  /// Like `formatted(decimals:)`, with a sign for positive numbers too.
  package func signed(decimals: Int) -> String {
    let text = formatted(decimals: decimals)
    return self > 0 && text.contains { $0 != "0" && $0 != "." } ? "+" + text : text
  }
}

extension String {
  /// The text as a JSON string (RFC 8259, section 7).
  package var jsonQuoted: String {
    var text = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      // Some of these are legal in JSON, but the line may be shown on a terminal.
      case _ where scalar == "\n" || scalar == "\t" || TerminalText.drives(scalar):
        for unit in UTF16.encode(scalar) ?? UTF16.EncodedScalar() {
          let code = String(unit, radix: 16)
          text += "\\u" + String(repeating: "0", count: 4 - code.count) + code
        }
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}

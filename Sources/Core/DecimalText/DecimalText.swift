/// Decimal numbers as text, byte by byte: identical in every program and in browsers, whose modules
/// have no other way to format or parse numbers.
package enum DecimalText {
  private static let powersOfTen: [UInt64] = [
    1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
  ]

  /// Appends a number with a fixed count of decimals; never "-0.0", never an exponent.
  ///
  /// - Parameters:
  ///   - value: Any number.
  ///   - decimals: 0...9.
  ///   - bytes: Receives the digits.
  /// - Returns: `false`, with nothing appended, for more than 18 digits or a number that is not
  ///   finite.
  package static func append(_ value: Double, decimals: Int, to bytes: inout [UInt8]) -> Bool {
    let power = powersOfTen[decimals]
    let scaled = (value.magnitude * Double(power)).rounded()
    guard scaled < 9e18 else { return false }
    let units = UInt64(scaled)
    if value < 0, units > 0 { bytes.append(UInt8(ascii: "-")) }
    append(digits: units / power, atLeast: 1, to: &bytes)
    if decimals > 0 {
      bytes.append(UInt8(ascii: "."))
      append(digits: units % power, atLeast: decimals, to: &bytes)
    }
    return true
  }

  /// Appends a whole number.
  package static func append(_ value: Int, to bytes: inout [UInt8]) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    append(digits: UInt64(value.magnitude), atLeast: 1, to: &bytes)
  }

  private static func append(digits value: UInt64, atLeast count: Int, to bytes: inout [UInt8]) {
    let start = bytes.count
    var rest = value
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    } while rest > 0
    while bytes.count - start < count { bytes.append(UInt8(ascii: "0")) }
    bytes[start...].reverse()
  }

  /// Reads a decimal number, optionally with a sign, a point and an exponent, but not hexadecimal,
  /// `nan` or `inf`.
  ///
  /// - Parameter text: Nothing but the number.
  /// - Returns: The nearest `Double` for up to 15 digits with an exponent of at most 22, otherwise
  ///   one within a few units in the last place; `nil` for anything else.
  package static func number(_ text: some Collection<UInt8>) -> Double? {
    var rest = text[...]
    let isNegative = readSign(&rest)
    var (digits, exponent, count) = (UInt64(0), 0, 0)
    var isBehindPoint = false
    while let byte = rest.first {
      if byte == UInt8(ascii: "."), !isBehindPoint {
        isBehindPoint = true
      } else if let digit = digit(byte) {
        count += 1
        let hasRoom = digits < 1_000_000_000_000_000_000
        if hasRoom { digits = 10 * digits + digit }
        exponent += (isBehindPoint ? -1 : 0) + (hasRoom ? 0 : 1)
      } else {
        break
      }
      rest = rest.dropFirst()
    }
    guard count > 0 else { return nil }
    if let byte = rest.first {
      guard byte | 0x20 == UInt8(ascii: "e") else { return nil }
      rest = rest.dropFirst()
      let isSmall = readSign(&rest)
      guard let written = whole(rest) else { return nil }
      exponent += isSmall ? -written : written
    }
    let value = scaled(Double(digits), exponent)
    guard value.isFinite else { return nil }
    return isNegative ? -value : value
  }

  /// Reads a whole number of at most nine digits, without a sign.
  ///
  /// - Parameter text: Nothing but the digits.
  /// - Returns: The number; `nil` for anything else.
  package static func whole(_ text: some Collection<UInt8>) -> Int? {
    guard !text.isEmpty, text.count <= 9 else { return nil }
    var value = 0
    for byte in text {
      guard let digit = digit(byte) else { return nil }
      value = 10 * value + Int(digit)
    }
    return value
  }

  /// Reads a sign, if there is one. Returns `true` for a minus.
  private static func readSign<Text: Collection<UInt8>>(_ rest: inout Text) -> Bool
  where Text.SubSequence == Text {
    guard let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") else {
      return false
    }
    rest = rest.dropFirst()
    return sign == UInt8(ascii: "-")
  }

  private static func digit(_ byte: UInt8) -> UInt64? {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") ? UInt64(byte - UInt8(ascii: "0")) : nil
  }

  /// Powers of ten up to 10²² are exact, so that one division rounds once.
  private static func scaled(_ digits: Double, _ exponent: Int) -> Double {
    var (value, left) = (digits, min(400, exponent.magnitude))
    while left > 0, value != 0, value.isFinite {
      let part = min(22, left)
      var power = 1.0
      for _ in 0..<part { power *= 10 }
      value = exponent < 0 ? value / power : value * power
      left -= part
    }
    return value
  }
}

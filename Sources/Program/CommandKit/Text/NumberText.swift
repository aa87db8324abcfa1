import ArgumentParser

extension Double {
  /// Reads a finite decimal number with blanks around it, but not hexadecimal, `nan` or `inf`.
  package init?(decimal text: some StringProtocol) {
    let words = text.split(separator: " ")
    guard words.count == 1, words[0].utf8.allSatisfy({ Self.decimalCharacters.contains($0) }),
      let value = Double(String(words[0])), value.isFinite
    else { return nil }
    self = value
  }

  private static let decimalCharacters = Set("0123456789.+-eE".utf8)
}

/// A number as people type it, with the unit behind it: `10ms`, `2.5 s`, `441samples`.
package struct NumberWithUnit: Hashable, Sendable {
  package let number: Double
  /// In small letters; empty without one.
  package let unit: String

  /// Returns `nil` if the text does not start with a number.
  package init?(_ text: String) {
    let typed = text.lowercased()
    let unit = typed.reversed().prefix { $0.isLetter }.reversed()
    guard let number = Double(decimal: typed.dropLast(unit.count)) else { return nil }
    self.number = number
    self.unit = String(unit)
  }

  /// The number in seconds.
  ///
  /// - Returns: `nil` if the unit is not one of time.
  package var seconds: Double? {
    switch unit {
    case "ms": number / 1000
    case "s": number
    case "min": number * 60
    case "h": number * 3600
    default: nil
    }
  }

  /// Refuses a number without a unit, because any unit would be a guess.
  ///
  /// - Parameter units: The units to offer, the likeliest first.
  /// - Throws: `ValidationError` with the number and each of the units.
  package func requireUnit(_ units: [String]) throws {
    guard unit.isEmpty else { return }
    let digits = number == number.rounded() && number.magnitude < 1e9
    let value = digits ? "\(Int(number))" : "\(number)"
    let offers = units.map { value + $0 }
    let last = offers.last.map { offers.count > 1 ? " or \($0)" : $0 } ?? ""
    throw ValidationError(
      "The unit is missing. Write \(offers.dropLast().joined(separator: ", "))\(last).")
  }
}

/// Numbers with a decimal comma, as people write them in much of Europe.
///
/// They are corrected, not read: in lists a comma separates numbers, and elsewhere 1,000 is a
/// thousand.
package enum DecimalComma {
  /// Returns a number with a point for its comma: `441.3` for `441,3`, `1.5min` for `1,5min`.
  ///
  /// - Parameter text: An argument, or the value of an option behind `=`.
  /// - Returns: `nil` for anything but one number with digits on both sides of one comma; a sign
  ///   before it and a unit behind it are allowed.
  static func withPoint(_ text: some StringProtocol) -> String? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let whole = parts[0].first.map { "+-".contains($0) } == true ? parts[0].dropFirst() : parts[0]
    let decimals = parts[1].prefix(while: isDigit)
    let unit = parts[1].dropFirst(decimals.count).drop { $0 == " " }
    guard !whole.isEmpty, whole.allSatisfy(isDigit), !decimals.isEmpty,
      unit.allSatisfy({ $0.isLetter || $0 == "%" })
    else { return nil }
    return "\(parts[0]).\(parts[1])"
  }

  /// Returns the first argument that is such a number, with its correction.
  package static func first(in arguments: [String]) -> (typed: String, better: String)? {
    for (index, argument) in arguments.enumerated() {
      // The beats of --mute are a list.
      if index > 0, arguments[index - 1] == "--mute" { continue }
      let value = argument.hasPrefix("--") ? argument.drop { $0 != "=" }.dropFirst() : argument[...]
      if let better = withPoint(value) { return (String(value), better) }
    }
    return nil
  }

  private static func isDigit(_ character: Character) -> Bool {
    character.isASCII && character.isNumber
  }
}

extension String {
  /// The items between commas, without the spaces before them.
  package var commaSeparatedItems: [String] {
    split(separator: ",", omittingEmptySubsequences: false).map { String($0.drop { $0 == " " }) }
  }
}

import ArgumentParser

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
  /// - Returns: `nil` if the unit is none of time.
  package var seconds: Double? {
    switch unit {
    case "ms": number / 1000
    case "s": number
    case "min": number * 60
    case "h": number * 3600
    default: nil
    }
  }

  /// Refuses a number alone: what it counts would be a guess.
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

import ArgumentParser

/// A unit that may stand behind a number, in every option that takes a number of it.
package enum NumberUnit: Sendable, CaseIterable {
  case hertz, decibels, cents, beatsPerMinute, seconds, percent

  /// Reads a number with or without the unit: `442`, `442Hz` and `0.442 kHz` are the same.
  ///
  /// - Parameter argument: The typed text.
  /// - Returns: The number, in the unit.
  /// - Throws: `ValidationError` for any other text, and for another unit.
  package func number(_ argument: String) throws -> Double {
    guard let number = Double(argument, in: self) else {
      throw ValidationError("Write \(quantity), such as \(example).")
    }
    return number
  }

  /// The factors of the spellings, in small letters.
  fileprivate var factors: [String: Double] {
    switch self {
    case .hertz: ["hz": 1, "khz": 1000]
    case .decibels: ["db": 1, "dbfs": 1]
    case .cents: ["c": 1, "ct": 1, "cent": 1, "cents": 1, "¢": 1]
    case .beatsPerMinute: ["bpm": 1]
    case .seconds: ["s": 1, "ms": 0.001]
    case .percent: ["%": 1]
    }
  }

  private var quantity: String {
    switch self {
    case .hertz: "a frequency in hertz"
    case .decibels: "a level in decibels"
    case .cents: "a number of cents"
    case .beatsPerMinute: "a tempo in beats per minute"
    case .seconds: "a time in seconds"
    case .percent: "a percentage"
    }
  }

  private var example: String {
    switch self {
    case .hertz: "442 or 442Hz"
    case .decibels: "-20 or -20dB"
    case .cents: "3 or 3c"
    case .beatsPerMinute: "96 or 96bpm"
    case .seconds: "4 or 4s"
    case .percent: "80 or 80%"
    }
  }
}

extension Double {
  /// Reads a finite decimal number, with or without a unit behind it.
  ///
  /// - Parameters:
  ///   - text: The typed text.
  ///   - unit: The only unit that is allowed.
  package init?(_ text: some StringProtocol, in unit: NumberUnit) {
    let typed = text.lowercased()
    let end = typed.lastIndex { $0.isNumber || $0 == "." }.map(typed.index(after:))
    guard let end, let number = Double(decimal: typed[..<end]) else { return nil }
    let written = typed[end...].filter { $0 != " " }
    guard let factor = written.isEmpty ? 1 : unit.factors[written] else { return nil }
    self = number * factor
  }
}

/// The digits of a pairing, from the view of one device: six that it shows, and six that only the
/// other device shows, which its user must type.
///
/// The two numbers always differ, so that nobody confirms with what is on the same screen. What the
/// user must type stays in here: no text, error or log may contain it.
///
/// An impostor in the middle has one try, and then the right digits for one given device once in a
/// million times.
///
/// - SeeAlso: S. Vaudenay, "Secure communications over insecure channels based on short
///   authenticated strings", CRYPTO 2005,
///   [doi:10.1007/11535218_19](https://doi.org/10.1007/11535218_19).
public struct PairingDigits: Sendable, Equatable {
  /// The six digits that this device shows, such as `042917`.
  public let shown: String
  private let expected: String

  init(shown: String, expected: String) {
    (self.shown, self.expected) = (shown, expected)
  }

  /// Returns whether typed digits are those that the other device shows, in a time that does not
  /// depend on where they differ.
  ///
  /// - Parameter typed: Six ASCII digits without blanks; any other text does not match.
  /// - Returns: `true` if they match.
  public func match(_ typed: String) -> Bool {
    SessionKeys.areEqual(Array(typed.utf8), Array(expected.utf8))
  }

  /// Returns the digits that the two devices show.
  ///
  /// - Precondition: Each has 8 bytes, so that the likeliest number is likelier by at most 6 parts
  ///   in 10¹⁴.
  static func both(
    offerer: [UInt8], joiner: [UInt8]
  ) -> (offerer: String, joiner: String) {
    precondition(offerer.count == 8 && joiner.count == 8, "8 bytes make six digits")
    func number(_ bytes: [UInt8]) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
    let first = number(offerer) % 1_000_000
    let second = number(joiner) % 999_999  // one of the others: those from the first on move up
    return (text(first), text(second < first ? second : second + 1))
  }

  private static func text(_ number: UInt64) -> String {
    let text = String(number)
    return String(repeating: "0", count: 6 - text.count) + text
  }
}

extension PairingDigits: CustomStringConvertible, CustomDebugStringConvertible {
  /// The digits that this device shows, in two groups, such as `042 917`.
  public var description: String { "\(shown.prefix(3)) \(shown.suffix(3))" }

  /// The same text.
  public var debugDescription: String { description }
}

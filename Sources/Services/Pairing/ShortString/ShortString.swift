/// The short authentication string, which both devices show and users compare.
///
/// It has six decimal digits. An impostor in the middle has one try, and gets equal digits once in
/// a million times.
///
/// - SeeAlso: S. Vaudenay, "Secure communications over insecure channels based on short
///   authenticated strings", CRYPTO 2005,
///   [doi:10.1007/11535218_19](https://doi.org/10.1007/11535218_19).
public struct ShortString: Sendable, Hashable {
  /// Six digits, such as `042917`.
  public let digits: String

  /// - Precondition: There are 8 bytes. The numbers below 551 616 are likelier by 5 parts in 10¹⁴.
  init(_ bytes: [UInt8]) {
    precondition(bytes.count == 8, "8 bytes make a short string")
    let number = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } % 1_000_000
    let text = String(number)
    digits = String(repeating: "0", count: 6 - text.count) + text
  }
}

extension ShortString: CustomStringConvertible {
  /// The digits in two groups, such as `042 917`.
  public var description: String { "\(digits.prefix(3)) \(digits.suffix(3))" }
}

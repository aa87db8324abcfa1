import Crypto

/// A secret of 128 random bits that opens the page for anyone who knows the printed address.
///
/// It is new at each start, so that old addresses do not work.
public struct AccessToken: Sendable {
  /// 32 hexadecimal digits.
  public let text: String
  private let digest: SHA256.Digest

  /// Makes a token from the system's random numbers.
  public init() {
    var generator = SystemRandomNumberGenerator()
    self.init(using: &generator)
  }

  init(using generator: inout some RandomNumberGenerator) {
    text = (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }.hexadecimal
    digest = SHA256.hash(data: Array(text.utf8))
  }

  /// Whether a text is the token, in a time that does not depend on how much of it is right.
  ///
  /// Digests are compared, in constant time, so that not even the length shows.
  func matches(_ text: Substring) -> Bool {
    SHA256.hash(data: Array(text.utf8)) == digest
  }
}

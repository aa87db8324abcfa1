/// An address pattern of Open Sound Control, such as `/kammerton/cents`.
///
/// - SeeAlso: M. Wright, "The Open Sound Control 1.0 Specification", 2002, "OSC Address Patterns",
///   [opensoundcontrol.stanford.edu](https://opensoundcontrol.stanford.edu/spec-1_0.html).
public struct OSCAddress: Sendable, Hashable {
  /// The text of the pattern.
  public let text: String

  /// Creates an address pattern.
  ///
  /// - Parameter text: Parts that each begin with `/`. Wildcards (`*`, `?`, `[]`, `{}`) are allowed,
  ///   because receivers match patterns.
  /// - Throws: ``OSCAddressError`` if the text is not an address pattern.
  public init(_ text: String) throws(OSCAddressError) {
    var last: UInt8 = 0
    for (index, byte) in text.utf8.enumerated() {
      guard index > 0 || byte == Self.slash else { throw .noSlash }
      guard (0x21...0x7E).contains(byte), byte != UInt8(ascii: "#") else {
        throw .forbiddenCharacter
      }
      guard byte != Self.slash || last != Self.slash else { throw .emptyPart }
      last = byte
    }
    guard last != 0 else { throw .noSlash }
    guard last != Self.slash else { throw .emptyPart }
    self.text = text
  }

  private init(checked text: String) { self.text = text }

  /// Returns the address of a method below this one.
  ///
  /// - Parameter name: The name of the method. Characters that an address cannot have become `-`.
  /// - Returns: This address, a slash and the name.
  public func appending(_ name: StaticString) -> OSCAddress {
    var text = self.text + "/"
    name.withUTF8Buffer { bytes in
      for byte in bytes {
        let isAllowed = (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "#")
        text.unicodeScalars.append(Unicode.Scalar(isAllowed ? byte : UInt8(ascii: "-")))
      }
    }
    return OSCAddress(checked: text)
  }

  private static var slash: UInt8 { UInt8(ascii: "/") }
}

/// The reason why a text is not an address pattern.
public enum OSCAddressError: Error, Equatable, Sendable {
  /// The text does not begin with a slash.
  case noSlash
  /// Two slashes meet, or the last character is a slash.
  case emptyPart
  /// A character is a space, a `#` or outside printable ASCII.
  case forbiddenCharacter
}

extension OSCAddressError: CustomStringConvertible {
  /// One sentence with the error, and what to do.
  public var description: String {
    switch self {
    case .noSlash: "An OSC address begins with a slash. Write it like /kammerton."
    case .emptyPart: "An OSC address has a name after each slash. Write it like /stage/tuner."
    case .forbiddenCharacter:
      "An OSC address has printable ASCII characters only, and neither spaces nor #. Write it like /kammerton."
    }
  }
}

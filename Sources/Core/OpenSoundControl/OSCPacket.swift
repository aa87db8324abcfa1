/// A value in a message: the four types that every receiver must know.
public enum OSCArgument: Sendable, Hashable {
  /// A 32-bit integer, type tag `i`.
  case int(Int32)
  /// A 32-bit number, type tag `f`.
  case float(Float)
  /// A text, type tag `s`. Characters other than ASCII are sent as `?`.
  case string(String)
  /// Bytes, type tag `b`.
  case blob([UInt8])

  fileprivate var tag: UInt8 {
    switch self {
    case .int: UInt8(ascii: "i")
    case .float: UInt8(ascii: "f")
    case .string: UInt8(ascii: "s")
    case .blob: UInt8(ascii: "b")
    }
  }
}

/// A message: an address pattern with its arguments.
public struct OSCMessage: Sendable, Hashable {
  /// The methods that receivers call.
  public var address: OSCAddress
  /// The values that they are called with.
  public var arguments: [OSCArgument]

  /// Creates a message of these properties.
  public init(_ address: OSCAddress, _ arguments: [OSCArgument]) {
    self.address = address
    self.arguments = arguments
  }

  /// Returns the bytes of the packet.
  ///
  /// - Returns: A multiple of four bytes.
  public func encoded() -> [UInt8] {
    var bytes: [UInt8] = []
    OSCEncoder.append(self, to: &bytes)
    return bytes
  }
}

/// Messages that belong to one moment, which a receiver handles together.
public struct OSCBundle: Sendable, Hashable {
  /// The moment.
  public var time: OSCTimeTag
  /// The messages, in the order in which they take effect.
  public var messages: [OSCMessage]

  /// Creates a bundle of these properties.
  public init(time: OSCTimeTag, messages: [OSCMessage]) {
    self.time = time
    self.messages = messages
  }

  /// Returns the bytes of the packet.
  ///
  /// - Returns: A multiple of four bytes. The payload of a UDP packet has at most 65,507.
  public func encoded() -> [UInt8] {
    var bytes: [UInt8] = []
    OSCEncoder.append("#bundle", to: &bytes)
    OSCEncoder.append(UInt32(truncatingIfNeeded: time.value >> 32), to: &bytes)
    OSCEncoder.append(UInt32(truncatingIfNeeded: time.value), to: &bytes)
    for message in messages {
      let size = bytes.count
      OSCEncoder.append(UInt32(0), to: &bytes)
      OSCEncoder.append(message, to: &bytes)
      OSCEncoder.replace(at: size, with: UInt32(bytes.count - size - 4), in: &bytes)
    }
    return bytes
  }
}

/// The binary format of OSC 1.0: everything is big-endian and padded to a multiple of four bytes.
private enum OSCEncoder {
  static func append(_ message: OSCMessage, to bytes: inout [UInt8]) {
    append(message.address.text, to: &bytes)
    bytes.append(UInt8(ascii: ","))
    for argument in message.arguments { bytes.append(argument.tag) }
    terminate(&bytes)
    for argument in message.arguments {
      switch argument {
      case .int(let value): append(UInt32(bitPattern: value), to: &bytes)
      case .float(let value): append(value.bitPattern, to: &bytes)
      case .string(let text): append(text, to: &bytes)
      case .blob(let data):
        append(UInt32(truncatingIfNeeded: data.count), to: &bytes)
        bytes += data
        pad(&bytes)
      }
    }
  }

  /// A byte for each ASCII character, and one `?` for any other; a zero would end the string.
  static func append(_ text: String, to bytes: inout [UInt8]) {
    for scalar in text.unicodeScalars {
      let isSendable = scalar.isASCII && scalar.value > 0
      bytes.append(isSendable ? UInt8(truncatingIfNeeded: scalar.value) : UInt8(ascii: "?"))
    }
    terminate(&bytes)
  }

  static func append(_ value: UInt32, to bytes: inout [UInt8]) {
    for shift in [24, 16, 8, 0] as [UInt32] {
      bytes.append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }

  static func replace(at index: Int, with value: UInt32, in bytes: inout [UInt8]) {
    for offset in 0..<4 {
      bytes[index + offset] = UInt8(truncatingIfNeeded: value >> UInt32(24 - 8 * offset))
    }
  }

  /// Packets begin at a multiple of four bytes, so that padding the whole pads the part.
  private static func terminate(_ bytes: inout [UInt8]) {
    bytes.append(0)
    pad(&bytes)
  }

  private static func pad(_ bytes: inout [UInt8]) {
    while bytes.count % 4 != 0 { bytes.append(0) }
  }
}

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

/// A moment: seconds since 1 January 1900, UTC, in units of 2⁻³² s (the NTP format).
public struct OSCTimeTag: Sendable, Hashable {
  /// Whole seconds in the upper 32 bits, the fraction in the lower. The seconds wrap in 2036.
  public let value: UInt64

  /// The special value that tells receivers to act at once.
  public static var immediately: OSCTimeTag { OSCTimeTag(value: 1) }

  private init(value: UInt64) { self.value = value }

  /// Creates the tag of a moment.
  ///
  /// - Parameter seconds: Seconds since the Unix epoch. Moments before 1900, and values that
  ///   are not finite, become ``immediately``.
  public init(secondsSince1970 seconds: Double) {
    let sinceEpoch = seconds + Self.secondsFrom1900To1970
    guard sinceEpoch >= 1, sinceEpoch < 0x1p62 else {
      self = .immediately
      return
    }
    let whole = sinceEpoch.rounded(.down)
    // A double has 20 bits left for the fraction of a time of today: a microsecond.
    let fraction = UInt64((sinceEpoch - whole) * 0x1p32)
    value = UInt64(whole) << 32 | min(fraction, 0xFFFF_FFFF)
  }

  private static var secondsFrom1900To1970: Double { 2_208_988_800 }
}

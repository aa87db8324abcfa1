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

  /// The bytes of the packet.
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

  /// The bytes of the packet.
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

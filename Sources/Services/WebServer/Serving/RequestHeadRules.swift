/// The grammar of request heads (RFC 9112, sections 2 to 5), to the letter.
///
/// The parser behind it is more lenient: it takes two spaces for one, a line feed for the end of a
/// line, and a request without a version. Where a proxy in front reads such a head differently, it
/// lets requests through that it was to hold back. So whatever has two readings is refused.
///
/// It reads the bytes as they arrive, and keeps only the host of an address and of the `Host` field:
/// the parser drops the first, so that nobody behind it could compare them (section 3.2.2).
struct RequestHeadRules {
  private enum Place {
    /// Before a request, perhaps after the one empty line that old clients send.
    case start(hasEmptyLine: Bool)
    case endOfEmptyLine
    case method
    case target(isEmpty: Bool)
    case version(count: Int)
    case endOfLine
    /// The start of a line: of a field, or of the empty line that ends the head.
    case field
    case name
    case value
    case endOfHead
    /// After a head that announces a body: its connection is closed after the response.
    case body
  }

  /// The fields that matter: those about a body, and the host.
  private enum Field { case other, contentLength, transferEncoding, host }

  private static let version = Array("HTTP/1.".utf8)
  /// As long as the longest of the names that matter, and one more.
  private static let longestName = 18
  /// No name of a host is longer, with its scheme and port.
  private static let longestHost = 300

  private var place = Place.start(hasEmptyLine: false)
  private var name: [UInt8] = []
  private var field = Field.other
  /// The beginning of the address, unless that is a path.
  private var target: [UInt8] = []
  private var host: [UInt8] = []
  private var length: [UInt8] = []
  private var hasLength = false
  private var hasEncoding = false
  private var hasBody = false

  init() {}

  /// Checks the next bytes.
  ///
  /// - Parameter bytes: The bytes as they arrive, in pieces of any size.
  /// - Returns: `false` for bytes that no request has at this place. Nothing may follow them.
  mutating func allow(_ bytes: some Sequence<UInt8>) -> Bool {
    for byte in bytes where !allow(byte) { return false }
    return true
  }

  private mutating func allow(_ byte: UInt8) -> Bool {
    switch place {
    case .start(let hasEmptyLine):
      if byte == Self.carriageReturn, !hasEmptyLine { return move(to: .endOfEmptyLine) }
      return Self.isToken(byte) && move(to: .method)
    case .endOfEmptyLine: return byte == Self.lineFeed && move(to: .start(hasEmptyLine: true))
    case .method:
      return byte == Self.space ? move(to: .target(isEmpty: true)) : Self.isToken(byte)
    case .target(let isEmpty):
      if byte == Self.space { return !isEmpty && move(to: .version(count: 0)) }
      if isEmpty ? byte != UInt8(ascii: "/") : !target.isEmpty { keep(byte, in: &target) }
      return (0x21...0x7E).contains(byte) && move(to: .target(isEmpty: false))
    case .version(let count): return allow(byte, inVersion: count)
    case .endOfLine: return byte == Self.lineFeed && move(to: .field)
    case .field, .name, .value: return allow(inField: byte)
    case .endOfHead: return byte == Self.lineFeed && endHead()
    case .body: return true
    }
  }

  private mutating func allow(_ byte: UInt8, inVersion count: Int) -> Bool {
    if count < Self.version.count {
      return byte == Self.version[count] && move(to: .version(count: count + 1))
    }
    if count == Self.version.count {
      return (byte == UInt8(ascii: "0") || byte == UInt8(ascii: "1"))
        && move(to: .version(count: count + 1))
    }
    return byte == Self.carriageReturn && move(to: .endOfLine)
  }

  private mutating func allow(inField byte: UInt8) -> Bool {
    switch place {
    case .field:
      if byte == Self.carriageReturn { return move(to: .endOfHead) }
      name = []
      // A line that begins with a space would continue the one before, for some readers.
      guard Self.isToken(byte) else { return false }
      keep(byte)
      return move(to: .name)
    case .name:
      if byte == UInt8(ascii: ":") { return beginValue() && move(to: .value) }
      keep(byte)
      return Self.isToken(byte)
    default:
      if byte == Self.carriageReturn {
        endValue()
        return move(to: .endOfLine)
      }
      if byte != Self.space, byte != Self.tab {
        if field == .contentLength, length.count < 2 { length.append(byte) }
        if field == .host { keep(byte, in: &host) }
      }
      return byte == Self.tab || (byte >= Self.space && byte != 0x7F)
    }
  }

  private mutating func keep(_ byte: UInt8) {
    guard name.count < Self.longestName else { return }
    name.append(Self.lowercase(byte))
  }

  private func keep(_ byte: UInt8, in host: inout [UInt8]) {
    if host.count < Self.longestHost { host.append(Self.lowercase(byte)) }
  }

  private static func lowercase(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }

  /// - Returns: `false` for a second length, or a length beside an encoding: which of them counts?
  private mutating func beginValue() -> Bool {
    switch String(decoding: name, as: UTF8.self) {
    case "content-length": field = .contentLength
    case "transfer-encoding": field = .transferEncoding
    case "host": field = .host
    default: field = .other
    }
    switch field {
    case .other: return true
    case .host: host = []  // a second one is refused behind the parser
    case .contentLength:
      guard !hasLength, !hasEncoding else { return false }
      hasLength = true
    case .transferEncoding:
      guard !hasLength else { return false }
      (hasEncoding, hasBody) = (true, true)
    }
    return true
  }

  private mutating func endValue() {
    if field == .contentLength, length != [UInt8(ascii: "0")] { hasBody = true }
  }

  private mutating func endHead() -> Bool {
    guard hostsAgree else { return false }
    if hasBody {
      place = .body
    } else {
      self = RequestHeadRules()
    }
    return true
  }

  /// `false` if the address has another host than the `Host` field.
  private var hostsAgree: Bool {
    for scheme in ["http://", "https://"] where target.starts(with: scheme.utf8) {
      let rest = target.dropFirst(scheme.utf8.count)
      return rest.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }.elementsEqual(host)
    }
    return true
  }

  private mutating func move(to place: Place) -> Bool {
    self.place = place
    return true
  }

  private static let carriageReturn: UInt8 = 13
  private static let lineFeed: UInt8 = 10
  private static let space: UInt8 = 32
  private static let tab: UInt8 = 9

  /// RFC 9110, section 5.6.2.
  private static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}

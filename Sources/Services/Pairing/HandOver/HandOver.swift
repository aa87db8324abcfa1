import Crypto

/// The payload that the offerer hands over to the joiner.
public enum HandOver: Sendable, Hashable {
  /// Any text.
  case text(String)
  /// A name or address with a port, such as `192.168.1.20:8440` or `[fd00::1]:8440`.
  case address(String)
  /// A URL, such as `https://example.org/set-list`.
  case url(String)
  /// Settings of a tuner.
  case tuner(TunerHandOver)
}

/// The reason why a payload cannot be handed over, or was refused on arrival.
public enum HandOverProblem: Error, Equatable, Sendable {
  /// The text has control characters, which could control a terminal.
  case controlCharacters
  /// It is not a name or address with a port in 1...65535.
  case noAddress
  /// It has no scheme, or blanks, or characters beyond ASCII.
  case noURL
  /// A line of the tuner's settings is unknown or impossible; lines are counted from 1.
  case tunerLine(Int)
}

extension HandOverProblem: CustomStringConvertible {
  /// The error, and the correct form.
  public var description: String {
    switch self {
    case .controlCharacters:
      "The payload contains control characters. Only line ends and tabs are allowed."
    case .noAddress: "Write an address with its port, such as 192.168.1.20:8440 or [fd00::1]:8440."
    case .noURL: "Write a URL with its scheme, such as https://example.org/, without spaces."
    case .tunerLine(let line):
      "Line \(line) is not a setting of the tuner. Write a4, temperament, root or piece, a colon and "
        + "a value."
    }
  }
}

extension HandOver {
  /// The largest number of bytes of a payload as UTF-8 text.
  public static var byteLimit: Int { SealedParts.byteLimit - 2 }

  private static let version: UInt8 = 1

  /// Returns a version, a kind, and the text in UTF-8.
  ///
  /// - Throws: ``PairingError/handOverTooLong(_:limit:)``, ``PairingError/handOverRefused(_:)``
  func encoded() throws(PairingError) -> [UInt8] {
    let body = Array(text.utf8)
    guard body.count <= Self.byteLimit else {
      throw .handOverTooLong(body.count, limit: Self.byteLimit)
    }
    switch Self.checked(kind, text) {
    case .failure(let problem): throw .handOverRefused(problem)
    // A line end within a setting would start another setting.
    case .success(self): return [Self.version, kind.rawValue] + body
    case .success: throw .handOverRefused(.controlCharacters)
    }
  }

  /// Reads a received payload; `nil` if its version or kind is unknown, or its text is not UTF-8 or
  /// refused.
  static func decode(_ bytes: [UInt8]) -> HandOver? {
    guard bytes.count >= 2, bytes[0] == version, let kind = Kind(rawValue: bytes[1]),
      let text = String(validating: bytes[2...], as: UTF8.self)
    else { return nil }
    return try? checked(kind, text).get()
  }

  private enum Kind: UInt8 {
    case text = 1
    case address, url, tuner
  }

  private var kind: Kind {
    switch self {
    case .text: .text
    case .address: .address
    case .url: .url
    case .tuner: .tuner
    }
  }

  /// The payload as text: for settings, lines of `key: value`.
  public var text: String {
    switch self {
    case .text(let text), .address(let text), .url(let text): text
    case .tuner(let settings): settings.text
    }
  }

  private static func checked(_ kind: Kind, _ text: String) -> Result<HandOver, HandOverProblem> {
    guard !text.unicodeScalars.contains(where: isControl) else {
      return .failure(.controlCharacters)
    }
    switch kind {
    case .text: return .success(.text(text))
    case .address: return isAddress(text) ? .success(.address(text)) : .failure(.noAddress)
    case .url: return isURL(text) ? .success(.url(text)) : .failure(.noURL)
    case .tuner: return TunerHandOver.read(text).map { .tuner($0) }
    }
  }

  /// Returns `true` for control characters, and for those that change the direction of text and so
  /// disguise it.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    if scalar == "\t" || scalar == "\n" { return false }
    let properties = scalar.properties
    return properties.isBidiControl
      || [.control, .lineSeparator, .paragraphSeparator].contains(properties.generalCategory)
  }

  private static func isAddress(_ text: String) -> Bool {
    guard let colon = text.lastIndex(of: ":"), isGraphicASCII(text) else { return false }
    let (host, digits) = (text[..<colon], text[text.index(after: colon)...])
    guard let port = UInt16(digits), port > 0, digits.allSatisfy(\.isNumber) else { return false }
    if host.hasPrefix("[") { return host.hasSuffix("]") && host.count > 3 }
    return !host.isEmpty && !host.contains(":") && !host.contains("/")
  }

  private static func isURL(_ text: String) -> Bool {
    guard let colon = text.firstIndex(of: ":"), isGraphicASCII(text) else { return false }
    let scheme = text[..<colon]
    let isScheme = scheme.allSatisfy { $0.isLetter || $0.isNumber || "+-.".contains($0) }
    return isScheme && scheme.first?.isLetter == true && text.index(after: colon) < text.endIndex
  }

  private static func isGraphicASCII(_ text: String) -> Bool {
    text.utf8.allSatisfy { (33...126).contains($0) }
  }
}

/// The payload, cut into parts that fit a packet, each sealed by AES-256-GCM.
///
/// The nonce of a part is its index, in 12 bytes: a key seals each index once, and a repeated part
/// has the same bytes. Its index, the number of parts and the transcript are authenticated too.
enum SealedParts {
  /// The largest number of bytes in all parts.
  static let byteLimit = PairingMessage.partByteLimit * PairingMessage.partCountLimit

  /// Seals a payload.
  ///
  /// - Precondition: There are at most ``byteLimit`` bytes.
  static func seal(_ bytes: [UInt8], _ agreement: Agreement) -> [PairingMessage] {
    let starts = Array(stride(from: 0, to: bytes.count, by: PairingMessage.partByteLimit))
    precondition(starts.count <= PairingMessage.partCountLimit, "too many bytes to hand over")
    return starts.indices.compactMap { index in
      let part = bytes[
        starts[index]..<min(starts[index] + PairingMessage.partByteLimit, bytes.count)]
      let data = authenticated(index, count: starts.count, agreement)
      guard
        let box = try? AES.GCM.seal(
          part, using: agreement.keys.handOver, nonce: nonce(index), authenticating: data)
      else { return nil }
      let sealed = Array(box.ciphertext) + Array(box.tag)
      return .part(agreement.identifier, index: index, sealed: sealed)
    }
  }

  /// Opens a part.
  ///
  /// - Returns: `nil` if the part was not sealed with these keys, at this index.
  static func open(
    _ sealed: [UInt8], index: Int, count: Int, _ agreement: Agreement
  ) -> [UInt8]? {
    let data = authenticated(index, count: count, agreement)
    let tag = sealed.suffix(PairingMessage.tagByteCount)
    guard
      let nonce = try? nonce(index),
      let box = try? AES.GCM.SealedBox(
        nonce: nonce, ciphertext: sealed.dropLast(tag.count), tag: tag),
      let part = try? AES.GCM.open(box, using: agreement.keys.handOver, authenticating: data)
    else { return nil }
    return Array(part)
  }

  private static func nonce(_ index: Int) throws -> AES.GCM.Nonce {
    try AES.GCM.Nonce(data: [UInt8](repeating: 0, count: 11) + [UInt8(index)])
  }

  private static func authenticated(_ index: Int, count: Int, _ agreement: Agreement) -> [UInt8] {
    [UInt8(index), UInt8(count)] + agreement.transcript
  }
}

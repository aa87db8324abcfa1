import Crypto
import HTTPTypes

/// The access rules for the page.
public enum AccessControl: Sendable {
  /// Programs on this machine that use `localhost` or a loopback address. The host name is checked,
  /// so that no page of another site can reach the server through its own name (DNS rebinding).
  case thisMachine
  /// Anyone with the token, first from the printed address and then from a cookie.
  case token(AccessToken, isSecure: Bool)

  /// The decision about a request.
  enum Decision: Equatable {
    case allowed
    /// The address has the token. A browser gets the cookie, and its address loses the token.
    case welcomed(cookie: String)
    /// The request is for another server.
    case misdirected
    /// The request has no token.
    case unknown
    /// The request has no token but a wrong one, such as that of an earlier start.
    case refused
  }

  /// Decides about a request.
  ///
  /// - Parameters:
  ///   - authority: The `Host` of the request, with its port.
  ///   - query: The query of the address, without the question mark.
  ///   - cookies: The `Cookie` fields.
  /// - Returns: The decision.
  func decide(authority: String?, query: Substring, cookies: [String]) -> Decision {
    switch self {
    case .thisMachine:
      return Self.isThisMachine(authority ?? "") ? .allowed : .misdirected
    case .token(let token, let isSecure):
      let name = Self.cookieName(authority: authority ?? "", isSecure: isSecure)
      let kept = Self.values(named: name, in: cookies)
      let given = Self.value(named: "token", in: query)
      // Both are always compared, present or not, so that the time reveals nothing.
      let knowsCookie = (kept.isEmpty ? [""] : kept).map { token.matches($0) }.contains(true)
      let knowsToken = token.matches(given ?? "")
      if knowsToken {
        return .welcomed(cookie: Self.cookie(name, token, isSecure: isSecure))
      }
      if knowsCookie { return .allowed }
      return given == nil && kept.isEmpty ? .unknown : .refused
    }
  }

  /// The name of the cookie for a server: of its scheme, and of the port that the browser knows.
  ///
  /// Browsers keep one jar for all ports of a host, so that under one name, two servers would take
  /// each other's cookie away. Under `__Host-`, no page without TLS can set it.
  static func cookieName(authority: String, isSecure: Bool) -> String {
    let name = isSecure ? "__Host-kammerton-" : "kammerton-"
    let port = authority[hostEnd(of: authority)...]
    return name + (isPort(port) && !port.isEmpty ? port.dropFirst() : isSecure ? "443" : "80")
  }

  // Lax, not Strict: a user who taps the address in a message comes from another site.
  private static func cookie(_ name: String, _ token: AccessToken, isSecure: Bool) -> String {
    "\(name)=\(token.text); Path=/; HttpOnly; SameSite=Lax" + (isSecure ? "; Secure" : "")
  }

  /// Returns `true` for `localhost`, an address of 127.0.0.0/8 in four decimal numbers, or `[::1]`,
  /// each with or without a port.
  ///
  /// RFC 9112, section 3.2: `Host` is a host and a port. A more lenient reader would take
  /// `localhost:80@evil.example` for this machine.
  static func isThisMachine(_ authority: String) -> Bool {
    let end = hostEnd(of: authority)
    let name = authority[..<end]
    return (name == "[::1]" || isLocalName(name)) && isPort(authority[end...])
  }

  /// Returns where the host of an authority ends, and perhaps a colon with a port begins.
  private static func hostEnd(of authority: String) -> String.Index {
    let bracket = authority.firstIndex(of: "]").map { authority.index(after: $0) }
    return bracket ?? authority.firstIndex(of: ":") ?? authority.endIndex
  }

  /// Returns `true` for `localhost`, in any case, or an IPv4 address of this machine alone.
  static func isLocalName(_ name: Substring) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    // Neither 01 nor +1 is how an address is written.
    let isAddress = parts.count == 4 && parts.allSatisfy { UInt8($0)?.description == String($0) }
    return (isAddress && parts[0] == "127") || name.lowercased() == "localhost"
  }

  /// Returns `true` for nothing, or a colon and a number up to 65535.
  private static func isPort(_ text: Substring) -> Bool {
    guard text.first == ":" else { return text.isEmpty }
    let digits = text.dropFirst()
    return digits.utf8.allSatisfy { (48...57).contains($0) } && UInt16(digits) != nil
  }

  private static func value(named name: String, in query: Substring) -> Substring? {
    for pair in query.split(separator: "&") where pair.hasPrefix(name + "=") {
      return pair.dropFirst(name.count + 1)
    }
    return nil
  }

  /// Returns the values of all cookies of a name: a browser may have one of another path, too.
  private static func values(named name: String, in fields: [String]) -> [Substring] {
    fields.flatMap { $0.split(separator: ";") }.compactMap { pair in
      let trimmed = pair.drop { $0 == " " }
      return trimmed.hasPrefix(name + "=") ? trimmed.dropFirst(name.count + 1) : nil
    }
  }
}

/// A secret of 128 random bits that opens the page for anyone who knows the printed address.
///
/// It is new at each start, so that old addresses do not work.
public struct AccessToken: Sendable {
  /// 32 hexadecimal digits.
  public let text: String
  private let digest: SHA256.Digest

  /// Creates a token from the system's random numbers.
  public init() {
    var generator = SystemRandomNumberGenerator()
    self.init(using: &generator)
  }

  init(using generator: inout some RandomNumberGenerator) {
    text = (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }.hexadecimal
    digest = SHA256.hash(data: Array(text.utf8))
  }

  /// Returns `true` if a text is the token, in a time that does not depend on the text.
  ///
  /// Digests are compared, in constant time, so that not even the length shows.
  func matches(_ text: Substring) -> Bool {
    SHA256.hash(data: Array(text.utf8)) == digest
  }
}

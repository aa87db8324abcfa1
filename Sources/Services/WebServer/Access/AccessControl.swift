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
    /// The address has the token: the cookie is set, and the address loses the token.
    case welcomed(cookie: String)
    /// The request is for another server.
    case misdirected
    /// The request has no token, or a wrong one.
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
      let cookie = Self.value(named: Self.cookieName, in: cookies)
      let given = Self.value(named: "token", in: query)
      // Both are always compared, present or not, so that the time reveals nothing.
      let (knowsCookie, knowsToken) = (token.matches(cookie ?? ""), token.matches(given ?? ""))
      if knowsToken { return .welcomed(cookie: Self.cookie(token, isSecure: isSecure)) }
      return knowsCookie ? .allowed : .refused
    }
  }

  static let cookieName = "kammerton"

  // Lax, not Strict: a user who taps the address in a message comes from another site.
  private static func cookie(_ token: AccessToken, isSecure: Bool) -> String {
    "\(cookieName)=\(token.text); Path=/; HttpOnly; SameSite=Lax" + (isSecure ? "; Secure" : "")
  }

  static func isThisMachine(_ authority: String) -> Bool {
    guard let name = host(of: authority) else { return false }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    let isLoopback = parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    return isLoopback || name == "::1" || name.lowercased() == "localhost"
  }

  /// Returns the host without its brackets; `nil` if anything but a port follows.
  ///
  /// RFC 9112, section 3.2: `Host` is a host and a port. A more lenient reader would take
  /// `localhost:80@evil.example` for this machine.
  private static func host(of authority: String) -> Substring? {
    let (name, rest): (Substring, Substring)
    if authority.hasPrefix("[") {
      guard let bracket = authority.firstIndex(of: "]") else { return nil }
      name = authority[..<bracket].dropFirst()
      rest = authority[authority.index(after: bracket)...]
    } else {
      name = authority.prefix { $0 != ":" }
      rest = authority[name.endIndex...]
    }
    let port = rest.dropFirst()
    let isPort = rest.first == ":" && port.utf8.allSatisfy { (48...57).contains($0) }
    return rest.isEmpty || (isPort && port.utf8.count <= 5) ? name : nil
  }

  private static func value(named name: String, in query: Substring) -> Substring? {
    for pair in query.split(separator: "&") where pair.hasPrefix(name + "=") {
      return pair.dropFirst(name.count + 1)
    }
    return nil
  }

  private static func value(named name: String, in fields: [String]) -> Substring? {
    for field in fields {
      for pair in field.split(separator: ";") {
        let trimmed = pair.drop { $0 == " " }
        if trimmed.hasPrefix(name + "=") { return trimmed.dropFirst(name.count + 1) }
      }
    }
    return nil
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

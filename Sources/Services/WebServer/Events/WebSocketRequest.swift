import HTTPTypes

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A client's request for a WebSocket (RFC 6455, section 4.2.1).
struct WebSocketRequest {
  /// The client's `Sec-WebSocket-Key`.
  let key: String

  /// The reason why a request for a WebSocket is refused.
  enum Refusal: Error {
    /// The request lacks a field that the protocol requires.
    case malformed
    /// The client uses another version of the protocol.
    case otherVersion
    /// The request is from a page of another site. Browsers allow it, so the server must not.
    case foreignPage
  }

  /// Returns `true` if a request asks for a WebSocket.
  static func isAsked(by request: HTTPRequest) -> Bool {
    tokens(of: request, .upgrade).contains("websocket")
  }

  /// - Parameters:
  ///   - request: A request for which ``isAsked(by:)`` is `true`.
  ///   - knowsToken: `true` if the address has the token, which no other site knows.
  /// - Throws: ``Refusal``
  init(_ request: HTTPRequest, knowsToken: Bool) throws(Refusal) {
    guard request.method == .get, Self.tokens(of: request, .connection).contains("upgrade"),
      let key = request.headerFields[Self.key], Data(base64Encoded: key)?.count == 16
    else { throw .malformed }
    guard request.headerFields[Self.version] == "13" else { throw .otherVersion }
    guard knowsToken || Self.isOwnPage(request) else { throw .foreignPage }
    self.key = key
  }

  /// Returns `true` for our own page, and for programs, which unlike browsers send no origin.
  private static func isOwnPage(_ request: HTTPRequest) -> Bool {
    let origins = request.headerFields[values: .origin]
    guard let origin = origins.first else { return true }
    let authority = request.authority ?? ""
    return origins.count == 1
      && ["http://" + authority, "https://" + authority].contains(origin.lowercased())
  }

  private static func tokens(of request: HTTPRequest, _ name: HTTPField.Name) -> [String] {
    request.headerFields[values: name].flatMap { field in
      field.lowercased().split(separator: ",").map { $0.filter { $0 != " " && $0 != "\t" } }
    }
  }

  private static let key = HTTPField.Name("Sec-WebSocket-Key") ?? .location
  static let version = HTTPField.Name("Sec-WebSocket-Version") ?? .location
}

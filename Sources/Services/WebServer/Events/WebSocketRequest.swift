import HTTPTypes

/// What a client asks that wants the readings by WebSocket.
///
/// (RFC 6455, section 4.2.1.)
struct WebSocketRequest {
  /// The client's `Sec-WebSocket-Key`.
  let key: String

  /// Why a request for a WebSocket is refused.
  enum Refusal: Error {
    /// The request lacks what the protocol demands.
    case malformed
    /// The client speaks another version.
    case otherVersion
    /// A page of another site asks. Browsers let it, so that the server must not.
    case foreignPage
  }

  /// Whether a request asks for a WebSocket.
  static func isAsked(by request: HTTPRequest) -> Bool {
    tokens(of: request, .upgrade).contains("websocket")
  }

  /// - Parameters:
  ///   - request: One that ``isAsked(by:)``.
  ///   - knowsToken: Whether the address has the token, which no other site knows.
  /// - Throws: ``Refusal``
  init(_ request: HTTPRequest, knowsToken: Bool) throws(Refusal) {
    guard request.method == .get, Self.tokens(of: request, .connection).contains("upgrade"),
      let key = request.headerFields[Self.key], key.utf8.count == 24
    else { throw .malformed }
    guard request.headerFields[Self.version] == "13" else { throw .otherVersion }
    guard knowsToken || Self.isOwnPage(request) else { throw .foreignPage }
    self.key = key
  }

  /// Programs send no origin; browsers send that of the page.
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

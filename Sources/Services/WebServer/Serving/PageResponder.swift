import HTTPTypes
import HummingbirdCore
import NIOCore

/// Answers requests, given their heads, with files of the page and with readings.
struct PageResponder: Sendable {
  let site: WebSite
  let access: AccessControl
  let readings: EventBroadcaster?
  var beat: (any MessageEndpoint)?
  let limits: ServerLimits
  /// True if refusals are JSON objects, which programs may request, instead of text.
  private var refusesInJSON = false

  init(
    site: WebSite, access: AccessControl, readings: EventBroadcaster?,
    beat: (any MessageEndpoint)? = nil, limits: ServerLimits
  ) {
    (self.site, self.access, self.readings) = (site, access, readings)
    (self.beat, self.limits) = (beat, limits)
  }

  static let readingsPath = "/api/readings"
  static let beatPath = "/api/beat"
  /// The path that the page requests first, to learn what the server has.
  static let serverPath = "/server.json"

  /// The answer to a request.
  enum Answer {
    case response(Response)
    /// The connection becomes a WebSocket, which sends the viewer the readings.
    case webSocket(WebSocketRequest, EventBroadcaster.Viewer)
    /// The connection becomes a WebSocket, which exchanges messages with a page.
    case exchange(WebSocketRequest, any MessageGuest)
  }

  /// Answers any request, even one for a WebSocket.
  func answer(to request: HTTPRequest) -> Answer {
    guard WebSocketRequest.isAsked(by: request) else { return .response(response(to: request)) }
    return fitting(request).answerToWebSocket(request)
  }

  /// Returns this responder, with refusals in the form that the client asks for.
  private func fitting(_ request: HTTPRequest) -> PageResponder {
    var responder = self
    responder.refusesInJSON = AcceptedTypes(request.headerFields[values: .accept]).prefersJSON
    return responder
  }

  private func answerToWebSocket(_ request: HTTPRequest) -> Answer {
    if let refusal = refusalBeforeAccess(of: request) { return .response(refusal) }
    let (path, query) = Self.parts(of: request)
    let decision = access.decide(
      authority: request.authority, query: query, cookies: request.headerFields[values: .cookie])
    let knowsToken: Bool
    switch decision {
    case .misdirected: return .response(misdirected)
    case .unknown: return .response(tokenMissing)
    case .refused: return .response(tokenWrong)
    case .welcomed: knowsToken = true
    case .allowed: knowsToken = false
    }
    do throws(WebSocketRequest.Refusal) {
      if path == Self.beatPath {
        guard let beat else { return .response(notJoined) }
        let webSocket = try WebSocketRequest(request, knowsToken: knowsToken)
        guard let guest = beat.join() else { return .response(tooMany) }
        return .exchange(webSocket, guest)
      }
      guard path == Self.readingsPath, let readings else { return .response(notListening) }
      let webSocket = try WebSocketRequest(request, knowsToken: knowsToken)
      guard let viewer = readings.join(.webSocket, readingLimit: limits.waitingReadingLimit) else {
        return .response(tooMany)
      }
      return .webSocket(webSocket, viewer)
    } catch {
      return .response(refusal(of: error))
    }
  }

  /// Answers a request over HTTP.
  func response(to request: HTTPRequest) -> Response {
    var response = fitting(request).completeResponse(to: request)
    if request.method == .head { response = response.createHeadResponse() }
    return response
  }

  private func completeResponse(to request: HTTPRequest) -> Response {
    if let refusal = refusalBeforeAccess(of: request) { return refusal }
    let (path, query) = Self.parts(of: request)
    return response(to: request, path: path, query: query)
  }

  private static func parts(of request: HTTPRequest) -> (path: Substring, query: Substring) {
    let parts = (request.path ?? "").split(
      separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    return (parts.first ?? "", parts.count > 1 ? parts[1] : "")
  }

  /// Returns the refusal of a request that nobody may send; `nil` for others.
  private func refusalBeforeAccess(of request: HTTPRequest) -> Response? {
    let target = request.path ?? ""
    guard target.utf8.count <= limits.pathByteLimit else {
      return refusal(.uriTooLong, "The address is too long.", isLast: true)
    }
    guard request.authority != nil else {  // RFC 9112, section 3.2
      return refusal(.badRequest, "No host was named.", isLast: true)
    }
    // The first one names the server; a proxy that read another one saw another request.
    guard request.headerFields[values: Self.host].isEmpty else {
      return refusal(.badRequest, "Two hosts were named.", isLast: true)
    }
    guard !announcesBody(request) else {
      return refusal(.contentTooLarge, "Nothing is taken here.", isLast: true)
    }
    guard request.method == .get || request.method == .head else {
      var response = refusal(.methodNotAllowed, "Only GET and HEAD.")
      response.headers[.allow] = "GET, HEAD"
      return response
    }
    return nil
  }

  private func response(to request: HTTPRequest, path: Substring, query: Substring) -> Response {
    let file = site.file(at: path)
    let isOpen = file?.type.isFetchedWithoutCookies ?? false
    let decision = access.decide(
      authority: request.authority, query: query, cookies: request.headerFields[values: .cookie])
    switch decision {
    case .misdirected:
      return misdirected
    case .welcomed(let cookie) where file?.type == .html:
      // A page's address loses the token, so that it is in no bookmark and no picture of the screen.
      return Response(
        status: .seeOther,
        headers: [.location: String(path), .setCookie: cookie, .cacheControl: "no-store"])
    case .unknown where !isOpen: return tokenMissing
    case .refused where !isOpen: return tokenWrong
    case .unknown, .refused, .allowed, .welcomed: break  // programs get what they ask for
    }
    if path == Self.readingsPath { return eventStream(for: request) }
    if path == Self.beatPath { return beat == nil ? notJoined : onlyByWebSocket }
    if path == Self.serverPath { return description }
    guard let file else { return refusal(.notFound, "There is no such page.") }
    return response(with: file, to: request)
  }

  // MARK: - Files

  private func response(with file: WebSite.File, to request: HTTPRequest) -> Response {
    let accepted = AcceptedCodings(request.headerFields[values: .acceptEncoding])
    guard let (sent, coding) = file.representation(for: accepted) else {
      var response = refusal(.notAcceptable, "Accept br, gzip or identity.")
      response.headers[.vary] = "Accept-Encoding"
      return response
    }
    var headers: HTTPFields = [.eTag: sent.entityTag, .cacheControl: "no-cache"]
    if !file.packed.isEmpty { headers[.vary] = "Accept-Encoding" }
    if Self.isNamed(sent.entityTag, in: request.headerFields[values: .ifNoneMatch]) {
      return Response(status: .notModified, headers: headers)
    }
    headers[.contentType] = file.type.rawValue
    headers[.contentEncoding] = coding?.rawValue
    return Response(
      status: .ok, headers: headers, body: ResponseBody(byteBuffer: sent.contents))
  }

  /// Compares tags weakly (RFC 9110, section 13.1.2).
  private static func isNamed(_ tag: String, in fields: [String]) -> Bool {
    fields.contains { field in
      field.split(separator: ",").contains { item in
        let trimmed = item.filter { $0 != " " }
        return trimmed == "*" || trimmed == tag || trimmed == "W/" + tag
      }
    }
  }

  // MARK: - Readings

  private var description: Response {
    let readings = readings == nil ? "null" : "\"api/readings\""
    let beat = beat == nil ? "null" : "\"api/beat\""
    let text = "{ \"readings\": \(readings), \"beat\": \(beat) }\n"
    return Response(
      status: .ok,
      headers: [.contentType: MediaType.json.rawValue, .cacheControl: "no-store"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
  }

  private func eventStream(for request: HTTPRequest) -> Response {
    guard let readings else { return notListening }
    let wantsLines = AcceptedTypes(request.headerFields[values: .accept]).prefersJSONLines
    let type = wantsLines ? MediaType.jsonLines : .eventStream
    let headers: HTTPFields = [
      .contentType: type.rawValue, .cacheControl: "no-store",
    ]
    guard request.method == .get else { return Response(status: .ok, headers: headers) }
    guard let viewer = readings.join(wantsLines ? .lines : .eventStream) else { return tooMany }
    return Response(
      status: .ok, headers: headers,
      body: ResponseBody { writer in
        while let events = await viewer.mailbox.next() { try await writer.write(events) }
        try await writer.finish(nil)
      })
  }

  // MARK: - Refusals

  private static let host = HTTPField.Name("Host") ?? .location

  private func announcesBody(_ request: HTTPRequest) -> Bool {
    request.headerFields[.transferEncoding] != nil
      || request.headerFields[values: .contentLength].contains { $0 != "0" }
  }

  private var misdirected: Response {
    refusal(.misdirectedRequest, "This server is for http://localhost only.")
  }

  private var tokenMissing: Response {
    refusal(
      .forbidden,
      "This server needs its token. Open the address that kammerton serve has printed, with its "
        + "token. Programs add ?token=TOKEN to each address.")
  }

  private var tokenWrong: Response {
    refusal(
      .forbidden,
      "This token is not that of this server, which has a new one at each start. Open the address "
        + "that kammerton serve has printed last. Programs add its ?token=TOKEN to each address.")
  }

  private var notListening: Response {
    refusal(.notFound, "This server does not listen: start it with --listen.")
  }

  private var notJoined: Response {
    refusal(.notFound, "This server joins no metronomes: start it with --join.")
  }

  private var onlyByWebSocket: Response {
    var response = refusal(.upgradeRequired, "Only by WebSocket.", isLast: true)
    response.headers[.upgrade] = "websocket"
    return response
  }

  private var tooMany: Response {
    var response = refusal(.serviceUnavailable, "Too many are connected.", isLast: true)
    response.headers[.retryAfter] = "10"
    return response
  }

  private func refusal(of request: WebSocketRequest.Refusal) -> Response {
    switch request {
    case .malformed:
      return refusal(.badRequest, "This is no request for a WebSocket.", isLast: true)
    case .foreignPage:
      return refusal(
        .forbidden, "A page of another site needs the token in the address.", isLast: true)
    case .otherVersion:
      var response = refusal(.upgradeRequired, "Only version 13 of WebSocket.", isLast: true)
      response.headers[WebSocketRequest.version] = "13"
      return response
    }
  }

  private func refusal(
    _ status: HTTPResponse.Status, _ text: String, isLast: Bool = false
  ) -> Response {
    let type = refusesInJSON ? MediaType.json : .text
    var headers: HTTPFields = [.contentType: type.rawValue, .cacheControl: "no-store"]
    if isLast { headers[.connection] = "close" }
    // The texts of refusals have no characters that JSON would escape.
    let body = refusesInJSON ? "{\"error\":\"\(text)\"}\n" : text + "\n"
    return Response(
      status: status, headers: headers,
      body: ResponseBody(byteBuffer: ByteBuffer(string: body)))
  }
}

import HTTPTypes
import HummingbirdCore
import Testing

@testable import WebServer

@Suite("Responses")
struct PageResponderTests {
  private static func responder(
    _ access: AccessControl = .thisMachine, readings: EventBroadcaster? = nil
  ) throws -> PageResponder {
    try PageResponder(
      site: .example(), access: access, readings: readings, limits: ServerLimits())
  }

  private static func request(
    _ path: String, _ method: HTTPRequest.Method = .get, fields: HTTPFields = [:]
  ) -> HTTPRequest {
    HTTPRequest(
      method: method, scheme: "http", authority: "localhost:8440", path: path, headerFields: fields)
  }

  @Test("are the files, at their paths")
  func files() throws {
    let responder = try Self.responder()
    for (path, type, length) in [
      ("/", "text/html; charset=utf-8", "34"), ("/index.html", "text/html; charset=utf-8", "34"),
      ("/app/main.js", "text/javascript; charset=utf-8", "22"),
      ("/core.wasm?v=2", "application/wasm", "15"),
    ] {
      let response = responder.response(to: Self.request(path))
      #expect(response.status == .ok, "\(path)")
      #expect(response.headers[.contentType] == type)
      #expect(response.headers[.contentLength] == length)
      #expect(response.headers[.cacheControl] == "no-cache")
    }
  }

  @Test(
    "are 404 for whatever leads out of the folder, or to what it hides",
    arguments: [
      "/../etc/passwd", "/app/../../etc/passwd", "/%2e%2e/etc/passwd", "/%2e%2e%2fetc%2fpasswd",
      "/%252e%252e%252fetc%252fpasswd", "/..%5c..%5cetc%5cpasswd", "/..\\..\\etc\\passwd",
      "/app/..%2findex.html", "/index.html%00.js", "/index.html%00", "//etc/passwd",
      "/./index.html",
      "/app/../index.html", "/passwd", "/.hidden", "/app", "/app/", "/app/main.js/", "/INDEX.HTML",
      "/core.wasm.gz", "http://localhost/", "*", "", "index.html", "/%69ndex.html",
      "/..;/index.html",
      "/\u{2025}/index.html", "/%c0%ae%c0%ae/etc/passwd", "/file:///etc/passwd", "/api/readings",
      "/api/readings/",
    ])
  func traversal(path: String) throws {
    let response = try Self.responder().response(to: Self.request(path))
    #expect(response.status == .notFound)
    #expect(response.headers[.contentType] == "text/plain; charset=utf-8")
  }

  @Test("tell the page whether the server listens", arguments: [false, true])
  func description(listens: Bool) async throws {
    let response = try await WebServer.running(readings: listens ? EventBroadcaster() : nil) {
      try await Wire.get("/server.json", port: $0)
    }
    #expect(response.hasPrefix("HTTP/1.1 200"))
    #expect(response.contains("application/json"))
    let address = listens ? "\"api/readings\"" : "null"
    #expect(response.hasSuffix("\r\n\r\n{ \"readings\": \(address) }\n"))
  }

  @Test("are 304 for who has the file already")
  func entityTags() throws {
    let responder = try Self.responder()
    let tag = try #require(responder.response(to: Self.request("/")).headers[.eTag])
    for known in [tag, "W/\(tag)", "\"x\", \(tag)", "*"] {
      let response = responder.response(to: Self.request("/", fields: [.ifNoneMatch: known]))
      #expect(response.status == .notModified, "\(known)")
      #expect(response.headers[.eTag] == tag)
      #expect(response.body.contentLength == 0)
    }
    let other = responder.response(to: Self.request("/", fields: [.ifNoneMatch: "\"x\""]))
    #expect(other.status == .ok)
  }

  @Test("are compressed for who takes it, under another tag")
  func compression() throws {
    let responder = try Self.responder()
    let plain = responder.response(to: Self.request("/core.wasm"))
    #expect(plain.headers[.contentEncoding] == nil)
    #expect(plain.headers[.vary] == "Accept-Encoding")
    for accepted in ["gzip", "br, gzip;q=0.5, *", "GZIP"] {
      let response = responder.response(
        to: Self.request("/core.wasm", fields: [.acceptEncoding: accepted]))
      #expect(response.headers[.contentEncoding] == "gzip", "\(accepted)")
      #expect(response.headers[.eTag] != plain.headers[.eTag])
    }
    for refused in ["br", "gzip;q=0", "x-gzip", "identity"] {
      let response = responder.response(
        to: Self.request("/core.wasm", fields: [.acceptEncoding: refused]))
      #expect(response.headers[.contentEncoding] == nil, "\(refused)")
    }
  }

  @Test("to HEAD have the length, but no body")
  func head() throws {
    let response = try Self.responder().response(to: Self.request("/", .head))
    #expect(response.status == .ok)
    #expect(response.headers[.contentLength] == "34")
    #expect(response.body.contentLength == 0)
  }

  @Test("refuse other methods, bodies and endless addresses")
  func refusals() throws {
    let responder = try Self.responder()
    for method in [HTTPRequest.Method.post, .put, .delete, .options, .trace, .connect] {
      let response = responder.response(to: Self.request("/", method))
      #expect(response.status == .methodNotAllowed)
      #expect(response.headers[.allow] == "GET, HEAD")
    }
    for fields in [[.contentLength: "1"], [.transferEncoding: "chunked"]] as [HTTPFields] {
      let response = responder.response(to: Self.request("/", fields: fields))
      #expect(response.status == .contentTooLarge)
      #expect(response.headers[.connection] == "close")
    }
    #expect(
      responder.response(to: Self.request("/", fields: [.contentLength: "0"])).status == .ok)
    let long = responder.response(to: Self.request("/" + String(repeating: "a", count: 1024)))
    #expect(long.status == .uriTooLong)
  }

  @Test("with a token: welcome, then the page, and nothing without")
  func token() throws {
    let token = AccessToken()
    let responder = try Self.responder(
      .token(token, isSecure: false), readings: EventBroadcaster())
    let welcome = responder.response(to: Self.request("/app/main.js?token=\(token.text)"))
    #expect(welcome.status == .seeOther)
    #expect(welcome.headers[.location] == "/app/main.js")
    let cookie = try #require(welcome.headers[.setCookie]?.split(separator: ";").first)
    #expect(
      responder.response(to: Self.request("/", fields: [.cookie: String(cookie)])).status == .ok)
    for path in ["/", "/core.wasm", "/api/readings", "/nothing", "/?token=0"] {
      #expect(responder.response(to: Self.request(path)).status == .forbidden, "\(path)")
    }
    // Browsers fetch it without the cookie.
    #expect(responder.response(to: Self.request("/manifest.webmanifest")).status == .ok)
  }

  @Test("lead nowhere else", arguments: ["//evil.example/", "/%0d%0aX:y", "http://evil.example/"])
  func openRedirect(path: String) throws {
    let token = AccessToken()
    let response = try Self.responder(.token(token, isSecure: false))
      .response(to: Self.request("\(path)?token=\(token.text)"))
    #expect(response.headers[.location] == "/")
  }

  @Test("for another host are 421")
  func misdirected() throws {
    let request = HTTPRequest(
      method: .get, scheme: "http", authority: "evil.example", path: "/")
    #expect(try Self.responder().response(to: request).status == .misdirectedRequest)
  }
}

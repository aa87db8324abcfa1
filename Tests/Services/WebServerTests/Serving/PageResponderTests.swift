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
      "/core.wasm.gz", "/core.wasm.br", "http://localhost/", "*", "", "index.html", "/%69ndex.html",
      "/..;/index.html",
      "/\u{2025}/index.html", "/%c0%ae%c0%ae/etc/passwd", "/file:///etc/passwd", "/api/readings",
      "/api/readings/",
    ])
  func traversal(path: String) throws {
    let response = try Self.responder().response(to: Self.request(path))
    #expect(response.status == .notFound)
    #expect(response.headers[.contentType] == "text/plain; charset=utf-8")
  }

  @Test(
    "tell the page whether the server listens, and joins metronomes", arguments: [false, true],
    [false, true])
  func description(listens: Bool, joins: Bool) async throws {
    let response = try await WebServer.running(
      readings: listens ? EventBroadcaster() : nil, beat: joins ? EchoEndpoint() : nil
    ) {
      try await Wire.get("/server.json", port: $0)
    }
    #expect(response.hasPrefix("HTTP/1.1 200"))
    #expect(response.contains("application/json"))
    let readings = listens ? "\"api/readings\"" : "null"
    let beat = joins ? "\"api/beat\"" : "null"
    #expect(
      response.hasSuffix("\r\n\r\n{ \"readings\": \(readings), \"beat\": \(beat) }\n"))
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

  @Test("are packed for clients that accept it, under another tag")
  func compression() throws {
    let responder = try Self.responder()
    let plain = responder.response(to: Self.request("/core.wasm"))
    #expect(plain.headers[.contentEncoding] == nil)
    #expect(plain.headers[.vary] == "Accept-Encoding")
    var tags = [plain.headers[.eTag]]
    for (accepted, coding, length) in [("gzip", "gzip", "15"), ("br", "br", "10")] {
      let response = responder.response(
        to: Self.request("/core.wasm", fields: [.acceptEncoding: accepted]))
      #expect(response.headers[.contentEncoding] == coding)
      #expect(response.headers[.contentLength] == length)
      #expect(response.headers[.contentType] == "application/wasm")
      #expect(response.headers[.vary] == "Accept-Encoding")
      tags.append(response.headers[.eTag])
    }
    #expect(Set(tags).count == 3)
  }

  /// RFC 9110, section 12.5.3: what a field accepts, and which of plain, gzip and brotli is sent.
  @Test(
    "are packed as the weights of Accept-Encoding say",
    arguments: [
      ("gzip", "gzip"), ("GZIP", "gzip"), ("br, gzip;q=0.5, *", "br"), ("gzip, deflate, br", "br"),
      ("gzip, br;q=0.9", "gzip"), ("br ; q=0.2, gzip;Q=0.3", "gzip"), ("*", "br"),
      ("*, br;q=0", "gzip"), ("gzip;q=0", nil), ("x-gzip", nil), ("identity", nil), ("", nil),
      ("identity, br;q=0.5", nil), ("br;q=0.5, *;q=0.9", "gzip"), ("identity;q=0.5, br", "br"),
      ("identity;q=0, gzip", "gzip"), ("br;q=2", nil), ("gzip;q=x", nil), ("br;q=0.001", "br"),
      (",;,;q=1,", nil), ("deflate, zstd", nil),
    ])
  func negotiation(accepted: String, coding: String?) throws {
    let response = try Self.responder().response(
      to: Self.request("/core.wasm", fields: [.acceptEncoding: accepted]))
    #expect(response.status == .ok)
    #expect(response.headers[.contentEncoding] == coding)
  }

  @Test(
    "are 406 for who refuses the plain file and whatever is there",
    arguments: [
      "*;q=0", "identity;q=0", "br;q=0, *;q=0", "identity;q=0, deflate",
    ])
  func notAcceptable(accepted: String) throws {
    let response = try Self.responder().response(
      to: Self.request("/core.wasm", fields: [.acceptEncoding: accepted]))
    #expect(response.status == .notAcceptable)
    #expect(response.headers[.vary] == "Accept-Encoding")
  }

  @Test("are 304 only for who has the same coding of the file")
  func entityTagsOfCodings() throws {
    let responder = try Self.responder()
    func response(_ accepted: String, known: String?) -> Response {
      var fields: HTTPFields = [.acceptEncoding: accepted]
      fields[.ifNoneMatch] = known
      return responder.response(to: Self.request("/core.wasm", fields: fields))
    }
    let tag = try #require(response("br", known: nil).headers[.eTag])
    let known = response("br", known: tag)
    #expect(known.status == .notModified)
    #expect(known.headers[.vary] == "Accept-Encoding")
    #expect(known.headers[.contentEncoding] == nil)
    #expect(response("gzip", known: tag).status == .ok)
    #expect(response("identity", known: tag).status == .ok)
  }

  @Test("to HEAD have the length of what GET gets", arguments: [("br", "10"), ("identity", "15")])
  func packedHead(accepted: String, length: String) throws {
    let response = try Self.responder().response(
      to: Self.request("/core.wasm", .head, fields: [.acceptEncoding: accepted]))
    #expect(response.headers[.contentLength] == length)
    #expect(response.body.contentLength == 0)
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
    let welcome = responder.response(to: Self.request("/index.html?token=\(token.text)"))
    #expect(welcome.status == .seeOther)
    #expect(welcome.headers[.location] == "/index.html")
    let cookie = try #require(welcome.headers[.setCookie]?.split(separator: ";").first)
    #expect(
      responder.response(to: Self.request("/", fields: [.cookie: String(cookie)])).status == .ok)
    for path in ["/", "/core.wasm", "/api/readings", "/nothing", "/?token=0"] {
      #expect(responder.response(to: Self.request(path)).status == .forbidden, "\(path)")
    }
    // Browsers fetch it without the cookie.
    #expect(responder.response(to: Self.request("/manifest.webmanifest")).status == .ok)
  }

  @Test("with the token in the address are what programs ask for, and not the page")
  func programs() throws {
    let token = AccessToken()
    let responder = try Self.responder(
      .token(token, isSecure: false), readings: EventBroadcaster())
    for (path, accepted, status, type) in [
      ("/api/readings", "*/*", 200, "text/event-stream"),
      ("/api/readings", "application/jsonl", 200, "application/jsonl"),
      ("/api/readings", "application/x-ndjson", 200, "application/jsonl"),
      ("/server.json", "*/*", 200, "application/json"),
      ("/core.wasm", "*/*", 200, "application/wasm"),
      ("/app/main.js", "*/*", 200, "text/javascript; charset=utf-8"),
      ("/api/beat", "*/*", 404, "text/plain; charset=utf-8"),
      ("/api/beat", "application/json", 404, "application/json"),
      ("/nothing", "text/html", 404, "text/plain; charset=utf-8"),
    ] {
      let response = responder.response(
        to: Self.request("\(path)?token=\(token.text)", fields: [.accept: accepted]))
      #expect(response.status.code == status, "\(path)")
      #expect(response.headers[.contentType] == type, "\(path)")
      #expect(response.headers[.location] == nil && response.headers[.setCookie] == nil)
    }
  }

  @Test("without the right token tell in words or in JSON what to do")
  func reasons() async throws {
    let token = AccessToken()
    let access = AccessControl.token(token, isSecure: false)
    try await WebServer.running(readings: EventBroadcaster(), access: access) { port in
      for (path, fields, reason) in [
        ("/", "", "This server needs its token."),
        ("/api/readings", "", "This server needs its token."),
        ("/?token=0", "Accept: text/html\r\n", "This token is not that of this server, "),
        ("/server.json", "Cookie: kammerton-\(port)=0\r\n", "This token is not that of this "),
      ] {
        let text = try await Wire.get(path, port: port, fields)
        #expect(text.hasPrefix("HTTP/1.1 403 "))
        #expect(text.contains("Content-Type: text/plain; charset=utf-8\r\n"), "\(text)")
        #expect(text.contains("\r\n\r\n\(reason)"), "\(text)")
        #expect(text.contains("Open the address that kammerton serve has printed"), "\(text)")
        #expect(text.contains("?token=TOKEN"))
      }
      for fields in ["", "Upgrade: websocket\r\n"] {
        let text = try await Wire.get(
          "/api/readings?token=0", port: port, fields + "Accept: application/json\r\n")
        #expect(text.hasPrefix("HTTP/1.1 403 "))
        #expect(text.contains("Content-Type: application/json\r\n"))
        #expect(text.contains("\r\n\r\n{\"error\":\"This token is not that of"), "\(text)")
        #expect(text.hasSuffix("\"}\n"))
      }
    }
  }

  @Test("lead nowhere else", arguments: ["//evil.example/", "/%0d%0aX:y", "/..//evil.example"])
  func openRedirect(path: String) throws {
    let token = AccessToken()
    let response = try Self.responder(.token(token, isSecure: false))
      .response(to: Self.request("\(path)?token=\(token.text)"))
    #expect(response.status == .notFound)
    #expect(response.headers[.location] == nil)
  }

  @Test("for another host are 421")
  func misdirected() throws {
    let request = HTTPRequest(
      method: .get, scheme: "http", authority: "evil.example", path: "/")
    #expect(try Self.responder().response(to: request).status == .misdirectedRequest)
  }
}

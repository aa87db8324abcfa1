import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

@testable import PairingNetwork
@testable import WebServer

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What arrives over connections.
extension FuzzTarget {
  static let networkTargets = [pairingFrames, http]

  /// Messages of a pairing with their lengths; the first byte is where the stream is cut in two.
  private static let pairingFrames = FuzzTarget(
    name: "pairing-frames", longestInput: 400,
    seeds: {
      let frame = [3, 1, 2, 3] + [1, 9] + [63] + [UInt8](repeating: 0xC1, count: 63)
      return [[0] + frame, [5] + frame + frame, [2, 63, 1]]
    },
    read: { bytes in
      var input = InputReader(bytes)
      let cut = Int(input.byte())
      let stream = input.remaining()
      let channel = EmbeddedChannel()
      defer { _ = try? channel.finish(acceptAlreadyClosed: true) }
      guard (try? channel.addMessageFrames()) != nil else { return false }
      for piece in [stream.prefix(cut), stream.dropFirst(cut)] {
        if (try? channel.writeInbound(ByteBuffer(bytes: piece))) == nil { break }
      }
      var read: [UInt8] = []
      while let message = try? channel.readInbound(as: [UInt8].self) {
        require((1...63).contains(message.count), "a message has 1 to 63 bytes")
        read += [UInt8(message.count)] + message
      }
      require(stream.starts(with: read), "messages are the bytes that came")
      return !read.isEmpty
    })

  private static let httpWords = [
    "GET ", "HEAD ", "POST ", " HTTP/1.1\r\n", "Host: localhost:8440\r\n", "\r\n\r\n", "Cookie: ",
    "Content-Length: 5\r\n", "Transfer-Encoding: chunked\r\n", "Accept-Encoding: gzip;q=0\r\n",
    "If-None-Match: *\r\n", "kammerton-80=", "?token=", "/api/readings", "[::1]", "%2e%2e/",
    "Expect: 100-continue\r\n", "Connection: close\r\n", "Upgrade: websocket\r\n",
    "Connection: upgrade\r\n", "Sec-WebSocket-Version: 13\r\n", "Origin: http://localhost:8440\r\n",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n",
  ]

  /// Requests through the parser settings of the server, its guard and its responder.
  private static let http = FuzzTarget(
    name: "http", longestInput: 1024, quickRuns: 10_000, words: httpWords,
    seeds: {
      [
        "GET / HTTP/1.1\r\nHost: localhost:8440\r\n\r\n",
        "HEAD /index.html?v=1 HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Encoding: br, gzip;q=0.5\r\n"
          + "If-None-Match: \"x\", W/\"y\"\r\n\r\n",
        "GET /?token=00000000000000000000000000000000 HTTP/1.1\r\nHost: [::1]:8440\r\n\r\n",
        "GET /api/readings HTTP/1.1\r\nhost: localhost\r\nCookie: a=b; kammerton-80=00\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\nabcGET / HTTP/1.1\r\n\r\n",
        "GET /server.json HTTP/1.0\r\n\r\n",
        "GET /api/readings HTTP/1.1\r\nHost: localhost:8440\r\nOrigin: http://localhost:8440\r\n"
          + "Upgrade: websocket\r\nConnection: keep-alive, Upgrade\r\nSec-WebSocket-Version: 13\r\n"
          + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
      ].map { Array($0.utf8) }
    },
    read: { bytes in
      let middle = bytes.count / 2
      let isAnswered = servers.map { serve([bytes[...]], $0, $1) }.contains(true)
      let (server, responder) = servers[2]
      return serve([bytes[..<middle], bytes[middle...]], server, responder) || isAnswered
    })

  /// - Returns: Whether a request got as far as to a response.
  private static func serve(
    _ pieces: [ArraySlice<UInt8>], _ server: WebServer, _ responder: PageResponder
  ) -> Bool {
    let channel = EmbeddedChannel()
    defer { _ = try? channel.finish(acceptAlreadyClosed: true) }
    guard (try? configure(channel, server)) != nil else { return false }
    var isAnswered = false
    for piece in pieces {
      if (try? channel.writeInbound(ByteBuffer(bytes: piece))) == nil { break }
      while let part = try? channel.readInbound(as: HTTPRequestPart.self) {
        guard case .head(let request) = part else { continue }
        let response: Response
        switch responder.answer(to: request) {
        case .response(let answer): response = answer
        case .webSocket(let webSocket, _):
          checkWebSocket(request, webSocket)
          isAnswered = true
          continue
        case .exchange: fatalError("nobody joins a beat here")
        }
        require((200..<600).contains(response.status.code), "a response has a status")
        require(
          request.method != .post || response.status != .ok, "nobody gets a page by POST")
        _ = try? channel.writeOutbound(HTTPResponsePart.head(response.head))
        _ = try? channel.writeOutbound(HTTPResponsePart.end(nil))
        isAnswered = true
      }
    }
    while let sent = try? channel.readOutbound(as: ByteBuffer.self) {
      let text = String(buffer: sent)
      guard text.hasPrefix("HTTP/1.1 ") else { continue }
      require(
        text.contains("Content-Security-Policy: "), "each response has the security headers")
    }
    return isAnswered
  }

  /// One for this machine alone has no token, so that only its own pages and programs get readings.
  private static func checkWebSocket(_ request: HTTPRequest, _ webSocket: WebSocketRequest) {
    require(request.method == .get, "only GET becomes a WebSocket")
    require(
      (request.path ?? "").hasPrefix(PageResponder.readingsPath),
      "only the readings are a WebSocket")
    let host = request.authority ?? ""
    for origin in request.headerFields[values: .origin] {
      require(
        ["http://" + host, "https://" + host].contains(origin.lowercased()),
        "a page of another site gets no WebSocket")
    }
    let lines = String(buffer: WebSocketFrames.acceptance(of: webSocket.key)).split(
      separator: "\r\n", omittingEmptySubsequences: false)
    require(lines.count == 6, "what was asked adds no line to the answer")
  }

  /// As HummingbirdCore's HTTP1Channel builds its pipeline.
  private static func configure(_ channel: EmbeddedChannel, _ server: WebServer) throws {
    let decoder = server.channelConfiguration.httpDecoder
    var limitConfiguration = NIOHTTPDecoderLimitConfiguration()
    limitConfiguration.maxHeaderFieldSize = decoder.maxHeaderFieldSize
    limitConfiguration.maxHeaderListSize = decoder.maxHeaderListSize
    limitConfiguration.maxHeaderFieldCount = decoder.maxHeaderFieldCount
    let pipeline = channel.pipeline.syncOperations
    try pipeline.configureHTTPServerPipeline(
      withPipeliningAssistance: false, withErrorHandling: false,
      withOutboundHeaderValidation: false, withEncoderConfiguration: .init(),
      withDecoderLimitConfiguration: limitConfiguration)
    try pipeline.addHandler(HTTP1ToHTTPServerCodec(secure: false))
    try pipeline.addHandlers(server.channelConfiguration.additionalChannelHandlers())
  }

  /// One for this machine alone, one with a token, and one that listens.
  private static let servers: [(WebServer, PageResponder)] = {
    let directory = "/tmp/kammerton-fuzz-site-\(getpid())"
    defer {
      unlink(directory + "/index.html")
      rmdir(directory)
    }
    guard mkdir(directory, 0o755) == 0, let file = fopen(directory + "/index.html", "w") else {
      fatalError("\(directory) cannot be written")
    }
    fputs("<!doctype html>\n", file)
    fclose(file)
    guard let site = try? WebSite(directory: directory) else { fatalError("no site") }
    let all: [AccessControl] = [.thisMachine, .token(AccessToken(), isSecure: false)]
    return (all.map { ($0, nil) } + [(.thisMachine, EventBroadcaster())]).map { access, readings in
      let server = WebServer(site: site, readings: readings, access: access)
      return (
        server,
        PageResponder(site: site, access: access, readings: readings, limits: server.limits)
      )
    }
  }()
}

import NIOCore
import Testing

@testable import WebServer

@Suite("The server", .timeLimit(.minutes(5)))
struct WebServerTests {
  private static func status(of response: String) -> Int? {
    response.split(separator: " ").dropFirst().first.flatMap { Int($0) }
  }

  private static func pageStatus(_ port: Int) async throws -> Int? {
    status(of: try await Wire.get("/", port: port))
  }

  @Test("sends the header fields of the page with every response, its library's refusals included")
  func securityHeaders() async throws {
    let token = AccessToken()
    try await WebServer.running(access: .token(token, isSecure: false)) { port in
      let host = "Host: localhost\r\n"
      let cookie = "Cookie: kammerton-80=\(token.text)\r\n"
      for (request, status) in [
        ("GET / HTTP/1.1\r\n\(host)\(cookie)", 200), ("HEAD / HTTP/1.1\r\n\(host)\(cookie)", 200),
        ("GET /?token=\(token.text) HTTP/1.1\r\n\(host)", 303), ("GET / HTTP/1.1\r\n\(host)", 403),
        ("GET /x HTTP/1.1\r\n\(host)\(cookie)", 404), ("PUT / HTTP/1.1\r\n\(host)", 405),
        ("GET / HTTP/1.1\r\n\(host)Content-Length: 5\r\n", 413),
        ("GET / HTTP/1.1\r\n\(host)X: \(String(repeating: "x", count: 20_000))\r\n", 400),
        ("NONSENSE\r\n", 400), ("GET /index.html\0 HTTP/1.1\r\n\(host)", 400),
        ("GET / HTTP/1.1\r\n\(host)X Y: z\r\n", 400),
      ] {
        let response = try await Wire.exchange(request + "Connection: close\r\n\r\n", port: port)
        #expect(Self.status(of: response) == status, "\(request.prefix(40))")
        for (name, value) in SecurityHeaders.fields {
          let lines = response.split(separator: "\r\n").filter {
            $0.lowercased().hasPrefix(name.lowercased() + ": ")
          }
          #expect(lines.count == 1 && lines.first?.hasSuffix(value) == true, "\(name) of \(status)")
        }
        #expect(!response.lowercased().contains("\r\nserver:"))
      }
    }
  }

  @Test("has the policy that was tried in Chromium, to the letter")
  func policy() {
    // shared facts of the design: no inline script or style, no eval but WebAssembly's, no frame.
    #expect(
      SecurityHeaders.fields.first?.value
        == "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
        + "img-src 'self' data:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
        + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
  }

  @Test("answers several requests on one connection")
  func keepAlive() async throws {
    try await WebServer.running { port in
      try await Wire.connect(to: port) { wire in
        for number in 1...3 {
          try await wire.send("GET /core.wasm HTTP/1.1\r\nHost: localhost\r\n\r\n")
          while wire.text.ranges(of: "not really wasm").count < number { try await wire.readMore() }
        }
      }
    }
  }

  @Test("closes connections that send too little, and serves others meanwhile")
  func slowRequests() async throws {
    var limits = ServerLimits()
    limits.requestTimeout = .seconds(3)
    try await WebServer.running(limits: limits) { port in
      let slow = (0..<20).map { number in
        Task {
          try await Wire.connect(to: port) { wire in
            let sender = "GET / HTTP/1.1\r\nX: "
            if number > 0 { try await wire.send(sender) }  // one says nothing at all
            for _ in 0..<250 {  // longer than the timeout, had each byte begun it anew
              try await Task.sleep(for: .milliseconds(100))
              if number > 0 { try await wire.send("x") }
            }
          }
        }
      }
      // On a busy machine a request may be slow itself, and closed: it is asked again.
      var served = 0
      for _ in 0..<30 where served < 5 {
        if let status = try? await Self.pageStatus(port), status == 200 { served += 1 }
      }
      #expect(served == 5)
      for task in slow.dropFirst() {
        #expect(await task.result.isFailure)
      }
      slow[0].cancel()
    }
  }

  @Test("takes no body, however long it is")
  func bodies() async throws {
    try await WebServer.running { port in
      try await Wire.connect(to: port) { wire in
        try await wire.send(
          "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
        let chunk = "10000\r\n" + String(repeating: "x", count: 65_536) + "\r\n"
        let sent = await Result { for _ in 0..<10_000 { try await wire.send(chunk) } }
        guard case .failure = sent else {
          Issue.record("655 MB were taken")
          return
        }
      }
      let status = try await Self.pageStatus(port)
      #expect(status == 200)
    }
  }

  @Test("takes no address without end")
  func endlessAddress() async throws {
    try await WebServer.running { port in
      let response = try await Wire.exchange(
        "GET /" + String(repeating: "a", count: 10_000_000), port: port)
      #expect([400, 414].contains(Self.status(of: response)), "\(response.prefix(80))")
      let status = try await Self.pageStatus(port)
      #expect(status == 200)
    }
  }

  @Test("serves a newcomer at once when it has as many connections as it may")
  func connectionLimit() async throws {
    var limits = Self.endless
    limits.connectionLimit = 2
    try await WebServer.running(limits: limits) { port in
      try await Wire.connect(to: port) { _ in
        try await Wire.connect(to: port) { _ in
          // Both say nothing, for as long as they like; the one that has waited longer goes.
          let status = try await Self.pageStatus(port)
          #expect(status == 200)
        }
      }
    }
  }

  @Test("gives a connection a short time for its first request, and longer between requests")
  func firstRequest() async throws {
    var limits = Self.endless
    limits.firstRequestTimeout = .seconds(4)  // in which a busy machine asks, too
    try await WebServer.running(limits: limits) { port in
      // It is closed: this returns, though the time between requests has no end.
      async let silent = Wire.connect(to: port) { wire in try await wire.readToEnd() }
      try await Wire.connect(to: port) { wire in
        for number in 1...2 {
          try await wire.send("GET /core.wasm HTTP/1.1\r\nHost: localhost\r\n\r\n")
          while wire.text.ranges(of: "not really wasm").count < number { try await wire.readMore() }
          if number == 1 { try await Task.sleep(for: .seconds(5)) }
        }
      }
      #expect(try await silent.isEmpty)
    }
  }

  @Test("has the limits of docs/serve.md by default")
  func defaultLimits() {
    let limits = ServerLimits()
    #expect(limits.firstRequestTimeout == .seconds(5) && limits.requestTimeout == .seconds(15))
    #expect(limits.stallTimeout == .seconds(10) && limits.silenceTimeout == .seconds(30))
    #expect(limits.connectionLimit == 512 && limits.connectionLimitPerAddress == 256)
    #expect(limits.headerByteLimit == 16 * 1024 && limits.headerCountLimit == 64)
    #expect(limits.pathByteLimit == 1024 && limits.waitingReadingLimit == 100)
    let broadcaster = EventBroadcaster()
    let viewers = (0..<257).map { _ in broadcaster.join() }
    #expect(viewers.count { $0 == nil } == 1 && viewers.last.map { $0 == nil } == true)
  }

  /// Limits without an end of waiting, so that no test passes by it.
  private static var endless: ServerLimits {
    var limits = ServerLimits()
    (limits.firstRequestTimeout, limits.requestTimeout) = (.seconds(600), .seconds(600))
    return limits
  }

  @Test("refuses a request that names no host or two hosts, whichever comes first")
  func twoHosts() async throws {
    try await WebServer.running { port in
      for hosts in [
        [], ["localhost", "evil.example"], ["evil.example", "localhost"],
        ["localhost", "localhost"],
      ] {
        let fields = hosts.map { "Host: \($0)\r\n" }.joined()
        let response = try await Wire.exchange(
          "GET / HTTP/1.1\r\n\(fields)Connection: close\r\n\r\n", port: port)
        #expect(Self.status(of: response) == 400, "\(hosts)")
      }
    }
  }

  #if os(Linux)  // elsewhere only 127.0.0.1 is this machine
    @Test("requests that never end, from one address, do not take the room of another's")
    func limitPerAddress() async throws {
      var limits = Self.endless
      (limits.connectionLimit, limits.connectionLimitPerAddress) = (20, 5)
      try await WebServer.running(limits: limits) { port in
        let halves = try await Wire.open(200, to: port, from: "127.0.0.2", sending: "GET / HT")
        for _ in 0..<10 {
          let status = try await Self.pageStatus(port)
          #expect(status == 200)
        }
        try await halves.waitUntilClosed(195)
        #expect(halves.openCount == 5)
        try await halves.close()
      }
    }

    @Test(
      "silent connections from many addresses delay neither newcomers, of any address, nor viewers")
    func limitOfAll() async throws {
      var limits = Self.endless
      (limits.connectionLimit, limits.connectionLimitPerAddress) = (40, 20)
      let broadcaster = EventBroadcaster()
      try await WebServer.running(readings: broadcaster, limits: limits) { port in
        try await Wire.connect(to: port) { viewer in
          try await viewer.send("GET /api/readings HTTP/1.1\r\nHost: localhost\r\n\r\n")
          while broadcaster.viewerCount < 1 { try await Task.sleep(for: .milliseconds(5)) }
          var silent: [OpenWires] = []
          for number in 1...7 {
            let address = "127.0.0.\(number)"
            silent.append(try await Wire.open(20, to: port, from: address, sending: ""))
            for _ in 0..<3 {
              let status = try await Self.pageStatus(port)
              #expect(status == 200, "\(address)")
            }
          }
          broadcaster.send(reading: Array("{\"time\":7}\n".utf8))
          try await viewer.read(until: "{\"time\":7}")
          #expect(viewer.lines.contains("{\"time\":7}"))
          for wires in silent { try await wires.close() }
        }
      }
    }

    @Test("where every connection has a request in progress, a newcomer is closed")
    func allBusy() async throws {
      var limits = Self.endless
      limits.connectionLimit = 1
      let broadcaster = EventBroadcaster()
      try await WebServer.running(readings: broadcaster, limits: limits) { port in
        try await Wire.connect(to: port) { viewer in
          try await viewer.send("GET /api/readings HTTP/1.1\r\nHost: localhost\r\n\r\n")
          while broadcaster.viewerCount < 1 { try await Task.sleep(for: .milliseconds(5)) }
          try await Wire.connect(to: port) { late in
            let text = try await late.readToEnd()
            #expect(text.isEmpty)
          }
          broadcaster.send(reading: Array("{\"time\":7}\n".utf8))
          try await viewer.read(until: "{\"time\":7}")
          #expect(viewer.lines.contains("{\"time\":7}"))
        }
      }
    }
  #endif

  @Test(
    "an address of IPv6 counts by its network, one of IPv4 by itself however it is written",
    arguments: [
      ("10.0.0.1", "10.0.0.1", true), ("10.0.0.1", "10.0.0.2", false),
      ("10.0.0.1", "::ffff:10.0.0.1", true), ("2001:db8::1", "2001:db8::2", true),
      ("2001:db8::1", "2001:db8:0:1::1", false), ("127.0.0.1", "::1", false),
    ])
  func origins(one: String, other: String, isSame: Bool) throws {
    let origins = try [one, other].map {
      ConnectionCensus.origin(try SocketAddress(ipAddress: $0, port: 80))
    }
    #expect((origins[0] == origins[1]) == isSame)
  }

  @Test("says that its port is in use, and what to do")
  func portInUse() async throws {
    try await WebServer.running { port in
      let other = try WebServer(site: .example(), port: port)
      await #expect(throws: WebServerError.portInUse(port)) { try await other.run() }
    }
    #expect(WebServerError.portInUse(8440).description.contains("--port 8441"))
  }

  @Test("says that a host is not its own")
  func noSuchHost() async throws {
    for host in ["203.0.113.1", "no-such-host.invalid"] {
      let server = try WebServer(site: .example(), host: host, port: 0)
      let error = await #expect(throws: WebServerError.self) { try await server.run() }
      guard case .noSuchHost(host, _) = error else {
        Issue.record("\(host): \(String(describing: error))")
        continue
      }
    }
  }

  @Test("can be started again at its port at once")
  func restart() async throws {
    let port = try await WebServer.running { port in
      _ = try await Wire.get("/", port: port)
      return port
    }
    let (started, start) = AsyncStream<Int>.makeStream()
    let again = try WebServer(site: .example(), port: port)
    let task = Task { try await again.run { start.yield($0) } }
    for await number in started {
      #expect(number == port)
      break
    }
    task.cancel()
    try await task.value
  }
}

import NIOCore
import Testing

@testable import WebServer

/// A key that leaves bytes as they are.
private let mask: [UInt8] = [0, 0, 0, 0]
private let ping: [UInt8] = [0x89, 0]

/// A page's frame; by default, a whole message of bytes.
private func frame(_ text: String, first: UInt8 = 0x82) -> [UInt8] {
  let count = text.utf8.count
  let length = count < 126 ? [0x80 | UInt8(count)] : [0xFE, UInt8(count >> 8), UInt8(count & 255)]
  return [first] + length + mask + Array(text.utf8)
}

/// The server's frame of a message of bytes.
private func answer(_ text: String) -> [UInt8] {
  [0x82, UInt8(text.utf8.count)] + Array(text.utf8)
}

/// The server's close.
private func close(_ code: UInt16) -> [UInt8] {
  [0x88, 2, UInt8(code >> 8), UInt8(code & 255)]
}

@Suite("Messages of pages", .timeLimit(.minutes(5)))
struct MessageExchangeTests {
  /// Connects a page, and returns what it got after the server's acceptance.
  private func exchange(
    with endpoint: EchoEndpoint, limits: ServerLimits = ServerLimits(),
    _ body: @escaping @Sendable (inout Wire) async throws -> Void
  ) async throws -> [UInt8] {
    let bytes = try await WebServer.running(beat: endpoint, limits: limits) { port in
      let bytes = try await Wire.connect(to: port) { wire in
        try await wire.send(WebSocketTests.request("/api/beat"))
        try await wire.read(until: "\n\n")
        try await body(&wire)
        return wire.bytes
      }
      try await endpoint.waitUntilEmpty()
      return bytes
    }
    let end = bytes.indices.first { bytes[..<$0].suffix(4) == [13, 10, 13, 10] }
    return Array(bytes[(end ?? bytes.endIndex)...])
  }

  @Test("each of bytes is taken whole, also in pieces, and answered by bytes; texts are ignored")
  func messages() async throws {
    let endpoint = EchoEndpoint()
    let pieces = [frame("do", first: 0x02), frame("re", first: 0x00), frame("mi", first: 0x80)]
    let text = frame("no", first: 0x01) + frame("no", first: 0x80)
    let bytes = try await exchange(with: endpoint) { wire in
      try await wire.send(bytes: frame("fa") + frame("no", first: 0x81))
      try await wire.send(bytes: text + pieces.joined() + frame("sol"))
      try await wire.read(until: "sol")
    }
    #expect(bytes == answer("fa") + answer("doremi") + answer("sol"))
    #expect(endpoint.lengths == [2, 6, 3])
  }

  @Test("one of more than 1024 bytes is ignored in pieces, and the end as one frame: 1009")
  func large() async throws {
    let endpoint = EchoEndpoint()
    let half = String(repeating: "x", count: 600)
    let bytes = try await exchange(with: endpoint) { wire in
      try await wire.send(
        bytes: frame(half, first: 0x02) + frame(half, first: 0x00) + frame("", first: 0x80))
      try await wire.send(bytes: frame("short"))
      try await wire.read(until: "short")
      try await wire.send(bytes: frame(half + half))
      _ = try await wire.readToEnd()
    }
    #expect(endpoint.lengths == [5])
    #expect(bytes.suffix(4) == close(1009))
  }

  @Test("end when the page closes, or can send no more: 1000", arguments: [false, true])
  func leaving(isHalf: Bool) async throws {
    let bytes = try await exchange(with: EchoEndpoint()) { wire in
      try await wire.send(bytes: frame("fa"))
      try await wire.read(until: "fa")
      if isHalf { wire.finish() } else { try await wire.send(bytes: [0x88, 0x80] + mask) }
      _ = try await wire.readToEnd()
    }
    #expect(bytes == answer("fa") + close(1000))
  }

  @Test("end with a page that answers no ping: 1001")
  func silence() async throws {
    var limits = ServerLimits()
    limits.silenceTimeout = .milliseconds(300)
    let bytes = try await exchange(with: EchoEndpoint(), limits: limits) { wire in
      _ = try await wire.readToEnd()
    }
    #expect(bytes.starts(with: ping))
    #expect(bytes.suffix(4) == close(1001))
  }

  @Test("go on with a page that answers pings")
  func pongs() async throws {
    var limits = ServerLimits()
    limits.silenceTimeout = .seconds(3)
    let bytes = try await exchange(with: EchoEndpoint(), limits: limits) { wire in
      for count in 1...2 {
        while wire.bytes.count(where: { $0 == 0x89 }) < count { try await wire.readMore() }
        try await wire.send(bytes: [0x8A, 0x80] + mask)
      }
      try await wire.send(bytes: frame("fa"))
      try await wire.read(until: "fa")
    }
    #expect(bytes == ping + ping + answer("fa"))
  }

  @Test("end when the server does: 1001")
  func stop() async throws {
    let endpoint = EchoEndpoint()
    let page = try await WebServer.running(beat: endpoint) { port in
      let page = Task {
        try await Wire.connect(to: port) { wire in
          try await wire.send(WebSocketTests.request("/api/beat"))
          _ = try await wire.readToEnd()
          return wire.bytes
        }
      }
      while endpoint.guestCount < 1 { try await Task.sleep(for: .milliseconds(5)) }
      return page
    }
    #expect(try await page.value.suffix(4) == close(1001))
    try await endpoint.waitUntilEmpty()
  }

  @Test("end at once where they cannot begin: 1011")
  func failure() async throws {
    let bytes = try await exchange(with: EchoEndpoint(fails: true)) { wire in
      _ = try await wire.readToEnd()
    }
    #expect(bytes == close(1011))
  }

  @Test("are dropped while the page does not read, which is closed in the end")
  func unread() async throws {
    let endpoint = EchoEndpoint()
    var limits = ServerLimits()
    limits.stallTimeout = .seconds(1)
    let message = String(repeating: "x", count: 1000)
    let frames = Array(repeatElement(frame(message), count: 100).joined())
    _ = try await exchange(with: endpoint, limits: limits) { wire in
      // However much the buffers of the system hold.
      while endpoint.guestCount > 0 { try? await wire.send(bytes: frames) }
      try await endpoint.waitUntilEmpty()
    }
    #expect(endpoint.lengths.count > 100)
  }

  /// The status of the response to a request.
  private func status(
    _ request: String, _ endpoint: EchoEndpoint?, _ access: AccessControl = .thisMachine
  ) async throws -> String {
    try await WebServer.running(beat: endpoint, access: access) { port in
      try await Wire.connect(to: port) { wire in
        try await wire.send(request)
        try await wire.read(until: "\n\n")
        return String(wire.lines.dropFirst(9).prefix(3))
      }
    }
  }

  @Test("are refused like readings: to other versions and sites, and where there are none")
  func refusals() async throws {
    let request = WebSocketTests.request("/api/beat")
    let endpoint = EchoEndpoint()
    #expect(try await status(request, endpoint) == "101")
    #expect(try await status(request, nil) == "404")
    #expect(try await status(WebSocketTests.request("/api/beat", version: "8"), endpoint) == "426")
    for (fields, expected) in [
      ("Origin: http://localhost\r\n", "101"), ("Origin: https://evil.example\r\n", "403"),
      ("Origin: null\r\n", "403"),
    ] {
      #expect(try await status(WebSocketTests.request("/api/beat", fields), endpoint) == expected)
    }
    let rebound = request.replacing("Host: localhost", with: "Host: evil.example")
    #expect(try await status(rebound, endpoint) == "421")
    let plain = "GET /api/beat HTTP/1.1\r\nHost: localhost\r\n\r\n"
    #expect(try await status(plain, endpoint) == "426")
    #expect(try await status(plain, nil) == "404")
    #expect(try await status(request, EchoEndpoint(limit: 0)) == "503")
  }

  @Test("need the token in the network")
  func token() async throws {
    let token = AccessToken()
    let access = AccessControl.token(token, isSecure: false)
    let endpoint = EchoEndpoint()
    for (path, fields, expected) in [
      ("/api/beat", "", "403"), ("/api/beat?token=0", "", "403"),
      ("/api/beat?token=\(token.text)", "", "101"),
      ("/api/beat", "Cookie: kammerton-80=\(token.text)\r\n", "101"),
      ("/api/beat", "Cookie: kammerton-80=\(token.text)\r\nOrigin: https://x.example\r\n", "403"),
    ] {
      let request = WebSocketTests.request(path, fields)
      #expect(try await status(request, endpoint, access) == expected)
    }
  }
}

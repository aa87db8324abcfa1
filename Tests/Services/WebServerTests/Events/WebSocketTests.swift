import NIOCore
import Testing

@testable import WebServer

/// A key that leaves bytes as they are.
private let mask: [UInt8] = [0, 0, 0, 0]

/// RFC 6455, by the bytes.
@Suite("Readings by WebSocket", .timeLimit(.minutes(5)))
struct WebSocketTests {
  static func request(
    _ path: String = "/api/readings", _ fields: String = "", version: String = "13"
  ) -> String {
    "GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: keep-alive, Upgrade\r\n"
      + "Upgrade: WebSocket\r\nSec-WebSocket-Version: \(version)\r\n"
      + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\(fields)\r\n"
  }

  @Test("begin with the answer of the RFC's example and the status; each is a message of JSON")
  func messages() async throws {
    let broadcaster = EventBroadcaster()
    broadcaster.send(status: Array("{\"state\":\"listening\"}".utf8))
    let text = try await WebServer.running(readings: broadcaster) { port in
      try await Wire.connect(to: port) { wire in
        try await wire.send(Self.request())
        try await wire.read(until: "listening")
        for number in 1...3 { broadcaster.send(reading: Array("{\"time\":\(number)}\n".utf8)) }
        broadcaster.send(note: Array("{\"note\":\"E2\"}".utf8))
        broadcaster.send(strum: Array("{}".utf8))
        try await wire.read(until: "\"id\":3,\"data\":{\"time\":3}}")
        try await wire.read(until: "{\"event\":\"strum\",\"data\":{}}")
        return wire.lines
      }
    }
    // Sections 1.3 and 4.2.2.
    #expect(text.hasPrefix("HTTP/1.1 101 Switching Protocols\n"))
    #expect(text.contains("\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\n"))
    #expect(text.contains("{\"event\":\"status\",\"data\":{\"state\":\"listening\"}}"))
    #expect(text.contains("{\"event\":\"reading\",\"id\":1,\"data\":{\"time\":1}}"))
    #expect(text.contains("{\"event\":\"note\",\"data\":{\"note\":\"E2\"}}"))
  }

  @Test("frames have the lengths of section 5.2")
  func lengths() {
    func head(_ count: Int) -> [UInt8] {
      let payload = ByteBuffer(repeating: 7, count: count)
      let frame = WebSocketFrames.frame(.text, payload)
      return Array(frame.readableBytesView.dropLast(count))
    }
    #expect(head(0) == [0x81, 0])
    #expect(head(125) == [0x81, 125])
    #expect(head(126) == [0x81, 126, 0, 126])
    #expect(head(65_535) == [0x81, 126, 0xFF, 0xFF])
    #expect(head(65_536) == [0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0])
  }

  @Test("pings are answered, and a close ends the viewing")
  func pingAndClose() async throws {
    let broadcaster = EventBroadcaster()
    try await WebServer.running(readings: broadcaster) { port in
      try await Wire.connect(to: port) { wire in
        try await wire.send(Self.request())
        try await wire.read(until: "\n\n")  // from here on, it is a WebSocket
        // Masked with zeros: "stage" of five bytes, and then a close.
        try await wire.send(bytes: [0x89, 0x85, 0, 0, 0, 0] + Array("stage".utf8))
        try await wire.read(until: "stage")
        try await wire.send(bytes: [0x88, 0x80, 0, 0, 0, 0])
        _ = try await wire.readToEnd()
      }
      while broadcaster.viewerCount > 0 { try await Task.sleep(for: .milliseconds(5)) }
    }
    #expect(broadcaster.viewerCount == 0)
  }

  /// The code of the close with which the server answers the frames of a viewer, after which it
  /// must close the connection.
  private func closeCode(for frames: [UInt8]) async throws -> Int? {
    let broadcaster = EventBroadcaster()
    let answer = try await WebServer.running(readings: broadcaster) { port in
      let bytes = try await Wire.connect(to: port) { wire in
        try await wire.send(Self.request())
        try await wire.read(until: "\n\n")  // from here on, it is a WebSocket
        try await wire.send(bytes: frames)
        _ = try await wire.readToEnd()
        return wire.bytes
      }
      while broadcaster.viewerCount > 0 { try await Task.sleep(for: .milliseconds(5)) }
      return bytes
    }
    #expect(broadcaster.viewerCount == 0)
    let close = Array(answer.suffix(4))
    guard close.count == 4, close[0] == 0x88, close[1] == 2 else { return nil }
    return Int(close[2]) << 8 | Int(close[3])
  }

  @Test(
    "frames of more than 1024 bytes are too big: 1009",
    arguments: [
      [0x82, 0xFF, 0, 0, 0, 0, 0, 0x10, 0, 0] + mask, [0x82, 0xFE, 0x04, 0x01] + mask,
    ])
  func largeFrames(frame: [UInt8]) async throws {
    #expect(try await closeCode(for: frame) == 1009)
  }

  @Test(
    "frames that no client may send end the connection as a protocol error: 1002",
    arguments: [
      // Section 5.1: not masked.
      [0x81, 0x02, 0x68, 0x69], [0x89, 0x00], [0x88, 0x00],
      // Section 5.2: reserved bits, and reserved opcodes.
      [0xC1, 0x80] + mask, [0xA1, 0x80] + mask, [0x91, 0x80] + mask, [0x83, 0x80] + mask,
      [0x8B, 0x80] + mask,
      // Section 5.4: a continuation of nothing, and a message within a message.
      [0x80, 0x80] + mask, [0x00, 0x80] + mask, [0x01, 0x80] + mask + [0x81, 0x80] + mask,
      [0x01, 0x80] + mask + [0x80, 0x80] + mask + [0x80, 0x80] + mask,
      // Section 5.5: control frames in pieces, or with more than 125 bytes.
      [0x09, 0x80] + mask, [0x89, 0xFE, 0x00, 0x7E] + mask,
      // Section 7.4: half a code, and codes that are not for sending.
      [0x88, 0x81] + mask + [3], [0x88, 0x82] + mask + [0x03, 0xED],
      [0x88, 0x82] + mask + [0x03, 0xE7], [0x88, 0x82] + mask + [0x07, 0xD0],
    ])
  func badFrames(frames: [UInt8]) async throws {
    #expect(try await closeCode(for: frames) == 1002)
  }

  @Test(
    "messages in pieces with a ping between them are taken; then a close is a normal end: 1000",
    arguments: [[0x88, 0x80] + mask, [0x88, 0x82] + mask + [0x03, 0xE8]])
  func fragments(close: [UInt8]) async throws {
    let message =
      [0x01, 0x80] + mask + [0x89, 0x80] + mask + [0x00, 0x82] + mask + [104, 105]
      + [0x80, 0x80] + mask + [0x82, 0x80] + mask
    #expect(try await closeCode(for: message + close) == 1000)
  }

  @Test("are refused to other versions, to pages of other sites, and where nothing listens")
  func refusals() async throws {
    func status(_ request: String, _ readings: EventBroadcaster?) async throws -> String {
      try await WebServer.running(readings: readings) { port in
        try await Wire.connect(to: port) { wire in
          try await wire.send(request)
          try await wire.read(until: "\n\n")
          return String(wire.lines.split(separator: "\n")[0].dropFirst(9).prefix(3))
        }
      }
    }
    let readings = EventBroadcaster()
    #expect(try await status(Self.request(version: "12"), readings) == "426")
    #expect(try await status(Self.request(), nil) == "404")
    #expect(try await status(Self.request("/index.html"), readings) == "404")
    let foreign = Self.request("/api/readings", "Origin: https://evil.example\r\n")
    #expect(try await status(foreign, readings) == "403")
    let opaque = Self.request("/api/readings", "Origin: null\r\n")
    #expect(try await status(opaque, readings) == "403")
    let own = Self.request("/api/readings", "Origin: http://localhost\r\n")
    #expect(try await status(own, EventBroadcaster()) == "101")
    let rebound = Self.request().replacing("Host: localhost", with: "Host: evil.example")
    #expect(try await status(rebound, readings) == "421")
    let unkeyed = Self.request().replacing("Sec-WebSocket-Key", with: "X-Key")
    #expect(try await status(unkeyed, readings) == "400")
    let short = Self.request().replacing("dGhlIHNhbXBsZSBub25jZQ==", with: "dGhlIHNhbXBsZQ==")
    #expect(try await status(short, readings) == "400")
  }

  @Test("need the token in the network, in the address or as a cookie")
  func token() async throws {
    let token = AccessToken()
    let access = AccessControl.token(token, isSecure: false)
    func status(_ path: String, _ fields: String = "") async throws -> String {
      try await WebServer.running(readings: EventBroadcaster(), access: access) { port in
        try await Wire.connect(to: port) { wire in
          try await wire.send(Self.request(path, fields))
          try await wire.read(until: "\n\n")
          return String(wire.lines.dropFirst(9).prefix(3))
        }
      }
    }
    #expect(try await status("/api/readings") == "403")
    #expect(try await status("/api/readings?token=0") == "403")
    #expect(try await status("/api/readings?token=\(token.text)") == "101")
    #expect(try await status("/api/readings", "Cookie: kammerton-80=\(token.text)\r\n") == "101")
    // Whoever knows the token may show the readings on a page of their own.
    let fields = "Origin: https://overlay.example\r\n"
    #expect(try await status("/api/readings?token=\(token.text)", fields) == "101")
    #expect(
      try await status("/api/readings", "Cookie: kammerton-80=\(token.text)\r\n" + fields) == "403")
  }
}

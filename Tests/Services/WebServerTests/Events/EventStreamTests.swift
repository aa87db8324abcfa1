import Testing

@testable import WebServer

@Suite("Readings on the wire", .timeLimit(.minutes(5)))
struct EventStreamTests {
  private static let request =
    "GET /api/readings HTTP/1.1\r\nHost: localhost\r\nLast-Event-ID: 99\r\n\r\n"

  /// Sends readings 1, 2, 3 … at a rate until the task is cancelled.
  private static func send(to broadcaster: EventBroadcaster, perSecond rate: Int) async {
    var number = 0
    while !Task.isCancelled {
      number += 1
      broadcaster.send(reading: Array("{\"time\":\(number)}\n".utf8))
      try? await Task.sleep(for: .seconds(1) / rate)
    }
  }

  private static func identifiers(in text: String) -> [Int] {
    text.split(separator: "\n").filter { $0.hasPrefix("id: ") }
      .compactMap { Int($0.dropFirst(4)) }
  }

  @Test("are lines of JSON for programs that ask for them, each an object of its own")
  func lines() async throws {
    let broadcaster = EventBroadcaster(heartbeat: .milliseconds(10))
    let request = Self.request.replacing("Last-Event-ID: 99", with: "Accept: application/x-ndjson")
    let text = try await WebServer.running(readings: broadcaster) { port in
      try await Wire.connect(to: port) { wire in
        try await wire.send(request)
        while broadcaster.viewerCount < 1 { try await Task.sleep(for: .milliseconds(5)) }
        try await Task.sleep(for: .milliseconds(50))  // in which no empty line comes
        broadcaster.send(status: Array("{\"state\":\"listening\"}".utf8))
        try await wire.read(until: "listening")
        broadcaster.send(note: Array("{\"midi\":69}\n".utf8))
        try await wire.read(until: "69")
        broadcaster.send(reading: Array("{\"time\":7}\n".utf8))
        try await wire.read(until: "\"time\":7}}")
        return wire.lines
      }
    }
    #expect(text.contains("Content-Type: application/jsonl\n"))
    let objects = text.split(separator: "\n").filter { $0.hasPrefix("{") }
    #expect(
      objects == [
        "{\"event\":\"status\",\"data\":{\"state\":\"listening\"}}",
        "{\"event\":\"note\",\"data\":{\"midi\":69}}",
        "{\"event\":\"reading\",\"id\":1,\"data\":{\"time\":7}}",
      ])
  }

  @Test("begin with the time to come back after and the status, and keep their order")
  func order() async throws {
    let broadcaster = EventBroadcaster()
    broadcaster.send(status: Array("{\"state\":\"lost\"}".utf8))
    broadcaster.send(status: Array("{\"state\":\"listening\"}".utf8))
    let text = try await WebServer.running(readings: broadcaster) { port in
      try await Wire.connect(to: port) { wire in
        try await wire.send(Self.request)
        try await wire.read(until: "listening")
        let sender = Task { await Self.send(to: broadcaster, perSecond: 200) }
        defer { sender.cancel() }
        try await wire.read(until: "id: 100\n")
        return wire.lines
      }
    }
    #expect(text.hasPrefix("HTTP/1.1 200 OK\n"))
    #expect(text.lowercased().contains("content-type: text/event-stream\n"))
    #expect(text.lowercased().contains("cache-control: no-store\n"))
    #expect(text.contains("retry: 2000\n\nevent: status\ndata: {\"state\":\"listening\"}\n\n"))
    #expect(!text.contains("lost"))
    let identifiers = Self.identifiers(in: text)
    #expect(identifiers.count > 50)
    #expect(identifiers == identifiers.sorted() && Set(identifiers).count == identifiers.count)
    #expect(text.contains("id: 100\ndata: {\"time\":100}\n\n"))
  }

  @Test("go to 50 viewers at a time, and each gets its hundred")
  func manyViewers() async throws {
    let broadcaster = EventBroadcaster()
    let received = try await WebServer.running(readings: broadcaster) { port in
      let sender = Task { await Self.send(to: broadcaster, perSecond: 50) }
      defer { sender.cancel() }
      return try await withThrowingTaskGroup(of: [Int].self) { group in
        for _ in 0..<50 {
          group.addTask {
            try await Wire.connect(to: port, within: 100) { wire in
              try await wire.send(Self.request)
              while wire.text.utf8.count < 6000 { try await wire.readMore() }
              return Self.identifiers(in: wire.lines)
            }
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
    }
    #expect(received.count == 50)
    for identifiers in received {
      #expect(identifiers.count > 100)
      #expect(zip(identifiers, identifiers.dropFirst()).allSatisfy { $0 < $1 })
    }
  }

  @Test("a viewer that does not read is dropped, and others do not notice")
  func slowViewer() async throws {
    let broadcaster = EventBroadcaster()
    var limits = ServerLimits()
    limits.stallTimeout = .seconds(2)
    try await WebServer.running(readings: broadcaster, limits: limits) { port in
      try await Wire.connect(to: port) { slow in
        try await slow.send(Self.request)
        while broadcaster.viewerCount < 1 { try await Task.sleep(for: .milliseconds(5)) }
        // Soon more than all buffers on the way hold.
        let line = [UInt8](repeating: UInt8(ascii: "x"), count: 20_000)
        let sender = Task {
          while !Task.isCancelled {
            broadcaster.send(reading: line)
            try? await Task.sleep(for: .milliseconds(10))
          }
        }
        defer { sender.cancel() }
        try await Wire.connect(to: port) { brisk in
          try await brisk.send(Self.request)
          while broadcaster.viewerCount < 2 { try await brisk.readMore() }
          while broadcaster.viewerCount == 2 { try await brisk.readMore() }
          let count = Self.identifiers(in: brisk.lines).count
          for _ in 0..<10 { try await brisk.readMore() }
          #expect(Self.identifiers(in: brisk.lines).count > count)
          #expect(broadcaster.viewerCount == 1)
        }
      }
    }
  }

  @Test("silence is filled with heartbeats")
  func heartbeat() async throws {
    let broadcaster = EventBroadcaster(heartbeat: .milliseconds(100))
    try await WebServer.running(readings: broadcaster) { port in
      try await Wire.connect(to: port) { wire in
        try await wire.send(Self.request)
        try await wire.read(until: "retry: 2000\n\n")
        try await wire.read(until: "3\n:\n\n")
        #expect(wire.lines.contains("3\n:\n\n"))
      }
    }
  }

  @Test("one viewer too many is told to come later")
  func limit() async throws {
    let broadcaster = EventBroadcaster(viewerLimit: 1)
    try await WebServer.running(readings: broadcaster) { port in
      try await Wire.connect(to: port) { wire in
        try await wire.send(Self.request)
        try await wire.read(until: "retry")
        let refusal = try await Wire.get("/api/readings", port: port)
        #expect(refusal.hasPrefix("HTTP/1.1 503 "))
        #expect(refusal.lowercased().contains("retry-after: 10\r\n"))
      }
    }
  }

  @Test("end when the server does, and viewers that leave are forgotten")
  func end() async throws {
    let broadcaster = EventBroadcaster(heartbeat: .milliseconds(50))
    let (port, reader) = try await WebServer.running(readings: broadcaster) { port in
      try await Wire.connect(to: port) { wire in
        try await wire.send(Self.request)
        try await wire.read(until: "retry")
      }
      let start = ContinuousClock.now
      while broadcaster.viewerCount > 0, ContinuousClock.now - start < .seconds(60) {
        try await Task.sleep(for: .milliseconds(10))
      }
      #expect(broadcaster.viewerCount == 0)
      let reader = Task { try await Wire.exchange(Self.request, port: port) }
      while broadcaster.viewerCount < 1 { try await Task.sleep(for: .milliseconds(5)) }
      return (port, reader)
    }
    let text = try await reader.value
    #expect(text.hasSuffix("0\r\n\r\n"))  // a complete body, as RFC 9112 section 7.1 ends it
    await #expect(throws: (any Error).self) { try await Wire.get("/", port: port) }
  }
}

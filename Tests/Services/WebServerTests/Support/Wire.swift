import NIOCore
import NIOPosix
import NIOSSL

/// A connection that sends exactly what a test says, byte for byte.
struct Wire {
  typealias Bytes = NIOAsyncChannel<ByteBuffer, ByteBuffer>

  struct TimedOut: Error {}

  /// Connects, and closes when the body is done.
  ///
  /// - Parameters:
  ///   - port: On this machine.
  ///   - tls: With it, TLS that trusts only what it says, for the name `localhost`.
  ///   - seconds: After which the body is cancelled.
  ///   - body: What the test sends and reads.
  /// - Returns: What the body returns.
  /// - Throws: ``TimedOut``, or what connecting and the body throw.
  static func connect<Value: Sendable>(
    to port: Int, tls: TLSConfiguration? = nil, within seconds: Double = 30,
    _ body: @escaping @Sendable (inout Wire) async throws -> Value
  ) async throws -> Value {
    let context = try tls.map { try NIOSSLContext(configuration: $0) }
    let channel: Bytes = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .connect(host: "127.0.0.1", port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          if let context {
            try channel.pipeline.syncOperations.addHandler(
              NIOSSLClientHandler(context: context, serverHostname: "localhost"))
          }
          return try Bytes(
            wrappingChannelSynchronously: channel,
            configuration: .init(isOutboundHalfClosureEnabled: true))
        }
      }
    return try await withThrowingTaskGroup(of: Value.self) { group in
      group.addTask {
        try await channel.executeThenClose { inbound, outbound in
          var wire = Wire(inbound: inbound.makeAsyncIterator(), outbound: outbound)
          return try await body(&wire)
        }
      }
      group.addTask {
        try await Task.sleep(for: .seconds(seconds))
        throw TimedOut()
      }
      defer { group.cancelAll() }
      guard let value = try await group.next() else { throw TimedOut() }
      return value
    }
  }

  /// Sends a request and returns all that comes until the server closes.
  static func exchange(
    _ request: String, port: Int, tls: TLSConfiguration? = nil
  ) async throws -> String {
    try await connect(to: port, tls: tls) { wire in
      try await wire.send(request)
      return try await wire.readToEnd()
    }
  }

  /// A request for one path, after which the connection ends.
  static func get(_ path: String, port: Int, _ fields: String = "") async throws -> String {
    try await exchange(
      "GET \(path) HTTP/1.1\r\nHost: localhost:\(port)\r\n\(fields)Connection: close\r\n\r\n",
      port: port)
  }

  private var inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
  private let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
  private(set) var bytes: [UInt8] = []
  var text: String { String(decoding: bytes, as: UTF8.self) }
  /// The text with plain ends of lines: what is in chunks, with their sizes between.
  var lines: String { String(decoding: text.utf8.filter { $0 != 13 }, as: UTF8.self) }

  private init(
    inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator,
    outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
  ) {
    (self.inbound, self.outbound) = (inbound, outbound)
  }

  func send(_ text: String) async throws {
    try await outbound.write(ByteBuffer(string: text))
  }

  func send(bytes: [UInt8]) async throws {
    try await outbound.write(ByteBuffer(bytes: bytes))
  }

  /// Sends no more; the other way stays open.
  func finish() { outbound.finish() }

  /// Reads until ``lines`` contains `part`, or the server closes.
  mutating func read(until part: String) async throws {
    while !lines.contains(part), let bytes = try await inbound.next() {
      self.bytes += Array(buffer: bytes)
    }
  }

  /// Reads one piece.
  mutating func readOnce() async throws {
    if let bytes = try await inbound.next() { self.bytes += Array(buffer: bytes) }
  }

  /// Reads all that comes until the server closes, by whatever way.
  mutating func readToEnd() async throws -> String {
    do {
      while let bytes = try await inbound.next() { self.bytes += Array(buffer: bytes) }
    } catch is CancellationError {
      throw TimedOut()
    } catch {}  // a reset is an end, too
    return text
  }
}

extension Wire {
  /// Reads what comes next; throws when nothing more does.
  mutating func readMore() async throws {
    let count = bytes.count
    try await readOnce()
    guard bytes.count > count else { throw TimedOut() }
  }
}

/// Connections that have said something and wait.
struct OpenWires: Sendable {
  fileprivate let channels: [any Channel]

  /// How many the server has not closed.
  var openCount: Int { channels.count { $0.isActive } }

  /// Waits until the server has closed so many, for at most 30 s.
  func waitUntilClosed(_ count: Int) async throws {
    for _ in 0..<600 where channels.count - openCount < count {
      try await Task.sleep(for: .milliseconds(50))
    }
    guard channels.count - openCount >= count else { throw Wire.TimedOut() }
  }

  func close() async throws {
    for channel in channels { channel.close(promise: nil) }
  }
}

extension Wire {
  /// Opens many connections from an address of this machine, each of which sends the same text.
  static func open(
    _ count: Int, to port: Int, from address: String, sending text: String
  ) async throws -> OpenWires {
    var channels: [any Channel] = []
    for _ in 0..<count {
      let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .bind(to: SocketAddress(ipAddress: address, port: 0))
        .connect(host: "127.0.0.1", port: port).get()
      try? await channel.writeAndFlush(ByteBuffer(string: text)).get()  // it may be closed already
      channels.append(channel)
    }
    return OpenWires(channels: channels)
  }
}

import NIOCore
import NIOPosix

/// A stranger that connects and sends bytes.
struct RawClient {
  private let channel: any Channel

  /// - Parameters:
  ///   - port: On this machine.
  ///   - address: Where it seems to come from; on Linux, all of 127.0.0.0/8 is this machine.
  /// - Throws: What connecting throws.
  init(port: UInt16, from address: String = "127.0.0.1") async throws {
    channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .bind(to: SocketAddress(ipAddress: address, port: 0))
      .connect(host: "127.0.0.1", port: Int(port)).get()
  }

  func send(_ bytes: [UInt8]) async throws {
    try await channel.writeAndFlush(ByteBuffer(bytes: bytes))
  }

  /// Whether the other side closes within so many seconds.
  func isClosed(within seconds: Double) async -> Bool {
    let closed = channel.closeFuture
    let timer = channel.eventLoop.scheduleTask(in: .milliseconds(Int64(1000 * seconds))) {}
    let promise = channel.eventLoop.makePromise(of: Bool.self)
    closed.whenComplete { _ in promise.succeed(true) }
    timer.futureResult.whenSuccess { promise.succeed(false) }
    return (try? await promise.futureResult.get()) ?? false
  }

  func close() async { try? await channel.close() }
}

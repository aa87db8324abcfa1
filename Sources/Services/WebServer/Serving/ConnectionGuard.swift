import HTTPTypes
internal import NIOCore
import NIOHTTPTypes
internal import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The handler between the parser and the responder of one connection.
///
/// - Adds ``SecurityHeaders`` to every response, even those that the library itself writes.
/// - Adds the connection to the census, which closes it if its address has too many others.
/// - Discards bodies.
/// - Closes the connection after a response with `Connection: close`, and if a client does not read
///   for too long. (The library closes clients that are too slow to send a request: its idle
///   timeout does not start again with each byte.)
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let stallTimeout: TimeAmount
  private let census: ConnectionCensus
  private var isClosing = false
  private var stall: Scheduled<Void>?

  init(stallTimeout: TimeAmount, census: ConnectionCensus) {
    (self.stallTimeout, self.census) = (stallTimeout, census)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    census.add(context.channel)
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    stall?.cancel()
  }

  func channelInactive(context: ChannelHandlerContext) {
    stall?.cancel()
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if isClosing { return }
    if case .body = unwrapInboundIn(data) { return }
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(var head):
      head.headerFields.append(contentsOf: SecurityHeaders.httpFields)
      isClosing = isClosing || head.headerFields[.connection] == "close"
      context.write(wrapOutboundOut(.head(head)), promise: promise)
    case .end where isClosing:
      context.writeAndFlush(data, promise: promise)
      finish(context)
    default:
      context.write(data, promise: promise)
    }
  }

  /// Closes the output, and the input a second later: closing both at once while bytes of the
  /// client are on their way would reset the connection before it has read the response.
  private func finish(_ context: ChannelHandlerContext) {
    context.close(mode: .output, promise: nil)
    schedule(after: .seconds(1), context)
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    if context.channel.isWritable {
      if !isClosing { stall?.cancel() }
    } else {
      schedule(after: stallTimeout, context)
    }
    context.fireChannelWritabilityChanged()
  }

  private func schedule(after delay: TimeAmount, _ context: ChannelHandlerContext) {
    stall?.cancel()
    let channel = context.channel
    stall = context.eventLoop.scheduleTask(in: delay) { channel.close(promise: nil) }
  }
}

/// Counts the connections of each address, so that none can use up the room of all others.
final class ConnectionCensus: Sendable {
  private let limit: Int
  private let counts = Mutex<[String: Int]>([:])

  init(limit: Int) { self.limit = limit }

  /// Counts a connection until it is closed, and closes it soon if its address has too many.
  func add(_ channel: any Channel) {
    let origin = Self.origin(channel.remoteAddress)
    let isWelcome = counts.withLock { counts in
      counts[origin, default: 0] += 1
      return counts[origin, default: 0] <= limit
    }
    channel.closeFuture.whenComplete { [self] _ in leave(origin) }
    // Not at once: its handlers are still being put in place.
    if !isWelcome { channel.eventLoop.execute { channel.close(promise: nil) } }
  }

  private func leave(_ origin: String) {
    counts.withLock { counts in
      let left = counts[origin, default: 1] - 1
      counts[origin] = left > 0 ? left : nil
    }
  }

  /// Returns the part of an address that one owner has: all of an IPv4 address, or the first 64
  /// bits of an IPv6 address, whose other 64 the owner can choose.
  static func origin(_ address: SocketAddress?) -> String {
    guard let text = address?.ipAddress else { return "" }
    var bytes = [UInt8](repeating: 0, count: 16)
    guard inet_pton(AF_INET6, String(text.prefix { $0 != "%" }), &bytes) == 1 else { return text }
    let isMapped = bytes[..<10].allSatisfy { $0 == 0 } && bytes[10..<12].allSatisfy { $0 == 255 }
    if isMapped { return bytes[12...].map { "\($0)" }.joined(separator: ".") }
    return bytes[..<8].map { "\($0)" }.joined(separator: ":")
  }
}

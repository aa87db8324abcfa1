import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Stands between the parser and the responder of one connection.
///
/// - Gives every response its ``SecurityHeaders``, also those that the library itself writes.
/// - Is told of by the census, which closes it if its address has too many others.
/// - Takes no bodies: what a client sends of one is thrown away.
/// - Closes after a response that says so, and where a client does not read for too long. (A client
///   that is too slow to send a request is the library's: its idle timeout does not count bytes.)
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
    census.take(context.channel)
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

  /// Closes the way out, and the way in a second later: closing both at once while bytes of the
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

import HTTPTypes
internal import NIOCore
import NIOHTTPTypes

/// The handler between the parser and the responder of one connection.
///
/// - Puts ``RequestHeadCheck`` before the parser.
/// - Adds ``SecurityHeaders`` to every response, even those that the library itself writes.
/// - Adds the connection to the census, and tells it when a request is in progress.
/// - Discards bodies.
/// - Closes the connection after a response with `Connection: close`, if the first request takes
///   too long, and if a client does not read for too long. (The library closes clients that are
///   too slow to send a later request: its idle timeout does not start again with each byte.)
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let firstRequestTimeout: TimeAmount
  private let stallTimeout: TimeAmount
  private let census: ConnectionCensus
  private var isClosing = false
  private var requestsInProgress = 0
  private var firstRequest: Scheduled<Void>?
  private var stall: Scheduled<Void>?

  init(firstRequestTimeout: TimeAmount, stallTimeout: TimeAmount, census: ConnectionCensus) {
    (self.firstRequestTimeout, self.stallTimeout) = (firstRequestTimeout, stallTimeout)
    self.census = census
  }

  func handlerAdded(context: ChannelHandlerContext) {
    do {
      try RequestHeadCheck.add(to: context.pipeline.syncOperations)
    } catch {
      return context.close(promise: nil)  // nothing is served unchecked
    }
    census.add(context.channel)
    firstRequest = closing(after: firstRequestTimeout, context)
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    cancelAll()
  }

  func channelInactive(context: ChannelHandlerContext) {
    cancelAll()
    context.fireChannelInactive()
  }

  private func cancelAll() {
    firstRequest?.cancel()
    stall?.cancel()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if isClosing { return }
    switch unwrapInboundIn(data) {
    case .body: return
    case .head:
      firstRequest?.cancel()
      requestsInProgress += 1
      census.setBusy(true, context.channel)
    case .end: break
    }
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(var head):
      head.headerFields.append(contentsOf: SecurityHeaders.httpFields)
      isClosing = isClosing || head.headerFields[.connection] == "close"
      context.write(wrapOutboundOut(.head(head)), promise: promise)
    case .end:
      requestsInProgress = max(0, requestsInProgress - 1)
      if requestsInProgress == 0 { census.setBusy(false, context.channel) }
      guard isClosing else { return context.write(data, promise: promise) }
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
    stall = closing(after: delay, context)
  }

  private func closing(
    after delay: TimeAmount, _ context: ChannelHandlerContext
  ) -> Scheduled<Void> {
    let channel = context.channel
    return context.eventLoop.scheduleTask(in: delay) { channel.close(promise: nil) }
  }
}

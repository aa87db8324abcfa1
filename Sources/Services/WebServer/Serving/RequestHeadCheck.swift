internal import NIOCore
import NIOHTTP1

/// The handler between the connection and the parser, which lets only heads through that follow
/// ``RequestHeadRules``. Others get status 400, and the connection is closed.
final class RequestHeadCheck: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private var rules = RequestHeadRules()
  private var isRefused = false

  /// Puts the check before the parser of a pipeline.
  static func add(to pipeline: ChannelPipeline.SynchronousOperations) throws {
    let parser = try pipeline.context(handlerType: ByteToMessageHandler<HTTPRequestDecoder>.self)
    try pipeline.addHandler(RequestHeadCheck(), position: .before(parser.handler))
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if isRefused { return }
    guard rules.allow(unwrapInboundIn(data).readableBytesView) else {
      isRefused = true
      // The server answers this error as it does those of the parser.
      return context.fireErrorCaught(HTTPParserError.unknown)
    }
    context.fireChannelRead(data)
  }
}

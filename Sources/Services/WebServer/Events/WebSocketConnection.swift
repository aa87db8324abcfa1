import NIOCore
import NIOHTTP1
import NIOWebSocket

/// Turns a connection from HTTP to WebSocket, and sends one viewer what waits in its mailbox.
///
/// The handlers of HTTP stay where they are, behind those of the WebSocket, which hand them nothing:
/// so the request remains in progress, and what guards slow clients goes on to do so.
enum WebSocketConnection {
  /// Sends until the viewer leaves, the readings end or the task is cancelled.
  ///
  /// - Parameters:
  ///   - viewer: Gets the readings.
  ///   - request: What the client asked.
  ///   - channel: The connection, on which the request has come.
  /// - Throws: What prevents the change, such as a connection that is closed already.
  static func run(
    _ viewer: EventBroadcaster.Viewer, _ request: WebSocketRequest, on channel: any Channel
  ) async throws {
    let (acceptance, mailbox) = (WebSocketFrames.acceptance(of: request.key), viewer.mailbox)
    try await channel.eventLoop.submit {
      let pipeline = channel.pipeline.syncOperations
      let http = try pipeline.context(handlerType: HTTPResponseEncoder.self)
      http.writeAndFlush(NIOAny(IOData.byteBuffer(acceptance)), promise: nil)
      let handler = WebSocketViewerHandler(mailbox)
      try pipeline.addHandlers(
        [ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: largestFrame)), handler],
        position: .before(http.handler))
    }.get()
    channel.closeFuture.whenComplete { _ in mailbox.finish() }
    do {
      while let frames = await mailbox.next() { try await send(frames, on: channel) }
      try await send(WebSocketFrames.close(1001), on: channel)
    } catch {}  // the viewer has gone
    try? await channel.close().get()
  }

  /// Viewers have nothing to say but pings and closes, of at most 125 bytes.
  private static let largestFrame = 1024

  /// Past the handlers of HTTP, of which the encoder is the first.
  private static func send(_ bytes: ByteBuffer, on channel: any Channel) async throws {
    let loop = channel.eventLoop
    try await loop.flatSubmit {
      let sent = loop.makePromise(of: Void.self)
      do {
        let http = try channel.pipeline.syncOperations.context(
          handlerType: HTTPResponseEncoder.self)
        http.writeAndFlush(NIOAny(IOData.byteBuffer(bytes)), promise: sent)
      } catch {
        sent.fail(error)
      }
      return sent.futureResult
    }.get()
  }
}

/// Reads what a viewer sends: answers its pings, ends at its close, and ignores messages.
private final class WebSocketViewerHandler: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = IOData
  private let mailbox: EventMailbox

  init(_ mailbox: EventMailbox) { self.mailbox = mailbox }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = unwrapInboundIn(data)
    switch frame.opcode {
    case .ping where context.channel.isWritable:
      let pong = WebSocketFrames.frame(.pong, frame.unmaskedData)
      context.writeAndFlush(wrapOutboundOut(.byteBuffer(pong)), promise: nil)
    case .connectionClose: end(context, 1000)
    default: break
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    end(context, 1002)
  }

  private func end(_ context: ChannelHandlerContext, _ code: UInt16) {
    mailbox.finish()
    context.writeAndFlush(wrapOutboundOut(.byteBuffer(WebSocketFrames.close(code))), promise: nil)
    context.close(promise: nil)
  }
}

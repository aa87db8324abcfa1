import NIOCore
import NIOHTTP1
import NIOWebSocket
import ServiceLifecycle

/// Turns a connection from HTTP to WebSocket, for the events of one viewer's mailbox or for a page's messages.
///
/// The handlers of HTTP stay in place, behind those of the WebSocket, which pass nothing on: the
/// request remains in progress, and the guard against slow clients keeps working.
enum WebSocketConnection {
  /// Sends until the viewer leaves, the readings end or the task is cancelled.
  ///
  /// - Parameters:
  ///   - viewer: The viewer that gets the readings.
  ///   - request: The client's request.
  ///   - channel: The connection of the request.
  /// - Throws: The error that prevents the change, such as a connection that is closed already.
  static func run(
    _ viewer: EventBroadcaster.Viewer, _ request: WebSocketRequest, on channel: any Channel
  ) async throws {
    let mailbox = viewer.mailbox
    let handler = try await upgrade(channel, request) {
      WebSocketHandler(onEnd: { mailbox.finish() })
    }
    channel.closeFuture.whenComplete { _ in mailbox.finish() }
    do {
      while let frames = await mailbox.next() { try await send(frames, on: channel) }
      if try await channel.eventLoop.submit({ handler.value.isEnding }).get() {
        return try await channel.closeFuture.get()
      }
      try await send(WebSocketFrames.close(.goingAway), on: channel)
    } catch {}  // the viewer has gone
    try? await channel.close().get()
  }

  /// Exchanges messages until the page leaves, or falls silent, or the server stops.
  ///
  /// - Parameters:
  ///   - guest: What takes the page's messages.
  ///   - request: The client's request.
  ///   - channel: The connection of the request.
  ///   - patience: After which time without a frame, even an answer to a ping, the page has gone.
  /// - Throws: The error that prevents the change, such as a connection that is closed already.
  static func run(
    _ guest: any MessageGuest, _ request: WebSocketRequest, on channel: any Channel,
    patience: TimeAmount
  ) async throws {
    let loop = channel.eventLoop
    let handler = try await upgrade(channel, request) {
      WebSocketHandler(onMessage: { guest.receive($0) }, patience: patience, onEnd: { guest.end() })
    } begin: { handler in
      channel.closeFuture.whenComplete { _ in guest.end() }
      let bound = NIOLoopBound(handler, eventLoop: loop)
      do {
        try guest.begin(on: loop) { bound.value.send($0) }
      } catch {
        handler.end(.internalError)
      }
    }
    await cancelWhenGracefulShutdown {
      await withTaskCancellationHandler {
        try? await channel.closeFuture.get()
      } onCancel: {
        loop.execute { handler.value.end(.goingAway) }
      }
    }
  }

  /// The largest frame from a client, and its largest message, in bytes: pings and closes have at
  /// most 125.
  static let largestFrame = 1024

  private static func upgrade(
    _ channel: any Channel, _ request: WebSocketRequest,
    _ makeHandler: @escaping @Sendable () -> WebSocketHandler,
    begin: @escaping @Sendable (WebSocketHandler) -> Void = { _ in }
  ) async throws -> NIOLoopBound<WebSocketHandler> {
    let acceptance = WebSocketFrames.acceptance(of: request.key)
    return try await channel.eventLoop.submit {
      let pipeline = channel.pipeline.syncOperations
      let http = try pipeline.context(handlerType: HTTPResponseEncoder.self)
      http.writeAndFlush(NIOAny(IOData.byteBuffer(acceptance)), promise: nil)
      let handler = makeHandler()
      try pipeline.addHandlers(
        [ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: largestFrame)), handler],
        position: .before(http.handler))
      begin(handler)
      return NIOLoopBound(handler, eventLoop: channel.eventLoop)
    }.get()
  }

  /// Sends bytes past the handlers of HTTP, of which the encoder is the first.
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

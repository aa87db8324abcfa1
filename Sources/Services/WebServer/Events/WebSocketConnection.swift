import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOWebSocket

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Turns a connection from HTTP to WebSocket, and sends the events of one viewer's mailbox.
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
    let (acceptance, mailbox) = (WebSocketFrames.acceptance(of: request.key), viewer.mailbox)
    let handler = try await channel.eventLoop.submit {
      let pipeline = channel.pipeline.syncOperations
      let http = try pipeline.context(handlerType: HTTPResponseEncoder.self)
      http.writeAndFlush(NIOAny(IOData.byteBuffer(acceptance)), promise: nil)
      let handler = WebSocketViewerHandler(mailbox)
      try pipeline.addHandlers(
        [ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: largestFrame)), handler],
        position: .before(http.handler))
      return NIOLoopBound(handler, eventLoop: channel.eventLoop)
    }.get()
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

  /// The largest frame from a viewer, in bytes: pings and closes have at most 125.
  private static let largestFrame = 1024

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

/// Reads what a viewer sends: answers its pings, ends at its close or at a frame that no client may
/// send, and ignores messages.
private final class WebSocketViewerHandler: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = IOData
  private let mailbox: EventMailbox
  private var rules = WebSocketFrameRules()
  /// Whether a close has been sent, after which nothing is sent or read.
  private(set) var isEnding = false

  init(_ mailbox: EventMailbox) { self.mailbox = mailbox }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if isEnding { return }
    let frame = unwrapInboundIn(data)
    guard rules.allow(frame) else { return end(context, .protocolError) }
    switch frame.opcode {
    case .ping where context.channel.isWritable:
      let pong = WebSocketFrames.frame(.pong, frame.unmaskedData)
      context.writeAndFlush(wrapOutboundOut(.byteBuffer(pong)), promise: nil)
    case .connectionClose: end(context, .normal)
    default: break
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if isEnding { return }
    let isTooBig = error as? NIOWebSocketError == .invalidFrameLength
    end(context, isTooBig ? .messageTooBig : .protocolError)
  }

  /// Sends a close, and closes the connection a second later: at once, bytes of the viewer on their
  /// way would reset it before the viewer has read why.
  private func end(_ context: ChannelHandlerContext, _ code: WebSocketFrames.CloseCode) {
    isEnding = true
    context.writeAndFlush(wrapOutboundOut(.byteBuffer(WebSocketFrames.close(code))), promise: nil)
    context.close(mode: .output, promise: nil)
    let channel = context.channel
    context.eventLoop.scheduleTask(in: .seconds(1)) { channel.close(promise: nil) }
    mailbox.finish()
  }
}

/// A client's request for the readings by WebSocket (RFC 6455, section 4.2.1).
struct WebSocketRequest {
  /// The client's `Sec-WebSocket-Key`.
  let key: String

  /// The reason why a request for a WebSocket is refused.
  enum Refusal: Error {
    /// The request lacks a field that the protocol requires.
    case malformed
    /// The client uses another version of the protocol.
    case otherVersion
    /// The request is from a page of another site. Browsers allow it, so the server must not.
    case foreignPage
  }

  /// Returns `true` if a request asks for a WebSocket.
  static func isAsked(by request: HTTPRequest) -> Bool {
    tokens(of: request, .upgrade).contains("websocket")
  }

  /// - Parameters:
  ///   - request: A request for which ``isAsked(by:)`` is `true`.
  ///   - knowsToken: `true` if the address has the token, which no other site knows.
  /// - Throws: ``Refusal``
  init(_ request: HTTPRequest, knowsToken: Bool) throws(Refusal) {
    guard request.method == .get, Self.tokens(of: request, .connection).contains("upgrade"),
      let key = request.headerFields[Self.key], Data(base64Encoded: key)?.count == 16
    else { throw .malformed }
    guard request.headerFields[Self.version] == "13" else { throw .otherVersion }
    guard knowsToken || Self.isOwnPage(request) else { throw .foreignPage }
    self.key = key
  }

  /// Returns `true` for our own page, and for programs, which unlike browsers send no origin.
  private static func isOwnPage(_ request: HTTPRequest) -> Bool {
    let origins = request.headerFields[values: .origin]
    guard let origin = origins.first else { return true }
    let authority = request.authority ?? ""
    return origins.count == 1
      && ["http://" + authority, "https://" + authority].contains(origin.lowercased())
  }

  private static func tokens(of request: HTTPRequest, _ name: HTTPField.Name) -> [String] {
    request.headerFields[values: name].flatMap { field in
      field.lowercased().split(separator: ",").map { $0.filter { $0 != " " && $0 != "\t" } }
    }
  }

  private static let key = HTTPField.Name("Sec-WebSocket-Key") ?? .location
  static let version = HTTPField.Name("Sec-WebSocket-Version") ?? .location
}

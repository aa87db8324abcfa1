import Crypto
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOWebSocket

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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

/// What a client asks that wants the readings by WebSocket.
///
/// (RFC 6455, section 4.2.1.)
struct WebSocketRequest {
  /// The client's `Sec-WebSocket-Key`.
  let key: String

  /// Why a request for a WebSocket is refused.
  enum Refusal: Error {
    /// The request lacks what the protocol demands.
    case malformed
    /// The client speaks another version.
    case otherVersion
    /// A page of another site asks. Browsers let it, so that the server must not.
    case foreignPage
  }

  /// Whether a request asks for a WebSocket.
  static func isAsked(by request: HTTPRequest) -> Bool {
    tokens(of: request, .upgrade).contains("websocket")
  }

  /// - Parameters:
  ///   - request: One that ``isAsked(by:)``.
  ///   - knowsToken: Whether the address has the token, which no other site knows.
  /// - Throws: ``Refusal``
  init(_ request: HTTPRequest, knowsToken: Bool) throws(Refusal) {
    guard request.method == .get, Self.tokens(of: request, .connection).contains("upgrade"),
      let key = request.headerFields[Self.key], key.utf8.count == 24
    else { throw .malformed }
    guard request.headerFields[Self.version] == "13" else { throw .otherVersion }
    guard knowsToken || Self.isOwnPage(request) else { throw .foreignPage }
    self.key = key
  }

  /// Programs send no origin; browsers send that of the page.
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

/// The bytes of WebSockets that a server sends; what clients send is parsed by NIO.
///
/// (RFC 6455, sections 4.2.2 and 5.2.) An event is framed once for all its viewers.
enum WebSocketFrames {
  /// Whole messages; a server does not mask.
  enum Kind: UInt8 {
    case text = 0x81
    case close = 0x88
    case ping = 0x89
    case pong = 0x8A
  }

  static func frame(_ kind: Kind, _ payload: ByteBuffer) -> ByteBuffer {
    var frame = ByteBuffer()
    let count = payload.readableBytes
    frame.reserveCapacity(count + 10)
    frame.writeInteger(kind.rawValue)
    if count < 126 {
      frame.writeInteger(UInt8(count))
    } else if let short = UInt16(exactly: count) {
      frame.writeInteger(UInt8(126))
      frame.writeInteger(short)
    } else {
      frame.writeInteger(UInt8(127))
      frame.writeInteger(UInt64(count))
    }
    frame.writeImmutableBuffer(payload)
    return frame
  }

  /// A close with a status code: 1001 is "going away", 1002 a client's error.
  static func close(_ code: UInt16) -> ByteBuffer {
    frame(.close, ByteBuffer(integer: code))
  }

  /// The response that makes a connection a WebSocket.
  ///
  /// - Parameter key: The client's `Sec-WebSocket-Key`.
  /// - Returns: All bytes of it.
  static func acceptance(of key: String) -> ByteBuffer {
    let digest = Insecure.SHA1.hash(data: Array((key + identifier).utf8))
    let accept = Data(digest).base64EncodedString()
    return ByteBuffer(
      string: "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        + "Sec-WebSocket-Accept: \(accept)\r\n\r\n")
  }

  /// That of RFC 6455, section 1.3.
  private static let identifier = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
}

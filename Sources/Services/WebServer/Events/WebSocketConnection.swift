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
      let key = request.headerFields[Self.key], key.utf8.count == 24
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

/// The WebSocket frames that a server sends (RFC 6455, sections 4.2.2 and 5.2); NIO parses those of
/// clients. An event is framed once for all its viewers.
enum WebSocketFrames {
  /// The first byte of a frame with a whole message; a server does not mask.
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

  /// Returns a close with a status code: 1001 is "going away", 1002 a client's error.
  static func close(_ code: UInt16) -> ByteBuffer {
    frame(.close, ByteBuffer(integer: code))
  }

  /// Returns the response that makes a connection a WebSocket.
  ///
  /// - Parameter key: The client's `Sec-WebSocket-Key`.
  /// - Returns: All bytes of the response.
  static func acceptance(of key: String) -> ByteBuffer {
    let digest = Insecure.SHA1.hash(data: Array((key + identifier).utf8))
    let accept = Data(digest).base64EncodedString()
    return ByteBuffer(
      string: "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        + "Sec-WebSocket-Accept: \(accept)\r\n\r\n")
  }

  /// The identifier of RFC 6455, section 1.3.
  private static let identifier = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
}

import Crypto
import NIOCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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

import Crypto
import NIOCore
import NIOWebSocket

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The WebSocket frames that a server sends (RFC 6455, sections 4.2.2 and 5.2); NIO parses those of
/// clients. An event is framed once for all its viewers.
enum WebSocketFrames {
  /// The first byte of a frame with a whole message; a server does not mask.
  enum Kind: UInt8 {
    case text = 0x81
    case binary = 0x82
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

  /// The reasons for which a server closes a WebSocket (section 7.4.1).
  enum CloseCode: UInt16 {
    case normal = 1000
    case goingAway = 1001
    case protocolError = 1002
    case messageTooBig = 1009
    case internalError = 1011
  }

  static func close(_ code: CloseCode) -> ByteBuffer {
    frame(.close, ByteBuffer(integer: code.rawValue))
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

/// The rules for a client's frames that NIO leaves to extensions, of which there are none here
/// (RFC 6455, sections 5.1, 5.2, 5.4 and 7.4).
struct WebSocketFrameRules {
  /// True between the first frame of a message and its last one.
  private var isFragmented = false

  /// Returns `false` for a frame that a client must not send, or not now.
  mutating func allow(_ frame: WebSocketFrame) -> Bool {
    guard frame.maskKey != nil, !frame.rsv1, !frame.rsv2, !frame.rsv3 else { return false }
    switch frame.opcode {
    case .text, .binary, .continuation:
      guard isFragmented == (frame.opcode == .continuation) else { return false }
      isFragmented = !frame.fin
      return true
    case .ping, .pong: return true
    case .connectionClose: return Self.isReason(frame.unmaskedData)
    default: return false  // reserved
    }
  }

  /// Returns `true` for no reason, or a code that may be sent, and perhaps words.
  private static func isReason(_ payload: ByteBuffer) -> Bool {
    guard payload.readableBytes > 0 else { return true }
    guard let code = payload.getInteger(at: payload.readerIndex, as: UInt16.self) else {
      return false
    }
    return [1000...1003, 1007...1014, 3000...4999].contains { $0.contains(code) }
  }
}

internal import NIOCore

/// A message with its length before it, in one byte: 1 to 63.
enum MessageFrame {
  static let longestMessage = 63

  /// A length that no message has.
  struct WrongLength: Error {}
}

/// Cuts what arrives into messages. It keeps at most one that is not complete.
struct MessageFrameDecoder: ByteToMessageDecoder {
  typealias InboundOut = [UInt8]

  mutating func decode(
    context: ChannelHandlerContext, buffer: inout ByteBuffer
  ) throws -> DecodingState {
    guard let length = buffer.getInteger(at: buffer.readerIndex, as: UInt8.self) else {
      return .needMoreData
    }
    guard (1...MessageFrame.longestMessage).contains(Int(length)) else {
      throw MessageFrame.WrongLength()
    }
    guard buffer.readableBytes > Int(length) else { return .needMoreData }
    buffer.moveReaderIndex(forwardBy: 1)
    if let message = buffer.readBytes(length: Int(length)) {
      context.fireChannelRead(wrapInboundOut(message))
    }
    return .continue
  }

  mutating func decodeLast(
    context: ChannelHandlerContext, buffer: inout ByteBuffer, seenEOF: Bool
  ) throws -> DecodingState {
    // What is cut off is no message.
    try decode(context: context, buffer: &buffer)
  }
}

/// Puts the length before a message.
final class MessageFrameEncoder: MessageToByteEncoder, Sendable {
  typealias OutboundIn = [UInt8]

  func encode(data: [UInt8], out: inout ByteBuffer) throws {
    out.writeInteger(UInt8(data.count))
    out.writeBytes(data)
  }
}

extension Channel {
  /// Turns bytes into messages, and messages into bytes.
  func addMessageFrames() throws {
    try pipeline.syncOperations.addHandlers(
      ByteToMessageHandler(MessageFrameDecoder(), maximumBufferSize: 256),
      MessageToByteHandler(MessageFrameEncoder()))
  }
}

internal import NIOCore
internal import NIOPosix
internal import Pairing
internal import Synchronization

/// Messages to and from the other device, over the one connection that was accepted.
///
/// Messages that are sent before there is a connection wait for it. Nothing here grows without
/// bound: beyond 64 received messages that wait to be read, new ones are dropped.
final class PairingLink: Sendable {
  private struct State {
    var channel: (any Channel)?
    var waiting: [[UInt8]] = []
    var isOver = false
  }

  private static let waitingLimit = 16

  /// The received messages.
  let messages: AsyncThrowingStream<[UInt8], any Error>
  private let feed: AsyncThrowingStream<[UInt8], any Error>.Continuation
  private let state = Mutex(State())

  init() {
    (messages, feed) = AsyncThrowingStream.makeStream(
      of: [UInt8].self, bufferingPolicy: .bufferingOldest(64))
  }

  /// Accepts a connection if it is the first one.
  func accept(_ channel: any Channel) -> Bool {
    let waiting: [[UInt8]]? = state.withLock { state in
      guard state.channel == nil, !state.isOver else { return nil }
      state.channel = channel
      defer { state.waiting = [] }
      return state.waiting
    }
    guard let waiting else { return false }
    for message in waiting { channel.writeAndFlush(message, promise: nil) }
    return true
  }

  /// Adds a received message.
  func receive(_ message: [UInt8]) { feed.yield(message) }

  /// Ends the received messages.
  func end() { feed.finish() }

  /// Ends the received messages with an error.
  func fail(_ error: some Error) { feed.finish(throwing: error) }

  /// Sends a message.
  func send(_ message: [UInt8]) {
    let channel = state.withLock { state in
      if state.channel == nil, state.waiting.count < Self.waitingLimit {
        state.waiting.append(message)
      }
      return state.channel
    }
    channel?.writeAndFlush(message, promise: nil)
  }

  /// Closes the connection once everything is sent; none is accepted afterwards.
  func close() async {
    let channel = state.withLock { state in
      state.isOver = true
      return state.channel
    }
    // An empty flush stands behind all writes in the queue of the event loop.
    try? await channel?.eventLoop.submit { channel?.flush() }.get()
    try? await channel?.close()
  }
}

/// Passes the messages of a connection to a link, if its first message is welcome.
final class PairingLinkHandler: ChannelInboundHandler {
  typealias InboundIn = [UInt8]
  private let link: PairingLink
  private let isWelcome: @Sendable ([UInt8]) -> Bool
  private let timeout: TimeAmount
  private var isAccepted = false
  private var deadline: Scheduled<Void>?

  /// Creates a handler that closes the connection if no message arrives before the timeout.
  init(
    _ link: PairingLink, timeout: TimeAmount, isWelcome: @escaping @Sendable ([UInt8]) -> Bool
  ) {
    (self.link, self.timeout, self.isWelcome) = (link, timeout, isWelcome)
  }

  func channelActive(context: ChannelHandlerContext) {
    let channel = context.channel
    deadline = context.eventLoop.scheduleTask(in: timeout) { channel.close(promise: nil) }
    context.fireChannelActive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let message = unwrapInboundIn(data)
    if !isAccepted {
      guard isWelcome(message), link.accept(context.channel) else {
        context.close(promise: nil)
        return
      }
      isAccepted = true
      deadline?.cancel()
    }
    link.receive(message)
  }

  func channelInactive(context: ChannelHandlerContext) {
    deadline?.cancel()
    if isAccepted { link.end() }
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }
}

/// Connects a joiner to the address in the offer.
enum PairingConnection {
  /// Opens the connection of a link. Failures end the link's messages.
  static func open(to address: LocalAddress, timeout: TimeAmount, for link: PairingLink) async {
    do {
      let destination = try SocketAddress(
        packedIPAddress: ByteBuffer(bytes: address.bytes), port: Int(address.port))
      let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .connectTimeout(timeout)
        .channelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            try channel.addMessageFrames()
            try channel.pipeline.syncOperations.addHandler(PairingClientHandler(link))
          }
        }
        .connect(to: destination).get()
      if !link.accept(channel) { try await channel.close() }
    } catch {
      let reason = PairingNetworkError.reason(error)
      link.fail(PairingNetworkError.cannotConnect("\(address)", reason: reason))
    }
  }
}

/// Passes the offerer's messages to a link.
private final class PairingClientHandler: ChannelInboundHandler {
  typealias InboundIn = [UInt8]
  private let link: PairingLink

  init(_ link: PairingLink) { self.link = link }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    link.receive(unwrapInboundIn(data))
  }

  func channelInactive(context: ChannelHandlerContext) {
    link.end()
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }
}

/// A message after its length, which is one byte: 1 to 63.
enum MessageFrame {
  static let longestMessage = 63

  /// A length that no message has.
  struct WrongLength: Error {}
}

/// Splits received bytes into messages. It keeps at most one incomplete message.
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
    // A truncated message is dropped.
    try decode(context: context, buffer: &buffer)
  }
}

/// Writes the length before a message.
final class MessageFrameEncoder: MessageToByteEncoder, Sendable {
  typealias OutboundIn = [UInt8]

  func encode(data: [UInt8], out: inout ByteBuffer) throws {
    out.writeInteger(UInt8(data.count))
    out.writeBytes(data)
  }
}

extension Channel {
  /// Adds handlers that turn bytes into messages, and messages into bytes.
  func addMessageFrames() throws {
    try pipeline.syncOperations.addHandlers(
      ByteToMessageHandler(MessageFrameDecoder(), maximumBufferSize: 256),
      MessageToByteHandler(MessageFrameEncoder()))
  }
}

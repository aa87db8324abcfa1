internal import NIOCore
internal import NIOPosix
internal import Pairing
internal import Synchronization

/// Messages to and from the other device, over the one connection that has been taken.
///
/// What is sent before there is a connection waits for it. Nothing here grows without bound: what is not
/// fetched is dropped after 64 messages.
final class PairingLink: Sendable {
  private struct State {
    var channel: (any Channel)?
    var waiting: [[UInt8]] = []
    var isOver = false
  }

  private static let waitingLimit = 16

  /// The bytes that have arrived.
  let messages: AsyncThrowingStream<[UInt8], any Error>
  private let feed: AsyncThrowingStream<[UInt8], any Error>.Continuation
  private let state = Mutex(State())

  init() {
    (messages, feed) = AsyncThrowingStream.makeStream(
      of: [UInt8].self, bufferingPolicy: .bufferingOldest(64))
  }

  /// Takes a connection, if it is the first one.
  func take(_ channel: any Channel) -> Bool {
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

  /// Takes a message that has come.
  func hear(_ message: [UInt8]) { feed.yield(message) }

  /// Nothing more will come.
  func end() { feed.finish() }

  /// Nothing more will come, for a reason.
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

  /// Closes the connection once all is sent; none will be taken any more.
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

/// Hands the messages of a connection to a link, if its first message is welcome.
final class PairingLinkHandler: ChannelInboundHandler {
  typealias InboundIn = [UInt8]
  private let link: PairingLink
  private let isWelcome: @Sendable ([UInt8]) -> Bool
  private let timeout: TimeAmount
  private var isTaken = false
  private var deadline: Scheduled<Void>?

  /// The first message must be there before the timeout.
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
    if !isTaken {
      guard isWelcome(message), link.take(context.channel) else {
        context.close(promise: nil)
        return
      }
      isTaken = true
      deadline?.cancel()
    }
    link.hear(message)
  }

  func channelInactive(context: ChannelHandlerContext) {
    deadline?.cancel()
    if isTaken { link.end() }
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }
}

/// Connects a joiner to the address that it heard.
enum PairingConnection {
  /// Connects for a link. Failures end the link's messages.
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
      if !link.take(channel) { try await channel.close() }
    } catch {
      let reason = PairingNetworkError.reason(error)
      link.fail(PairingNetworkError.cannotConnect("\(address)", reason: reason))
    }
  }
}

/// Hands what the offerer says to a link.
private final class PairingClientHandler: ChannelInboundHandler {
  typealias InboundIn = [UInt8]
  private let link: PairingLink

  init(_ link: PairingLink) { self.link = link }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    link.hear(unwrapInboundIn(data))
  }

  func channelInactive(context: ChannelHandlerContext) {
    link.end()
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }
}

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

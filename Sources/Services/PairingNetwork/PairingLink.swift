internal import NIOCore
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

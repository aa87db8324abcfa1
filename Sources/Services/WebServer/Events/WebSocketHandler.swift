import NIOCore
import NIOWebSocket

/// Reads what a client sends: answers its pings, passes its binary messages on, and ends at its close
/// or at a frame that no client may send. Texts are ignored.
final class WebSocketHandler: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = IOData

  private let onMessage: ((ByteBuffer) -> Void)?
  private let patience: TimeAmount?
  private let onEnd: () -> Void
  private var rules = WebSocketFrameRules()
  /// The binary message of which frames have arrived; `nil` while there is none.
  private var message: ByteBuffer?
  private var context: ChannelHandlerContext?
  private var watch: RepeatedTask?
  private var silentTurns = 0
  /// True after a close has been sent: nothing is sent or read any more.
  private(set) var isEnding = false

  /// - Parameters:
  ///   - onMessage: Takes the client's binary messages; without it, they are ignored.
  ///   - patience: After which time without a frame the client has gone. It gets a ping after a third of
  ///     that. `nil` for a client that need not send anything.
  ///   - onEnd: Called when a close is sent.
  init(
    onMessage: ((ByteBuffer) -> Void)? = nil, patience: TimeAmount? = nil,
    onEnd: @escaping () -> Void
  ) {
    (self.onMessage, self.patience, self.onEnd) = (onMessage, patience, onEnd)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    guard let patience else { return }
    let turn = TimeAmount.nanoseconds(patience.nanoseconds / 3)
    let handler = NIOLoopBound(self, eventLoop: context.eventLoop)
    watch = context.eventLoop.scheduleRepeatedTask(initialDelay: turn, delay: turn) { _ in
      handler.value.look()
    }
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    watch?.cancel()
    self.context = nil
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if isEnding { return }
    silentTurns = 0
    let frame = unwrapInboundIn(data)
    guard rules.allow(frame) else { return end(.protocolError) }
    switch frame.opcode {
    case .ping where context.channel.isWritable: write(.pong, frame.unmaskedData)
    case .connectionClose: end(.normal)
    case .binary, .continuation, .text: collect(frame)
    default: break
    }
  }

  private func collect(_ frame: WebSocketFrame) {
    guard let onMessage else { return }
    switch frame.opcode {
    case .binary: message = frame.unmaskedData
    case .continuation: message?.writeImmutableBuffer(frame.unmaskedData)
    default: message = nil
    }
    // Pieces of a longer one must not fill the memory.
    if (message?.readableBytes ?? 0) > WebSocketConnection.largestFrame { message = nil }
    guard frame.fin, let message else { return }
    self.message = nil
    onMessage(message)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    let isTooBig = error as? NIOWebSocketError == .invalidFrameLength
    end(isTooBig ? .messageTooBig : .protocolError)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    // A page that sends messages has left when it closes its side of the connection.
    if onMessage != nil, event as? ChannelEvent == .inputClosed { end(.normal) }
    context.fireUserInboundEventTriggered(event)
  }

  /// Looks whether the client is still there.
  private func look() {
    silentTurns += 1
    if silentTurns > 3 {
      end(.goingAway)
    } else if silentTurns > 1, !isEnding, context?.channel.isWritable == true {
      write(.ping, ByteBuffer())
    }
  }

  /// Sends a message of bytes, unless the client does not read.
  func send(_ message: ByteBuffer) {
    guard !isEnding, context?.channel.isWritable == true else { return }
    write(.binary, message)
  }

  private func write(_ kind: WebSocketFrames.Kind, _ payload: ByteBuffer) {
    let frame = WebSocketFrames.frame(kind, payload)
    context?.writeAndFlush(wrapOutboundOut(.byteBuffer(frame)), promise: nil)
  }

  /// Sends a close, and closes the connection a second later: at once, bytes of the client on their
  /// way would reset it before the client has read why.
  func end(_ code: WebSocketFrames.CloseCode) {
    guard !isEnding, let context else { return }
    isEnding = true
    watch?.cancel()
    context.writeAndFlush(wrapOutboundOut(.byteBuffer(WebSocketFrames.close(code))), promise: nil)
    context.close(mode: .output, promise: nil)
    let channel = context.channel
    context.eventLoop.scheduleTask(in: .seconds(1)) { channel.close(promise: nil) }
    onEnd()
  }
}

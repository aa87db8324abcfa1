internal import NIOCore
internal import NIOPosix
internal import Pairing

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

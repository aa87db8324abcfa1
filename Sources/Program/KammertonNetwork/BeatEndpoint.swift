import AudioDevices
import CommandKit
import Connections
import Metronome
import NIOCore
import NIOPosix
import Synchronization
import WebServer

/// The shared beat of metronomes, for pages: their messages become packets of UDP, and packets messages.
final class BeatEndpoint: MessageEndpoint {
  let relays: PacketRelays
  let say: @Sendable (String) -> Void
  private let pageLimit: Int
  private let pageCount = Mutex(0)

  /// - Parameters:
  ///   - relays: What decides where packets go.
  ///   - pageLimit: The largest number of pages at once: twice as many as can align their loudspeakers.
  ///   - say: Tells the user a sentence.
  init(
    _ relays: PacketRelays, pageLimit: Int = 32,
    say: @escaping @Sendable (String) -> Void = complain
  ) {
    (self.relays, self.pageLimit, self.say) = (relays, pageLimit, say)
  }

  func join() -> (any MessageGuest)? {
    let hasRoom = pageCount.withLock { count in
      guard count < pageLimit else { return false }
      count += 1
      return true
    }
    return hasRoom ? BeatPage(self) : nil
  }

  fileprivate func leave() { pageCount.withLock { $0 -= 1 } }
}

/// One page that shares the beat, with a socket of its own.
///
/// It receives on the event loop of the page's connection, so that a packet waits for nothing. It
/// sends past the loop, which would close a socket for one packet that the system refuses, such as a
/// broadcast in a network without one.
final class BeatPage: MessageGuest {
  private struct State {
    var relay: PacketRelay<NetworkAddress>
    var socket: UDPSocket?
    var receiving: EventLoopFuture<any Channel>?
    var send: (@Sendable (ByteBuffer) -> Void)?
  }

  private let endpoint: BeatEndpoint
  private let state: Mutex<State>

  fileprivate init(_ endpoint: BeatEndpoint) {
    self.endpoint = endpoint
    state = Mutex(State(relay: endpoint.relays.relay()))
  }

  deinit { endpoint.leave() }

  func begin(on loop: any EventLoop, send: @escaping @Sendable (ByteBuffer) -> Void) throws {
    let socket = try UDPSocket(port: 0)
    let receiving = DatagramBootstrap(group: loop)
      .channelOption(
        .recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: BeatPacket.byteCount + 1)
      )
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(BeatPacketHandler(self))
        }
      }
      .withBoundSocket(try socket.duplicate())
    state.withLock { ($0.socket, $0.receiving, $0.send) = (socket, receiving, send) }
  }

  func receive(_ message: ByteBuffer) {
    guard message.readableBytes == BeatPacket.byteCount else { return }
    let sentences = state.withLock { state -> [String] in
      guard let socket = state.socket,
        let packet = state.relay.send(Array(message.readableBytesView), at: steadyTime())
      else { return [] }
      for address in endpoint.relays.addresses(of: packet) {
        socket.send(packet.bytes, to: address)
      }
      return endpoint.relays.sentences(of: &state.relay)
    }
    sentences.forEach(endpoint.say)
  }

  /// Takes a packet of the network.
  fileprivate func receive(packet: ByteBuffer, from sender: NetworkAddress) {
    guard packet.readableBytes == BeatPacket.byteCount, endpoint.relays.accepts(sender) else {
      return
    }
    let (send, sentences) = state.withLock { state in
      let isForPage = state.relay.receive(Array(packet.readableBytesView), from: sender)
      return (isForPage ? state.send : nil, endpoint.relays.sentences(of: &state.relay))
    }
    send?(packet)
    sentences.forEach(endpoint.say)
  }

  func end() {
    let receiving = state.withLock { state in
      defer { (state.socket, state.receiving, state.send) = (nil, nil, nil) }
      return state.receiving
    }
    receiving?.whenSuccess { $0.close(promise: nil) }
  }
}

/// Passes the packets of IPv4 on that arrive at the socket of a page.
private final class BeatPacketHandler: ChannelInboundHandler, Sendable {
  typealias InboundIn = AddressedEnvelope<ByteBuffer>

  private let page: BeatPage

  init(_ page: BeatPage) { self.page = page }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let packet = unwrapInboundIn(data)
    let sender = packet.remoteAddress.withSockAddr { address, size in
      NetworkAddress(system: UnsafeRawBufferPointer(start: address, count: size))
    }
    if let sender { page.receive(packet: packet.data, from: sender) }
  }

  /// Ignores errors of the network: a lost packet is not repeated.
  func errorCaught(context: ChannelHandlerContext, error: any Error) {}
}

internal import NIOCore
internal import NIOPosix
internal import Pairing
internal import Synchronization

/// Listens for the one joiner that has received an offer.
///
/// A connection that does not begin with a join for this very offer, within a few seconds, is
/// closed and does no harm; if too many wait, silent ones are closed first. Once the join arrives,
/// its connection is the only one.
struct PairingListener: Sendable {
  /// The address to name in the offer.
  let address: LocalAddress
  private let server: any Channel
  private let offer = Offer()

  /// The offer, once it is made: it names the port.
  private final class Offer: Sendable {
    let value = Mutex<PairingOffer?>(nil)
    let room = WaitingRoom()
  }

  /// Starts to listen at a free port. Joins are refused until ``welcome(_:)``.
  ///
  /// - Parameters:
  ///   - address: Bytes of an address of this machine.
  ///   - timeout: The time limit for a connection to send its join.
  ///   - link: The link that accepts the connection with the join.
  /// - Throws: ``PairingNetworkError/cannotListen(reason:)``
  init(
    at address: [UInt8], timeout: TimeAmount, link: PairingLink
  ) async throws(PairingNetworkError) {
    let offer = offer
    do {
      server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .serverChannelOption(.backlog, value: 64)
        .childChannelInitializer { channel in
          Self.prepare(channel, offer, timeout, link)
        }
        .bind(to: SocketAddress(packedIPAddress: ByteBuffer(bytes: address), port: 0)).get()
    } catch {
      throw .cannotListen(reason: PairingNetworkError.reason(error))
    }
    let port = UInt16(server.localAddress?.port ?? 0)
    guard let local = LocalAddress(bytes: address, port: port) else {
      server.close(promise: nil)
      throw .cannotListen(reason: "its address is not one of a local network")
    }
    self.address = local
  }

  private static func prepare(
    _ channel: any Channel, _ offer: Offer, _ timeout: TimeAmount, _ link: PairingLink
  ) -> EventLoopFuture<Void> {
    channel.eventLoop.makeCompletedFuture {
      try channel.addMessageFrames()
      try channel.pipeline.syncOperations.addHandler(
        PairingLinkHandler(link, timeout: timeout) { message in
          guard offer.value.withLock({ $0?.isJoined(by: message) ?? false }) else { return false }
          offer.room.leave(channel)
          return true
        })
      offer.room.enter(channel)
    }
  }

  /// Accepts joins of this offer from now on.
  func welcome(_ offer: PairingOffer) {
    self.offer.value.withLock { $0 = offer }
  }

  func close() async { try? await server.close() }
}

/// The connections without a join so far: few of each address and few in total, so that none can
/// keep the joiner out by staying silent.
///
/// A new connection is always accepted. If there are too many, the one that has waited longest is
/// closed: of the new one's address if that has too many, otherwise of the address with the most.
final class WaitingRoom: Sendable {
  private struct Guest {
    var channel: any Channel
    var address: String
  }

  static let limit = 8
  static let limitPerAddress = 3

  private let guests = Mutex<[Guest]>([])

  /// Adds a connection until it is closed, or removed by ``leave(_:)``.
  func enter(_ channel: any Channel) {
    let address = channel.remoteAddress?.ipAddress ?? ""
    let (leaving, _): ((any Channel)?, Void) = guests.withLock { guests in
      guests.append(Guest(channel: channel, address: address))
      guard let index = Self.surplus(guests.map(\.address)) else { return (nil, ()) }
      return (guests.remove(at: index).channel, ())
    }
    leaving?.close(promise: nil)
    channel.closeFuture.whenComplete { [self] _ in leave(channel) }
  }

  /// Removes a connection that is closed, or that has sent the join.
  func leave(_ channel: any Channel) {
    guests.withLock { $0.removeAll { $0.channel === channel } }
  }

  /// Returns the index of the connection to close, in order of arrival; `nil` if there is room.
  static func surplus(_ addresses: [String]) -> Int? {
    guard let newest = addresses.last else { return nil }
    var counts: [String: Int] = [:]
    for address in addresses { counts[address, default: 0] += 1 }
    if counts[newest, default: 0] > limitPerAddress { return addresses.firstIndex(of: newest) }
    guard addresses.count > limit else { return nil }
    let most = counts.values.max()
    return addresses.firstIndex { counts[$0] == most }
  }
}

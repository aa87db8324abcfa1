internal import NIOCore
internal import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The open connections, which keeps room for newcomers.
///
/// A new connection is always admitted. If there are then too many, of its address or in total, one
/// without a request is closed: of that address, or else of the address with the most of them, the
/// one that has waited longest. If all others have requests, the new one is closed. So silent
/// connections delay nobody, from however many addresses they come.
final class ConnectionCensus: Sendable {
  private struct Guest {
    var channel: any Channel
    var origin: String
    /// The position in the order in which connections began to wait; `nil` while a request is in
    /// progress.
    var waitingSince: Int?
  }

  private struct State {
    var guests: [ObjectIdentifier: Guest] = [:]
    var beginnings = 0
  }

  private let limit: Int
  private let limitPerAddress: Int
  private let state = Mutex(State())

  init(limit: Int, limitPerAddress: Int) {
    (self.limit, self.limitPerAddress) = (limit, limitPerAddress)
  }

  /// Counts a connection until it is closed, and closes one if there are too many.
  func add(_ channel: any Channel) {
    let origin = Self.origin(channel.remoteAddress)
    let identity = ObjectIdentifier(channel)
    let leaving = state.withLock { state -> (any Channel)? in
      state.beginnings += 1
      let beginning = state.beginnings
      state.guests[identity] = Guest(channel: channel, origin: origin, waitingSince: beginning)
      guard let surplus = surplus(state.guests, newcomer: origin) else { return nil }
      return state.guests.removeValue(forKey: surplus)?.channel
    }
    channel.closeFuture.whenComplete { [self] _ in
      state.withLock { _ = $0.guests.removeValue(forKey: identity) }
    }
    // Not at once: the handlers of a new one are still being put in place.
    leaving?.eventLoop.execute { leaving?.close(promise: nil) }
  }

  /// Records that a connection has a request in progress, or begins to wait for the next one.
  func setBusy(_ isBusy: Bool, _ channel: any Channel) {
    state.withLock { state in
      state.beginnings += 1
      let waitingSince = isBusy ? nil : state.beginnings
      state.guests[ObjectIdentifier(channel)]?.waitingSince = waitingSince
    }
  }

  /// Returns the connection to close; `nil` if there is room.
  private func surplus(
    _ guests: [ObjectIdentifier: Guest], newcomer: String
  ) -> ObjectIdentifier? {
    let waiting = guests.filter { $0.value.waitingSince != nil }  // the newcomer among them
    func longest(where isMeant: (_ origin: String) -> Bool) -> ObjectIdentifier? {
      waiting.filter { isMeant($0.value.origin) }
        .min { ($0.value.waitingSince ?? 0) < ($1.value.waitingSince ?? 0) }?.key
    }
    if guests.values.count(where: { $0.origin == newcomer }) > limitPerAddress {
      return longest { $0 == newcomer }
    }
    guard guests.count > limit else { return nil }
    var counts: [String: Int] = [:]
    for guest in waiting.values { counts[guest.origin, default: 0] += 1 }
    let most = counts.values.max()
    return longest { counts[$0] == most }
  }

  /// Returns the part of an address that one owner has: all of an IPv4 address, or the first 64
  /// bits of an IPv6 address, whose other 64 the owner can choose.
  static func origin(_ address: SocketAddress?) -> String {
    guard let text = address?.ipAddress else { return "" }
    var bytes = [UInt8](repeating: 0, count: 16)
    guard inet_pton(AF_INET6, String(text.prefix { $0 != "%" }), &bytes) == 1 else { return text }
    let isMapped = bytes[..<10].allSatisfy { $0 == 0 } && bytes[10..<12].allSatisfy { $0 == 255 }
    if isMapped { return bytes[12...].map { "\($0)" }.joined(separator: ".") }
    return bytes[..<8].map { "\($0)" }.joined(separator: ":")
  }
}

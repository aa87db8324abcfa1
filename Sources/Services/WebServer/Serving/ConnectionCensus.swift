internal import NIOCore
internal import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Counts the connections of each address, so that none can take the room of all others.
final class ConnectionCensus: Sendable {
  private let limit: Int
  private let counts = Mutex<[String: Int]>([:])

  init(limit: Int) { self.limit = limit }

  /// Counts a connection until it is closed, and closes it soon if there are too many of its address.
  func take(_ channel: any Channel) {
    let origin = Self.origin(channel.remoteAddress)
    let isWelcome = counts.withLock { counts in
      counts[origin, default: 0] += 1
      return counts[origin, default: 0] <= limit
    }
    channel.closeFuture.whenComplete { [self] _ in leave(origin) }
    // Not at once: its handlers are still being put in place.
    if !isWelcome { channel.eventLoop.execute { channel.close(promise: nil) } }
  }

  private func leave(_ origin: String) {
    counts.withLock { counts in
      let left = counts[origin, default: 1] - 1
      counts[origin] = left > 0 ? left : nil
    }
  }

  /// What one owner has: an address of IPv4, or the 64 bits of a network of IPv6, whose other 64 are
  /// free to choose.
  static func origin(_ address: SocketAddress?) -> String {
    guard let text = address?.ipAddress else { return "" }
    var bytes = [UInt8](repeating: 0, count: 16)
    guard inet_pton(AF_INET6, String(text.prefix { $0 != "%" }), &bytes) == 1 else { return text }
    let isMapped = bytes[..<10].allSatisfy { $0 == 0 } && bytes[10..<12].allSatisfy { $0 == 255 }
    if isMapped { return bytes[12...].map { "\($0)" }.joined(separator: ".") }
    return bytes[..<8].map { "\($0)" }.joined(separator: ":")
  }
}

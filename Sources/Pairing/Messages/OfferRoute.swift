/// How a joiner shall answer an offer, which itself is always heard.
public enum OfferRoute: Sendable, Hashable {
  /// By sound as well.
  case sound
  /// Over the local network.
  case network(LocalAddress)
}

/// Where a device listens in the local network.
public struct LocalAddress: Sendable, Hashable {
  /// 4 bytes of an IPv4 address, or 16 of an IPv6 address.
  public let bytes: [UInt8]
  /// The TCP port, in 1024...65535.
  public let port: UInt16

  /// Takes an address.
  ///
  /// Public addresses are refused, so that nobody who shouts an offer can make a joiner knock at
  /// machines of the internet.
  ///
  /// - Parameters:
  ///   - bytes: 4 bytes (IPv4) or 16 (IPv6), of a private, unique local, link-local IPv4 or
  ///     loopback address (RFC 1918, RFC 4193, RFC 3927).
  ///   - port: The TCP port, in 1024...65535.
  /// - Returns: `nil` for anything else.
  public init?(bytes: [UInt8], port: UInt16) {
    guard Self.isLocal(bytes), port >= 1024 else { return nil }
    (self.bytes, self.port) = (bytes, port)
  }

  private static func isLocal(_ bytes: [UInt8]) -> Bool {
    switch bytes.count {
    case 4:
      switch (bytes[0], bytes[1]) {
      case (10, _), (127, _), (192, 168), (169, 254), (172, 16...31): true
      default: false
      }
    case 16:
      bytes[0] & 0xFE == 0xFC || bytes == [UInt8](repeating: 0, count: 15) + [1]
    default: false
    }
  }
}

/// The route for answers to an offer, which itself is always sent by sound.
public enum OfferRoute: Sendable, Hashable {
  /// By sound, like the offer.
  case sound
  /// Over the local network.
  case network(LocalAddress)
}

extension OfferRoute {
  /// Reads the route of an offer; `nil` if this is not an offer.
  ///
  /// - Parameter message: Any bytes.
  package init?(ofOffer message: [UInt8]) {
    guard case .success(.offer(let route, _)) = PairingMessage.read(message) else { return nil }
    self = route
  }
}

/// The address at which a device listens in the local network.
public struct LocalAddress: Sendable, Hashable {
  /// 4 bytes of an IPv4 address, or 16 of an IPv6 address.
  public let bytes: [UInt8]
  /// The TCP port, in 1024...65535.
  public let port: UInt16

  /// Creates a route from an address; `nil` if it is not an address, or not a local one.
  ///
  /// Public addresses are refused, so that nobody can send an offer that makes a joiner connect to
  /// machines on the internet.
  ///
  /// - Parameters:
  ///   - bytes: 4 bytes (IPv4) or 16 (IPv6), of a private, unique local, link-local IPv4 or
  ///     loopback address (RFC 1918, RFC 4193, RFC 3927).
  ///   - port: The TCP port, in 1024...65535.
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

extension LocalAddress: CustomStringConvertible {
  /// The address and port, such as `192.168.1.20:40000` or `[fd00:0:0:0:0:0:0:1]:40000`.
  public var description: String {
    guard bytes.count == 16 else {
      return bytes.map { "\($0)" }.joined(separator: ".") + ":\(port)"
    }
    let groups = stride(from: 0, to: 16, by: 2).map { index in
      String(UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1]), radix: 16)
    }
    return "[\(groups.joined(separator: ":"))]:\(port)"
  }
}

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A host by name or address, and a port, such as `127.0.0.1:9000` or `[::1]:9000`.
package struct HostPort: Sendable, Hashable {
  package var host: String
  package var port: UInt16

  package init(host: String, port: UInt16) {
    (self.host, self.port) = (host, port)
  }

  /// - Returns: `nil` unless there is a host, a colon and a port from 1 to 65535.
  package init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]),
      port > 0
    else { return nil }
    var host = text[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = host.dropFirst().dropLast()
    } else if host.contains(":") {
      return nil  // an address of IPv6 without brackets ends in something like a port
    }
    let hasForbidden = host.utf8.contains { $0 <= 0x20 || $0 == 0x7F }
    guard !host.isEmpty, !hasForbidden else { return nil }
    self.init(host: String(host), port: port)
  }
}

extension HostPort: CustomStringConvertible {
  package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

/// The address of a socket, as the system has it.
package struct SocketAddress: Sendable, Hashable {
  var family: Int32
  var bytes: [UInt8]

  /// The address of IPv4 in the order of the network; `nil` for other families.
  package var networkOrderIPv4: UInt32? {
    guard family == AF_INET, bytes.count >= MemoryLayout<sockaddr_in>.size else { return nil }
    return bytes.withUnsafeBytes { $0.loadUnaligned(as: sockaddr_in.self).sin_addr.s_addr }
  }
}

extension SocketAddress {
  /// Creates an address of IPv4.
  ///
  /// - Parameters:
  ///   - host: The host in the order of the network; 0 for all of this computer's.
  ///   - port: The port.
  init(host: UInt32, port: UInt16) {
    var storage = sockaddr_in()
    storage.sin_family = sa_family_t(AF_INET)
    storage.sin_port = port.bigEndian
    storage.sin_addr.s_addr = host
    self.init(family: AF_INET, bytes: withUnsafeBytes(of: &storage) { Array($0) })
  }

  /// Calls the system with the address.
  func withPointer<Result>(
    _ body: (UnsafePointer<sockaddr>?, socklen_t) -> Result
  ) -> Result {
    bytes.withUnsafeBytes { bytes in
      bytes.withMemoryRebound(to: sockaddr.self) { body($0.baseAddress, socklen_t(bytes.count)) }
    }
  }
}

/// Asks the system for the addresses of a name, which may take many seconds.
package enum HostLookup {
  /// - Returns: The addresses for UDP, those of IPv4 first: most receivers listen there only.
  /// - Throws: ``UDPProblem/unknownHost(reason:)``
  package static func addresses(of place: HostPort) throws(UDPProblem) -> [SocketAddress] {
    try addresses(of: place, flags: 0)
  }

  /// The address that a place is written as, which needs no waiting; `nil` for a name.
  static func numericAddress(of place: HostPort) -> SocketAddress? {
    try? addresses(of: place, flags: AI_NUMERICHOST | AI_NUMERICSERV).first
  }

  private static func addresses(
    of place: HostPort, flags: Int32
  ) throws(UDPProblem) -> [SocketAddress] {
    var hints = addrinfo()
    hints.ai_flags = flags
    hints.ai_family = AF_UNSPEC
    #if canImport(Darwin)
      hints.ai_socktype = SOCK_DGRAM
    #else
      hints.ai_socktype = Int32(SOCK_DGRAM.rawValue)
    #endif
    var list: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(place.host, "\(place.port)", &hints, &list)
    guard code == 0 else { throw .unknownHost(reason: String(cString: gai_strerror(code))) }
    defer { freeaddrinfo(list) }
    var found: [SocketAddress] = []
    var next = list
    while let entry = next?.pointee {
      if let address = entry.ai_addr {
        let bytes = UnsafeRawBufferPointer(start: address, count: Int(entry.ai_addrlen))
        found.append(SocketAddress(family: entry.ai_family, bytes: Array(bytes)))
      }
      next = entry.ai_next
    }
    guard !found.isEmpty else { throw .unknownHost(reason: "it has no address") }
    return found.filter { $0.family == AF_INET } + found.filter { $0.family != AF_INET }
  }
}

/// An address of IPv4 and a port.
package struct NetworkAddress: Sendable, Hashable, CustomStringConvertible {
  /// In the order of the network.
  package var host: UInt32
  package var port: UInt16

  package init(host: UInt32, port: UInt16) { (self.host, self.port) = (host, port) }

  package var description: String {
    let bytes = withUnsafeBytes(of: host) { Array($0) }
    return bytes.map(String.init).joined(separator: ".") + ":\(port)"
  }
}

extension NetworkAddress {
  /// Reads an address as the system has it; `nil` for other families.
  package init?(system bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= MemoryLayout<sockaddr_in>.size else { return nil }
    let address = bytes.loadUnaligned(as: sockaddr_in.self)
    guard address.sin_family == sa_family_t(AF_INET) else { return nil }
    self.init(host: address.sin_addr.s_addr, port: UInt16(bigEndian: address.sin_port))
  }

  /// The broadcast addresses of this computer's networks, and itself.
  static func everybody(port: UInt16) -> [NetworkAddress] {
    var found = [UInt32(0x7F00_0001).bigEndian]
    var list: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&list) == 0 else { return [] }
    defer { freeifaddrs(list) }
    var next = list
    while let entry = next?.pointee {
      next = entry.ifa_next
      guard let address = entry.ifa_addr, address.pointee.sa_family == sa_family_t(AF_INET),
        Int(entry.ifa_flags) & Int(IFF_UP) != 0
      else { continue }
      #if canImport(Darwin)
        let broadcast = entry.ifa_dstaddr
      #else
        let broadcast = entry.ifa_ifu.ifu_broadaddr
      #endif
      guard Int(entry.ifa_flags) & Int(IFF_BROADCAST) != 0, let broadcast else { continue }
      let host = UnsafeRawPointer(broadcast).loadUnaligned(as: sockaddr_in.self).sin_addr.s_addr
      if host != 0, !found.contains(host) { found.append(host) }
    }
    return found.map { NetworkAddress(host: $0, port: port) }
  }
}

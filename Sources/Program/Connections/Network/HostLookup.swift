#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

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

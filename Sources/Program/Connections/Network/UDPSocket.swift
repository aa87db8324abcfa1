import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  // Its headers declare `pollfd` once more, and a debug build takes that declaration.
  import CALSA
  import Glibc
#endif

/// A reason why packets do not arrive.
package enum UDPProblem: Error, Hashable, Sendable {
  /// No address belongs to the name; `reason` is the system's wording.
  case unknownHost(reason: String)
  /// The host answered that no program listens at the port.
  case refused
  /// Another program receives at the port.
  case inUse
  /// Another refusal of the system; `reason` is its wording.
  case failed(reason: String)

  /// The system's wording, or ours where it has none.
  var reason: String {
    switch self {
    case .unknownHost(let reason), .failed(let reason): reason
    case .refused: "no program listens there"
    case .inUse: "the port is in use"
    }
  }

  fileprivate init(code: Int32) {
    self = code == EADDRINUSE ? .inUse : .failed(reason: String(cString: strerror(code)))
  }
}

/// A socket of UDP that never waits to send. Closes when it is released.
package final class UDPSocket: Sendable {
  private let descriptor: Int32
  private let refusal = Atomic<Bool>(false)

  /// Opens a socket that sends packets to one address, and learns of refusals.
  ///
  /// - Throws: ``UDPProblem/failed(reason:)``
  init(to address: SocketAddress) throws(UDPProblem) {
    descriptor = try Self.opened(family: address.family)
    let code = address.withPointer { connect(descriptor, $0, $1) == 0 ? 0 : errno }
    if code != 0 { throw UDPProblem(code: code) }
  }

  /// Opens a socket that exchanges packets with anyone by IPv4.
  ///
  /// - Parameter port: The port to receive at; 0 for any that is free.
  /// - Throws: ``UDPProblem/inUse`` or ``UDPProblem/failed(reason:)``
  package init(port: UInt16) throws(UDPProblem) {
    descriptor = try Self.opened(family: AF_INET)
    let code = SocketAddress(host: 0, port: port).withPointer {
      bind(descriptor, $0, $1) == 0 ? 0 : errno
    }
    if code != 0 { throw UDPProblem(code: code) }
  }

  deinit { close(descriptor) }

  /// Returns another descriptor of the socket for who receives by other means, and closes it.
  ///
  /// - Throws: ``UDPProblem/failed(reason:)``
  package func duplicate() throws(UDPProblem) -> Int32 {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw UDPProblem(code: errno) }
    return copy
  }

  private static func opened(family: Int32) throws(UDPProblem) -> Int32 {
    #if canImport(Darwin)
      let descriptor = socket(family, SOCK_DGRAM, 0)
    #else
      let kind = SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue
      let descriptor = socket(family, Int32(kind), 0)
    #endif
    guard descriptor >= 0 else { throw UDPProblem(code: errno) }
    #if canImport(Darwin)
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    #endif
    var yes: Int32 = 1  // lights and metronomes listen at a broadcast address
    setsockopt(descriptor, SOL_SOCKET, SO_BROADCAST, &yes, socklen_t(MemoryLayout<Int32>.size))
    return descriptor
  }
}

// MARK: - Sending

extension UDPSocket {
  /// Sends a packet to the address of the socket, or reports why an earlier one did not arrive.
  ///
  /// A full queue of the system counts as sent: packets of UDP may be lost.
  ///
  /// - Throws: ``UDPProblem/refused`` or ``UDPProblem/failed(reason:)``
  func send(_ packet: [UInt8]) throws(UDPProblem) {
    var problem: UDPProblem?
    // The system reports an earlier refusal instead of sending: then once more.
    for _ in 0..<2 {
      switch sent(packet, nil, 0) {
      case 0, EAGAIN, ENOBUFS:
        if let problem { throw problem }
        return
      case EINTR: continue
      case ECONNREFUSED: problem = .refused
      case let code: throw UDPProblem(code: code)
      }
    }
    if let problem { throw problem }
  }

  /// Sends a packet to any address. A packet that the network loses or refuses is not repeated.
  package func send(_ packet: [UInt8], to address: NetworkAddress) {
    _ = SocketAddress(host: address.host, port: address.port).withPointer { sent(packet, $0, $1) }
  }

  /// - Returns: 0, or the number of the system's error.
  private func sent(
    _ packet: [UInt8], _ address: UnsafePointer<sockaddr>?, _ size: socklen_t
  ) -> Int32 {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    return packet.withUnsafeBytes { bytes in
      sendto(descriptor, bytes.baseAddress, bytes.count, flags, address, size) >= 0 ? 0 : errno
    }
  }
}

// MARK: - Receiving

extension UDPSocket {
  /// Returns whether the host has answered, since the last call, that no program listens at the
  /// port.
  func takeRefusal() -> Bool { refusal.exchange(false, ordering: .relaxed) }

  /// Waits for a packet of IPv4.
  ///
  /// - Parameters:
  ///   - timeout: Nanoseconds.
  ///   - capacity: The largest number of bytes; longer packets are cut off.
  /// - Returns: The packet and its sender; `nil` if none arrived in time.
  func receive(timeout: Int64, capacity: Int) -> (packet: [UInt8], sender: NetworkAddress)? {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&request, 1, Int32(clamping: max(0, timeout + 999_999) / 1_000_000)) > 0 else {
      return nil
    }
    var packet = [UInt8](repeating: 0, count: capacity)
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let count = packet.withUnsafeMutableBytes { bytes in
      withUnsafeMutableBytes(of: &address) { storage in
        storage.withMemoryRebound(to: sockaddr.self) { address in
          recvfrom(descriptor, bytes.baseAddress, bytes.count, 0, address.baseAddress, &size)
        }
      }
    }
    guard count >= 0 else {
      if errno == ECONNREFUSED { refusal.store(true, ordering: .relaxed) }
      return nil
    }
    let sender = NetworkAddress(
      host: address.sin_addr.s_addr, port: UInt16(bigEndian: address.sin_port))
    return (Array(packet[..<count]), sender)
  }
}

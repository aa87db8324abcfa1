#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A reason why packets do not arrive.
package enum UDPProblem: Error, Hashable, Sendable {
  /// No address belongs to the name; `reason` is the system's wording.
  case unknownHost(reason: String)
  /// The host answered that no program listens at the port.
  case refused
  /// Another refusal of the system; `reason` is its wording.
  case failed(reason: String)
}

/// A socket that sends packets to one address, and never waits.
struct UDPSocket: ~Copyable, Sendable {
  private let descriptor: Int32

  /// - Throws: ``UDPProblem/failed(reason:)``
  init(to address: SocketAddress) throws(UDPProblem) {
    #if canImport(Darwin)
      descriptor = socket(address.family, SOCK_DGRAM, 0)
    #else
      let kind = SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue
      descriptor = socket(address.family, Int32(kind), 0)
    #endif
    guard descriptor >= 0 else { throw .failed(reason: Self.reason(errno)) }
    #if canImport(Darwin)
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    #endif
    var yes: Int32 = 1  // whole networks of lights listen at a broadcast address
    setsockopt(
      descriptor, SOL_SOCKET, SO_BROADCAST, &yes, socklen_t(MemoryLayout<Int32>.size))
    // Connected, so that the system tells of refusals.
    let code = address.bytes.withUnsafeBytes { bytes in
      bytes.withMemoryRebound(to: sockaddr.self) { addresses in
        connect(descriptor, addresses.baseAddress, socklen_t(bytes.count)) == 0 ? 0 : errno
      }
    }
    if code != 0 { throw .failed(reason: Self.reason(code)) }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Sends a packet, or reports why an earlier one did not arrive.
  ///
  /// A full queue of the system counts as sent: packets of UDP may be lost.
  borrowing func send(_ packet: [UInt8]) throws(UDPProblem) {
    var problem: UDPProblem?
    // The system tells of an earlier refusal instead of sending: then once more.
    for _ in 0..<2 {
      let code = packet.withUnsafeBytes { bytes in
        Self.sent(bytes, descriptor) >= 0 ? 0 : errno
      }
      switch code {
      case 0, EAGAIN, ENOBUFS:
        if let problem { throw problem }
        return
      case EINTR: continue
      case ECONNREFUSED: problem = .refused
      default: throw .failed(reason: Self.reason(code))
      }
    }
    if let problem { throw problem }
  }

  private static func sent(_ bytes: UnsafeRawBufferPointer, _ descriptor: Int32) -> Int {
    #if canImport(Darwin)
      Darwin.send(descriptor, bytes.baseAddress, bytes.count, 0)
    #else
      Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
    #endif
  }

  private static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}

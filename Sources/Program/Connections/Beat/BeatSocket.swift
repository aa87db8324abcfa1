#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// An address of IPv4 and a port.
struct NetworkAddress: Sendable, Hashable, CustomStringConvertible {
  /// In the order of the network.
  var host: UInt32
  var port: UInt16

  var description: String {
    let bytes = withUnsafeBytes(of: host) { Array($0) }
    return bytes.map(String.init).joined(separator: ".") + ":\(port)"
  }
}

/// A reason why there is no socket.
struct BeatSocketError: Error, Hashable {
  var isInUse: Bool
  var reason: String
}

/// A socket of UDP over IPv4 that sends to, and receives from, anybody.
final class BeatSocket: Sendable {
  private let descriptor: Int32

  /// - Parameter port: The port to receive at; 0 for any that is free.
  /// - Throws: ``BeatSocketError``.
  init(port: UInt16) throws(BeatSocketError) {
    #if canImport(Darwin)
      descriptor = socket(AF_INET, SOCK_DGRAM, 0)
    #else
      let kind = SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue
      descriptor = socket(AF_INET, Int32(kind), 0)
    #endif
    guard descriptor >= 0 else { throw Self.error() }
    #if canImport(Darwin)
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    #endif
    var yes: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_BROADCAST, &yes, socklen_t(MemoryLayout<Int32>.size))
    let code = Self.withAddress(NetworkAddress(host: 0, port: port)) { address, size in
      bind(descriptor, address, size)
    }
    if code != 0 {
      let error = Self.error()
      close(descriptor)
      throw error
    }
  }

  deinit { close(descriptor) }

  /// Sends a packet. What the network loses, or refuses, is lost.
  func send(_ packet: [UInt8], to address: NetworkAddress) {
    Self.withAddress(address) { address, size in
      _ = packet.withUnsafeBytes { bytes in
        sendto(descriptor, bytes.baseAddress, bytes.count, 0, address, size)
      }
    }
  }

  /// Waits for a packet.
  ///
  /// - Parameter timeout: Nanoseconds.
  /// - Returns: The packet, and who has sent it; `nil` if none came.
  func receive(timeout: Int64) -> (packet: [UInt8], sender: NetworkAddress)? {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&request, 1, Int32(clamping: max(0, timeout + 999_999) / 1_000_000)) > 0 else {
      return nil
    }
    var packet = [UInt8](repeating: 0, count: 2 * BeatPacket.byteCount)
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let count = packet.withUnsafeMutableBytes { bytes in
      withUnsafeMutableBytes(of: &address) { storage in
        storage.withMemoryRebound(to: sockaddr.self) { address in
          recvfrom(descriptor, bytes.baseAddress, bytes.count, 0, address.baseAddress, &size)
        }
      }
    }
    guard count >= 0 else { return nil }
    let sender = NetworkAddress(
      host: address.sin_addr.s_addr, port: UInt16(bigEndian: address.sin_port))
    return (Array(packet[..<count]), sender)
  }

  private static func withAddress<Result>(
    _ address: NetworkAddress, _ body: (UnsafePointer<sockaddr>?, socklen_t) -> Result
  ) -> Result {
    var storage = sockaddr_in()
    storage.sin_family = sa_family_t(AF_INET)
    storage.sin_port = address.port.bigEndian
    storage.sin_addr.s_addr = address.host
    return withUnsafeBytes(of: &storage) { bytes in
      bytes.withMemoryRebound(to: sockaddr.self) { body($0.baseAddress, socklen_t(bytes.count)) }
    }
  }

  private static func error() -> BeatSocketError {
    BeatSocketError(isInUse: errno == EADDRINUSE, reason: String(cString: strerror(errno)))
  }
}

extension NetworkAddress {
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

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A socket that receives packets on 127.0.0.1.
final class UDPReceiver {
  let port: UInt16
  private let descriptor: Int32

  /// - Parameter port: 0 for any that is free.
  init?(port: UInt16 = 0) {
    #if canImport(Darwin)
      descriptor = socket(AF_INET, SOCK_DGRAM, 0)
    #else
      descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = descriptor
    let isBound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
      }
    }
    self.port = UInt16(bigEndian: address.sin_port)
    guard isBound else {
      close(descriptor)
      return nil
    }
  }

  deinit { close(descriptor) }

  /// The next packet; `nil` if none has come for ten seconds.
  func next() -> [UInt8]? {
    var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&wanted, 1, 10_000) == 1 else { return nil }
    return nextIfReady()
  }

  func nextIfReady() -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
    return count >= 0 ? Array(bytes[..<count]) : nil
  }
}

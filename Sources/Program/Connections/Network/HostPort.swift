/// Where to send: a name or an address, and a port, as in `127.0.0.1:9000` or `[::1]:9000`.
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

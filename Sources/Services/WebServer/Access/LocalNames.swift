import NIOCore

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The names and addresses of this machine in the local network.
package struct LocalNames: Sendable, Equatable {
  /// Its host name, without a domain; empty if it has none.
  package var hostName: String
  /// Its addresses, with the most likely reachable first. It has no loopback addresses, and no
  /// link-local IPv6 addresses, which page addresses cannot contain.
  package var addresses: [String]

  /// Creates known names.
  ///
  /// - Parameters:
  ///   - hostName: The host name, without a domain; empty if there is none.
  ///   - addresses: The addresses, with the most likely reachable first.
  package init(hostName: String, addresses: [String]) {
    (self.hostName, self.addresses) = (hostName, addresses)
  }

  /// Returns the names and addresses that the operating system reports.
  package static func current() -> LocalNames {
    var name = [CChar](repeating: 0, count: 256)
    let isNamed = gethostname(&name, name.count - 1) == 0
    let bytes = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    let hostName = isNamed ? String(decoding: bytes, as: UTF8.self) : ""
    let devices = (try? System.enumerateDevices()) ?? []
    let found = devices.compactMap { device in
      device.address.flatMap { address in
        address.ipAddress.map {
          (name: device.name, address: $0, isNew: address.protocol == .inet6)
        }
      }
    }
    let reachable = found.filter {
      !$0.address.hasPrefix("127.") && $0.address != "::1"
        && !$0.address.lowercased().hasPrefix("fe80:")
    }
    // Bridges of virtual machines come last: no phone is behind them.
    let isVirtual = { (name: String) in
      ["docker", "br-", "veth", "virbr", "vmnet", "utun", "tun"].contains { name.hasPrefix($0) }
    }
    let rank = { (isVirtual($0) ? 2 : 0) + ($1 ? 1 : 0) }
    let ordered = reachable.enumerated().sorted { first, second in
      let ranks = (
        rank(first.element.name, first.element.isNew),
        rank(second.element.name, second.element.isNew)
      )
      return ranks.0 == ranks.1 ? first.offset < second.offset : ranks.0 < ranks.1
    }
    return LocalNames(
      hostName: String(hostName.prefix { $0 != "." }), addresses: ordered.map(\.element.address))
  }

  /// The names in a certificate: these names, except IPv6 addresses, which change daily, and the
  /// local names of this machine.
  package var certified: [String] {
    var names = hostName.isEmpty || hostName == "localhost" ? [] : [hostName, hostName + ".local"]
    names += ["localhost", "127.0.0.1", "::1"]
    return names + addresses.filter { !$0.contains(":") }
  }

  /// Returns `true` if only this machine can reach a name or address to listen at.
  package static func isLoopback(_ host: String) -> Bool {
    host == "::1" || AccessControl.isLocalName(host[...])
  }
}

/// The addresses at which a server can be opened.
package struct ServeAddress {
  /// The addresses to type or to scan, with the most likely reachable first.
  package let addresses: [String]

  /// - Parameters:
  ///   - host: The name or address at which the server listens.
  ///   - port: The port at which it listens.
  ///   - isSecure: `true` for TLS.
  ///   - token: The token that lets other machines in; `nil` if only this machine can open it.
  ///   - names: The names and addresses of this machine.
  package init(host: String, port: Int, isSecure: Bool, token: String?, names: LocalNames) {
    let all = names.addresses.filter { host != "0.0.0.0" || !$0.contains(":") }
    let isEverywhere = host == "0.0.0.0" || host == "::"
    // Without a network, at least this machine can open it.
    let hosts = isEverywhere ? (all.isEmpty ? ["127.0.0.1"] : all) : [host]
    addresses = hosts.map { host in
      let name = host.contains(":") ? "[\(host)]" : host
      let query = token.map { "?token=\($0)" } ?? ""
      return "\(isSecure ? "https" : "http")://\(name):\(port)/\(query)"
    }
  }
}

/// The addresses at which a server can be opened.
package struct ServeAddress {
  /// To type, or to scan; the first is the likeliest to be reached.
  package let addresses: [String]

  /// - Parameters:
  ///   - host: What the server listens at.
  ///   - port: Where it listens.
  ///   - isSecure: Whether it speaks TLS.
  ///   - token: What lets others in.
  ///   - names: How this machine is called.
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

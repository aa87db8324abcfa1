import CommandKit

/// A reason why a beat cannot be shared.
enum BeatNodeError: Error, Hashable {
  /// Another program receives at the port.
  case portInUse(UInt16)
  /// There is no socket; `reason` is the system's wording.
  case noSocket(reason: String)
  /// No address belongs to the name; `reason` is the system's wording.
  case unknownHost(String, reason: String)
}

extension BeatNodeError: CustomStringConvertible {
  /// What happened, and what to do.
  var description: String {
    switch self {
    case .portInUse(let port):
      """
      UDP port \(port) is in use, perhaps by a metronome that leads on this computer. Join that one with \
      --join, or choose another --share-port for all.
      """
    case .noSocket(let reason):
      "The network cannot be used (\(reason)). Check the network, or leave out --lead and --join."
    case .unknownHost(let name, let reason):
      "\(name) was not found (\(reason)). Check the name, or give the address."
    }
  }
}

extension BeatNode {
  /// A metronome that leads because it was asked to.
  static func leading(port: UInt16) throws(BeatNodeError) -> BeatNode {
    let socket = try Self.socket(port: port)
    let node = BeatNode(leading: true, isChosen: true, place: .anywhere, port: port)
    node.say("This metronome leads at UDP port \(port). Others follow with --join.")
    node.run(socket)
    return node
  }

  /// A metronome that follows; where nobody leads in the network, it leads.
  static func joining(_ place: MetronomePlace, port: UInt16) throws(BeatNodeError) -> BeatNode {
    switch place {
    case .host(let host, let hostPort):
      let node = BeatNode(
        leading: false, isChosen: false,
        place: .host(try addresses(of: host, port: hostPort ?? port), name: host), port: port)
      node.run(try socket(port: 0))
      return node
    case .anywhere:
      let asking = try socket(port: 0)
      let node = BeatNode(leading: false, isChosen: false, place: .anywhere, port: port)
      if node.hasLeader(asking) {
        node.run(asking)
        return node
      }
      let leading = BeatNode(leading: true, isChosen: false, place: .anywhere, port: port)
      let answering = try socket(port: port)
      leading.say(
        "No metronome leads in this network: this one does, at UDP port \(port). Others follow with --join."
      )
      leading.run(answering)
      return leading
    }
  }

  /// Whether somebody answers within a second and a half.
  private func hasLeader(_ socket: BeatSocket) -> Bool {
    for _ in 0..<6 {
      let asked = now()
      let question = BeatPacket(asker: number, asked: asked).encoded()
      for address in NetworkAddress.everybody(port: port) { socket.send(question, to: address) }
      while case let left = asked + 250_000_000 - now(), left > 0 {
        guard let (bytes, _) = socket.receive(timeout: left), let packet = BeatPacket(bytes),
          packet.asker == number, packet.answer != nil
        else { continue }
        return true
      }
    }
    return false
  }

  private static func socket(port: UInt16) throws(BeatNodeError) -> BeatSocket {
    do throws(BeatSocketError) {
      return try BeatSocket(port: port)
    } catch {
      throw error.isInUse ? .portInUse(port) : .noSocket(reason: error.reason)
    }
  }

  private static func addresses(
    of host: String, port: UInt16
  ) throws(BeatNodeError) -> [NetworkAddress] {
    do throws(UDPProblem) {
      let found = try HostLookup.addresses(of: HostPort(host: host, port: port))
      let addresses = found.compactMap(\.networkOrderIPv4)
      guard !addresses.isEmpty else {
        throw UDPProblem.unknownHost(reason: "it has no address of IPv4")
      }
      return addresses.map { NetworkAddress(host: $0, port: port) }
    } catch {
      var reason = "\(error)"
      if case .unknownHost(let wording) = error { reason = wording }
      throw .unknownHost(host, reason: reason)
    }
  }
}

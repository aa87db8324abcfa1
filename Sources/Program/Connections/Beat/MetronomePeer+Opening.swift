import ArgumentParser
import CommandKit
import Metronome

/// A reason why a beat cannot be shared.
enum MetronomePeerError: Error, Hashable {
  /// Another program receives at the port.
  case portInUse(UInt16)
  /// There is no socket; `reason` is the system's wording.
  case noSocket(reason: String)
  /// No address belongs to the name; `reason` is the system's wording.
  case unknownHost(String, reason: String)
}

extension MetronomePeerError: CustomStringConvertible {
  /// A sentence on what happened, and one on what to do.
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

extension MetronomePeer {
  /// A metronome that leads because it was asked to.
  static func leading(
    port: UInt16, alignment: AlignmentPeer? = nil
  ) throws(MetronomePeerError) -> MetronomePeer {
    let socket = try Self.socket(port: port)
    let peer = MetronomePeer(.leader(isChosen: true), port: port, alignment: alignment)
    peer.say("This metronome leads at UDP port \(port). Others follow with --join.")
    peer.run(socket)
    return peer
  }

  /// A metronome that follows; where nobody leads in the network, it leads.
  static func joining(
    _ address: LeaderAddress, port: UInt16, alignment: AlignmentPeer? = nil
  ) throws(MetronomePeerError) -> MetronomePeer {
    let place = try Place(address, port: port)
    let asking = try socket(port: 0)
    let peer = MetronomePeer(
      place == .anywhere ? .follower : .followerOfHost, place: place, port: port,
      alignment: alignment)
    if place != .anywhere || peer.findsLeader(asking) {
      peer.run(asking)
      return peer
    }
    let answering = try socket(port: port)
    let leading = MetronomePeer(.leader(isChosen: false), port: port, alignment: alignment)
    leading.say(
      "No metronome leads in this network: this one does, at UDP port \(port). Others follow with --join."
    )
    leading.run(answering)
    return leading
  }

  /// Returns true as soon as a leader answers.
  private func findsLeader(_ socket: UDPSocket) -> Bool {
    let end = now() + Peer.searchTime
    while now() < end {
      step(socket)
      if withPeer({ $0.status == .following }) { return true }
    }
    return false
  }

  private static func socket(port: UInt16) throws(MetronomePeerError) -> UDPSocket {
    do throws(UDPProblem) {
      return try UDPSocket(port: port)
    } catch {
      throw error == .inUse ? .portInUse(port) : .noSocket(reason: error.reason)
    }
  }
}

extension MetronomePeer.Place {
  /// Finds the addresses of a host.
  ///
  /// - Parameters:
  ///   - place: The host, or anywhere.
  ///   - port: The port, unless the host has another one.
  /// - Throws: `MetronomePeerError` for a host that is not found.
  init(_ place: LeaderAddress, port: UInt16) throws(MetronomePeerError) {
    switch place {
    case .anywhere: self = .anywhere
    case .host(let host, let hostPort):
      self = .host(try Self.addresses(of: host, port: hostPort ?? port), name: host)
    }
  }

  private static func addresses(
    of host: String, port: UInt16
  ) throws(MetronomePeerError) -> [NetworkAddress] {
    do throws(UDPProblem) {
      let found = try HostLookup.addresses(of: HostPort(host: host, port: port))
      let addresses = found.compactMap(\.networkOrderIPv4)
      guard !addresses.isEmpty else {
        throw UDPProblem.unknownHost(reason: "it has no address of IPv4")
      }
      return addresses.map { NetworkAddress(host: $0, port: port) }
    } catch {
      throw .unknownHost(host, reason: error.reason)
    }
  }

  /// The name of the place, as a subject of a sentence.
  var name: String {
    switch self {
    case .anywhere: "The network"
    case .host(_, let name): name
    }
  }

  /// Returns where somebody could lead.
  ///
  /// - Parameter port: The port; that of a host is part of its addresses.
  /// - Returns: The addresses of the host, or those of everybody.
  func addresses(port: UInt16) -> [NetworkAddress] {
    switch self {
    case .anywhere: NetworkAddress.everybody(port: port)
    case .host(let addresses, _): addresses
    }
  }
}

/// The metronome to join: the one that leads in this network, or that of a host.
enum LeaderAddress: ExpressibleByArgument, Hashable, Sendable, CustomStringConvertible {
  case anywhere
  case host(String, port: UInt16?)

  static let standardPort: UInt16 = 8442

  /// - Returns: `nil` for what is no host, or a tempo that was meant for the metronome.
  init?(argument: String) {
    let isTempo = (try? Tempo(notation: argument)) != nil
    guard !argument.isEmpty, !isTempo, !argument.contains("=") else { return nil }
    if let place = HostPort(argument) {
      self = .host(place.host, port: place.port)
    } else {
      let isForbidden = argument.utf8.contains { $0 <= 0x20 || $0 == 0x7F }
      guard !argument.contains(":"), !isForbidden else { return nil }
      self = .host(argument, port: nil)
    }
  }

  var description: String {
    switch self {
    case .anywhere: "anywhere"
    case .host(let host, nil): host
    case .host(let host, let port?): "\(host):\(port)"
    }
  }
}

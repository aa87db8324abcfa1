import ArgumentParser
import Metronome

/// The metronome to join: the one that leads in this network, or that of a host.
enum MetronomePlace: ExpressibleByArgument, Hashable, Sendable, CustomStringConvertible {
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

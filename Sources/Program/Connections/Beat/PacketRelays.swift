package import Metronome
import Synchronization

/// The relays of all pages, which tell their user each thing once.
package final class PacketRelays: Sendable {
  private let place: MetronomePeer.Place
  private let port: UInt16
  private let told = Mutex(RelayedEvents<NetworkAddress>())

  /// - Parameters:
  ///   - place: Where leaders may be.
  ///   - port: The port of all of them.
  init(to place: MetronomePeer.Place, port: UInt16) { (self.place, self.port) = (place, port) }

  /// Creates a relay for another page.
  package func relay() -> PacketRelay<NetworkAddress> {
    PacketRelay(asksOneHost: place != .anywhere)
  }

  /// Returns where a packet of a page goes.
  package func addresses(of datagram: BeatDatagram<NetworkAddress>) -> [NetworkAddress] {
    datagram.addresses(among: place.addresses(port: port))
  }

  /// Returns whether a packet may come from a metronome.
  package func accepts(_ sender: NetworkAddress) -> Bool { sender.port == port }

  /// Returns the sentences on the events of a relay that the user has not read yet.
  package func sentences(of relay: inout PacketRelay<NetworkAddress>) -> [String] {
    var sentences: [String] = []
    while let event = relay.nextEvent() {
      if told.withLock({ $0.insert(event) }) { sentences.append(sentence(event)) }
    }
    return sentences
  }

  private func sentence(_ event: BeatEvent<NetworkAddress>) -> String {
    switch event {
    case .nobody:
      switch place {
      case .anywhere:
        """
        No metronome leads in this network. Start one with kammerton metronome --lead, or name its host \
        with --join HOST; pages wait.
        """
      case .host(_, let name):
        "\(name) does not answer. Start the leader there, or check the address; pages wait."
      }
    case .following(let address): "Pages follow the metronome at \(address)."
    case .lost(let address):
      "The metronome at \(address) does not answer. Pages go on as they were."
    case .back(let address): "The metronome at \(address) answers again."
    case .another(let address, let followed):
      "Another metronome leads too, at \(address). Pages follow \(followed)."
    case .alignment(let news): AlignmentText.sentence(news)
    }
  }
}

import Synchronization

/// The relays of all pages, which tell their user each thing once.
package final class PacketRelays: Sendable {
  private enum Said: Hashable {
    case nobody
    case following(NetworkAddress)
    case lost(NetworkAddress)
  }

  private struct State {
    var said: Said?
    var others: Set<PacketRelay.News> = []
  }

  private let place: MetronomePeer.Place
  private let port: UInt16
  private let state = Mutex(State())

  init(to place: MetronomePeer.Place, port: UInt16) { (self.place, self.port) = (place, port) }

  /// Creates a relay for another page.
  package func relay() -> PacketRelay { PacketRelay(to: place, port: port) }

  /// Returns the sentences that a user should read of the news of a relay, and that were not said.
  package func sentences(of relay: inout PacketRelay) -> [String] {
    let news = relay.takeNews()
    guard !news.isEmpty else { return [] }
    return state.withLock { state in news.filter { Self.note($0, &state) } }.map(sentence)
  }

  /// - Returns: Whether this is new for the user, who may have read it of another page.
  private static func note(_ news: PacketRelay.News, _ state: inout State) -> Bool {
    let before = state.said
    switch news {
    case .nobody:
      if case .lost = before { return false }
      state.said = .nobody
    case .following(let address), .back(let address): state.said = .following(address)
    case .lost(let address):
      guard before == .following(address) else { return false }
      state.said = .lost(address)
    case .another:
      return state.others.count < otherLimit && state.others.insert(news).inserted
    }
    return state.said != before
  }

  private static let otherLimit = 16

  private func sentence(_ news: PacketRelay.News) -> String {
    switch news {
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
    case .another(let address, let chosen):
      "Another metronome leads too, at \(address). Pages follow \(chosen)."
    }
  }
}

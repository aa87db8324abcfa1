import AudioDevices
import Dispatch
import Metronome
import Synchronization

/// The socket and the thread of a metronome among those of a network, whose rules are those of
/// `BeatPeer`.
final class MetronomePeer: BeatSource {
  typealias Peer = BeatPeer<NetworkAddress>

  /// The leaders that a metronome may follow.
  enum Place: Sendable, Hashable {
    /// Any leader in this network.
    case anywhere
    /// One of the addresses of a host.
    case host([NetworkAddress], name: String)
  }

  /// The state that the thread and the player share.
  private struct State: Sendable {
    var peer: Peer
    var news: [String] = []
    var isClosed = false
  }

  private let place: Place
  private let port: UInt16
  let now: @Sendable () -> Int64
  private let state: Mutex<State>
  let alignment: AlignmentPeer?

  /// Creates a metronome without a socket.
  ///
  /// - Parameters:
  ///   - role: How it takes part at first.
  ///   - place: Where leaders may be.
  ///   - port: The port of all metronomes, unless that of a host is another one.
  ///   - alignment: The microphone and the loudspeaker to align; `nil` for none.
  ///   - number: A random number, not 0.
  ///   - now: The time, in nanoseconds.
  init(
    _ role: Peer.Role, place: Place = .anywhere, port: UInt16, alignment: AlignmentPeer? = nil,
    number: UInt64 = UInt64.random(in: 1...UInt64.max),
    now: @escaping @Sendable () -> Int64 = steadyTime
  ) {
    (self.place, self.port, self.alignment, self.now) = (place, port, alignment, now)
    state = Mutex(
      State(peer: Peer(role, number: number, aligns: alignment != nil, at: now())))
  }

  /// Runs on a thread of its own until ``close()``.
  func run(_ socket: UDPSocket) {
    let thread = DispatchQueue(label: "kammerton.shared-beat", qos: .userInteractive)
    alignment?.begin(with: self)
    thread.async { [self] in
      while !state.withLock({ $0.isClosed }) { step(socket) }
    }
  }

  /// Sends what is due, and waits for the next packet.
  func step(_ socket: UDPSocket) {
    let time = now()
    let (datagrams, next) = withPeer { peer in
      peer.advance(to: time)
      var datagrams: [BeatDatagram<NetworkAddress>] = []
      while let datagram = peer.nextDatagram(at: time) { datagrams.append(datagram) }
      return (datagrams, peer.nextTime(after: time))
    }
    for datagram in datagrams {
      for address in datagram.addresses(among: place.addresses(port: port)) {
        socket.send(datagram.bytes(leaving: now()), to: address)
      }
    }
    guard
      let (bytes, sender) = socket.receive(
        timeout: next - now(), capacity: BeatPacket.byteCount + 1)
    else { return }
    let received = now()
    withPeer { $0.receive(bytes, from: sender, at: received) }
  }

  /// Reads or changes the state of this metronome.
  func withPeer<Result: Sendable>(_ body: (inout Peer) -> Result) -> Result {
    state.withLock { body(&$0.peer) }
  }

  func close() {
    state.withLock { $0.isClosed = true }
    alignment?.close()
  }

  /// Tells the user a sentence.
  func say(_ sentence: String) { state.withLock { $0.news.append(sentence) } }

  func takeNews() -> String? {
    state.withLock { state in
      while let event = state.peer.nextEvent() { state.news += sentences(on: event) }
      return state.news.isEmpty ? nil : state.news.removeFirst()
    }
  }

  private func sentences(on event: BeatPeerEvent<NetworkAddress>) -> [String] {
    switch event {
    case .follower(let event): [sentence(on: event)]
    case .yielded(let address):
      ["Another metronome leads already, at \(address). This one follows it now."]
    case .kept(let address):
      ["Another metronome leads too, at \(address). This one goes on; the other one follows."]
    case .waitsForDevices: [AlignmentText.waiting]
    case .aligned(let results): AlignmentText.all(results)
    }
  }

  private func sentence(on event: BeatEvent<NetworkAddress>) -> String {
    switch event {
    case .following(let address): "Following the metronome at \(address)."
    case .back(let address): "The metronome at \(address) answers again."
    case .lost(let address):
      "The metronome at \(address) does not answer. The clicks go on as they were."
    case .nobody:
      "\(place.name) does not answer. Start the leader there, or check the address; this one waits."
    case .another(let address, let followed):
      "Another metronome leads too, at \(address). This one follows \(followed)."
    case .alignment(let news): AlignmentText.sentence(news)
    }
  }

  func publish(_ course: BeatCourse?, section: UInt32) {
    withPeer { $0.publish(course, section: section) }
  }

  func guidance() -> BeatGuidance {
    withPeer { peer in
      if peer.isLeading { return .own }
      return peer.course.map { .course($0.course, key: $0.key) } ?? .waiting
    }
  }
}

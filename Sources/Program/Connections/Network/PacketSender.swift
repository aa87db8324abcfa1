import Dispatch
import Synchronization

/// Sends packets by UDP to one place, whatever becomes of the place.
///
/// The name is looked up on a thread of its own, at first and again every five seconds until an
/// address is found; packets until then are left out. A refusal leads to the name's next address, and
/// nothing ever stops: a receiver that starts later gets the packets from then on.
final class PacketSender: Sendable {
  private struct State: ~Copyable {
    var socket: UDPSocket?
    var addresses: [SocketAddress] = []
    var next = 0
    var doubt = 0  // packets until a refusal is forgotten
    var said: UDPProblem?
    var news: [UDPProblem?] = []  // `nil`: all is well again
    var isClosed = false
  }

  let place: HostPort
  private let state = Mutex(State())
  private let lookUp: @Sendable (HostPort) throws(UDPProblem) -> [SocketAddress]
  private let pause: Double

  /// - Parameters:
  ///   - place: Where to send.
  ///   - pause: Seconds between two look-ups.
  ///   - lookUp: Finds addresses; may take long.
  init(
    to place: HostPort, pause: Double = 5,
    lookUp: @escaping @Sendable (HostPort) throws(UDPProblem) -> [SocketAddress] = HostLookup
      .addresses
  ) {
    self.place = place
    self.pause = pause
    self.lookUp = lookUp
    if let address = HostLookup.numericAddress(of: place) {
      state.withLock { state in
        state.addresses = [address]
        connect(&state)
      }
      if isReady { return }  // from the first reading on
    }
    DispatchQueue.global().async { [weak self] in self?.find() }
  }

  /// Sends a packet if the address is known; never waits.
  func send(_ packet: [UInt8]) {
    state.withLock { state in
      guard !state.isClosed, state.socket != nil else { return }
      do throws(UDPProblem) {
        try state.socket?.send(packet)
        if state.doubt > 0 { state.doubt -= 1 }
        if state.doubt == 0 { Self.note(nil, &state) }
      } catch {
        take(error, &state)
      }
    }
  }

  /// A sentence on a problem that began or ended; each once.
  func takeNews() -> String? {
    state.withLock { state in
      guard !state.news.isEmpty else { return nil }
      let place = self.place
      return state.news.removeFirst().map { $0.sentence(on: place) } ?? "\(place) receives again."
    }
  }

  /// True once the name has been found.
  var isReady: Bool { state.withLock { $0.socket != nil } }

  /// Sends nothing more.
  func close() {
    state.withLock { state in
      state.isClosed = true
      state.socket = nil
    }
  }

  private func find() {
    do throws(UDPProblem) {
      let addresses = try lookUp(place)
      state.withLock { state in
        guard !state.isClosed else { return }
        state.addresses = addresses
        connect(&state)
        if state.socket != nil { Self.note(nil, &state) }
      }
    } catch {
      state.withLock { Self.note(error, &$0) }
    }
    guard state.withLock({ $0.socket == nil && !$0.isClosed }) else { return }
    DispatchQueue.global().asyncAfter(deadline: .now() + pause) { [weak self] in self?.find() }
  }

  /// Takes the first address that the system can send to, from the next one on.
  private func connect(_ state: inout State) {
    state.socket = nil
    for _ in state.addresses {
      let address = state.addresses[state.next % state.addresses.count]
      state.next += 1
      do throws(UDPProblem) {
        state.socket = try UDPSocket(to: address)
        return
      } catch {
        Self.note(error, &state)
      }
    }
  }

  private func take(_ problem: UDPProblem, _ state: inout State) {
    if problem == .refused {
      state.doubt = Self.doubtAfterRefusal
      if state.addresses.count > 1 { connect(&state) }
      // A name with two addresses is refused only when both are.
      guard state.next > state.addresses.count || state.addresses.count == 1 else { return }
    }
    Self.note(problem, &state)
  }

  /// Refusals come late, and networks limit how often: two seconds at 100 readings per second.
  private static let doubtAfterRefusal = 200

  private static func note(_ problem: UDPProblem?, _ state: inout State) {
    guard problem != state.said else { return }
    state.said = problem
    state.news.append(problem)
  }
}

extension UDPProblem {
  fileprivate func sentence(on place: HostPort) -> String {
    switch self {
    case .unknownHost(let reason):
      "\(place) was not found (\(reason)). Readings are sent to it as soon as it is found."
    case .refused:
      "No program listens at \(place). Readings are sent all the same, for when one starts."
    case .inUse, .failed:
      "Readings do not reach \(place) (\(reason)). They are sent again as soon as the network allows."
    }
  }
}

internal import NIOCore
public import Pairing
internal import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Pairs with an offer that is sent by sound, and with answers over the local network.
public enum NetworkPairing {
  /// The time limit for opening a connection, and for its join to arrive.
  private static var timeout: TimeAmount { .seconds(5) }

  /// Offers until the pairing is done or has failed.
  ///
  /// - Parameters:
  ///   - handOver: The payload for the joiner, if any.
  ///   - address: Bytes of this machine's address in the local network.
  ///   - window: The time limit; it starts at 0 s, which is now.
  ///   - sayBySound: Plays the offer, and returns when it has been played.
  ///   - compare: Shows the digits, asks the user for those of the other device, and returns
  ///     whether they match. It must return soon after its task is cancelled.
  ///   - onEvent: Called for each event.
  /// - Returns: The result of the pairing.
  /// - Throws: ``Pairing/PairingError``, ``PairingNetworkError``, any error of `sayBySound`;
  ///   `CancellationError`.
  public static func offer(
    handOver: HandOver?, at address: [UInt8], window: PairingWindow,
    sayBySound: @escaping @Sendable ([UInt8]) async throws -> Void,
    compare: @escaping @Sendable (PairingDigits) async -> Bool,
    onEvent: @escaping @Sendable (PairingEvent) -> Void = { _ in }
  ) async throws -> PairingResult {
    let link = PairingLink()
    let listener = try await PairingListener(at: address, timeout: timeout, link: link)
    let outcome = await result {
      let offer = try PairingOffer(
        handOver: handOver, route: .network(listener.address), window: window)
      listener.welcome(offer)
      return try await PairingRunner(offer, pace: .connection).run(
        messages: link.messages,
        say: { message in
          guard OfferRoute(ofOffer: message) == nil else { return try await sayBySound(message) }
          link.send(message)
        }, compare: compare, onEvent: onEvent)
    }
    await link.close()
    await listener.close()
    return try outcome.get()
  }

  /// Joins the first offer that arrives, over the route that it names: sound or network.
  ///
  /// - Parameters:
  ///   - heard: The messages from the microphone.
  ///   - pace: The timing, if it pairs by sound.
  ///   - window: The time limit; it starts at 0 s, which is now.
  ///   - sayBySound: Plays a message, and returns when it has been played.
  ///   - compare: Shows the digits, asks the user for those of the other device, and returns
  ///     whether they match. It must return soon after its task is cancelled.
  ///   - onEvent: Called for each event.
  /// - Returns: The result of the pairing.
  /// - Throws: ``Pairing/PairingError``, ``PairingNetworkError``, any error of `heard` and
  ///   `sayBySound`; `CancellationError`.
  public static func join(
    heard: AsyncThrowingStream<[UInt8], any Error>, pace: PairingPace, window: PairingWindow,
    sayBySound: @escaping @Sendable ([UInt8]) async throws -> Void,
    compare: @escaping @Sendable (PairingDigits) async -> Bool,
    onEvent: @escaping @Sendable (PairingEvent) -> Void = { _ in }
  ) async throws -> PairingResult {
    let link = PairingLink()
    let route = RouteChoice()
    let hearing = Task { await route.forward(heard, to: link, timeout: timeout) }
    defer { hearing.cancel() }
    let outcome = await result {
      try await PairingRunner(PairingJoin(window: window), pace: pace).run(
        messages: link.messages,
        say: { message in
          if route.isNetwork { link.send(message) } else { try await sayBySound(message) }
        }, compare: compare, onEvent: onEvent)
    }
    await link.close()
    return try outcome.get()
  }

  private static func result(
    _ body: () async throws -> PairingResult
  ) async -> Result<PairingResult, any Error> {
    do { return .success(try await body()) } catch { return .failure(error) }
  }
}

/// The route of the first offer that arrives.
private final class RouteChoice: Sendable {
  private let route = Mutex<OfferRoute?>(nil)

  var isNetwork: Bool {
    route.withLock { route in
      if case .network = route { true } else { false }
    }
  }

  /// Forwards messages from the microphone or, once an offer has named an address, from there.
  func forward(
    _ heard: AsyncThrowingStream<[UInt8], any Error>, to link: PairingLink, timeout: TimeAmount
  ) async {
    do {
      for try await message in heard {
        let route = choose(message)  // before the answer is asked for
        link.receive(message)
        guard case .network(let address)? = route else { continue }
        return await PairingConnection.open(to: address, timeout: timeout, for: link)
      }
      link.end()
    } catch {
      link.fail(error)
    }
  }

  private func choose(_ message: [UInt8]) -> OfferRoute? {
    route.withLock { route in
      route = route ?? OfferRoute(ofOffer: message)
      return route
    }
  }
}

/// An error of pairing over the local network.
public enum PairingNetworkError: Error, Equatable, Sendable {
  /// This machine cannot listen at its address; `reason` is the system's own wording.
  case cannotListen(reason: String)
  /// Nobody answers at the address in the offer.
  case cannotConnect(String, reason: String)

  static func reason(_ error: any Error) -> String {
    if let error = error as? IOError { return String(cString: strerror(error.errnoCode)) }
    if error is ChannelError { return "no answer in time" }
    return "\(error)"
  }
}

extension PairingNetworkError: CustomStringConvertible {
  /// One or two sentences with the error and what to do.
  public var description: String {
    switch self {
    case .cannotListen(let reason):
      "This machine cannot be reached over the network (\(reason)). Pair by sound alone."
    case .cannotConnect(let address, let reason):
      "The offer came from \(address), but nothing answers there (\(reason)). Join the same network on "
        + "both devices, or pair by sound alone."
    }
  }
}

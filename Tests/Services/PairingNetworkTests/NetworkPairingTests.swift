import NIOCore
import Pairing
import Testing

@testable import PairingNetwork

@Suite("Pairing by an offer that is heard, and answers over the network", .timeLimit(.minutes(5)))
struct NetworkPairingTests {
  @Test("two devices pair and 300 bytes are handed over")
  func pair() async throws {
    let air = Air()
    let text = HandOver.text(String(repeating: "x", count: 300))
    async let joined = join(air)
    let offered = try await offer(text) { air.say($0) }
    let result = try await joined
    #expect(offered == result && result.handOver == text)
  }

  @Test("a joiner also answers an offer by sound, and then by sound alone")
  func bySound() async throws {
    let (toJoiner, toOfferer) = (Air(), Air())
    async let joined = join(toJoiner) { toOfferer.say($0) }
    let offer = try PairingOffer(handOver: .text("x"), window: PairingWindow(start: 0))
    let offered = try await PairingRunner(offer, pace: .connection).run(
      messages: toOfferer.heard, say: { toJoiner.say($0) }, compare: { _ in true })
    #expect(try await joined == offered)
  }

  @Test("a stranger who did not hear the offer is cut off, and the joiner still pairs")
  func stranger() async throws {
    let air = Air()
    async let offered = offer(.text("x")) { message in
      guard case .network(let address)? = OfferRoute(ofOffer: message) else { return }
      for bytes in Self.strangers {
        let client = try await RawClient(port: address.port)
        try await client.send(bytes)
        #expect(await client.isClosed(within: 2))
      }
      air.say(message)
    }
    let result = try await join(air)
    #expect(try await offered == result)
  }

  /// A join for another offer, HTTP, a length of 0, one of 64, and a confirmation out of the blue.
  private static let strangers: [[UInt8]] = [
    [58, 0xC1, 0x22] + [UInt8](repeating: 7, count: 56), Array("GET / HTTP/1.1\r\n\r\n".utf8), [0],
    [64] + [UInt8](repeating: 0xC1, count: 64),
    [26, 0xC1, 0x24] + [UInt8](repeating: 7, count: 24),
  ]

  @Test("who says nothing is cut off in time; of an address, the newest three may wait")
  func squatters() async throws {
    let listener = try await PairingListener(
      at: loopback, timeout: .milliseconds(1500), link: PairingLink())
    var clients: [RawClient] = []
    for _ in 0..<4 { clients.append(try await RawClient(port: listener.address.port)) }
    for client in clients { #expect(await client.isClosed(within: 60)) }
    await listener.close()
  }

  @Test("connections that say nothing do not keep the joiner out", arguments: [8, 40])
  func blockers(count: Int) async throws {
    let air = Air()
    async let offered = offer(.text("x")) { message in
      guard case .network(let address)? = OfferRoute(ofOffer: message) else { return }
      for index in 0..<count {
        #if os(Linux)
          let from = "127.0.0.\(2 + index % 20)"
        #else
          let from = "127.0.0.1"
        #endif
        _ = try await RawClient(port: address.port, from: from)
      }
      air.say(message)
    }
    let result = try await join(air)
    #expect(try await offered == result)
  }

  @Test(
    "where too many wait, the longest of the newcomer's address goes, or of that which has most",
    arguments: [
      ([], nil), (["a", "a", "a"], nil), (["b", "a", "a", "a", "a"], 1),
      (["a", "b", "c", "d", "e", "f", "g", "h"], nil),
      (["a", "b", "b", "c", "d", "e", "f", "g", "h"], 1),
      (["a", "b", "c", "d", "e", "f", "g", "h", "i"], 0),
    ] as [([String], Int?)])
  func surplus(addresses: [String], index: Int?) {
    #expect(WaitingRoom.surplus(addresses) == index)
  }

  @Test("if the digits do not match on one device, both sides end and nothing is handed over")
  func declined() async throws {
    let air = Air()
    async let joined = Result { try await join(air, approves: false) }
    await #expect(throws: PairingError.endedByOther(.stringsDiffer)) {
      try await offer(.text("secret")) { air.say($0) }
    }
    let result = await joined
    #expect(throws: PairingError.stringsDiffer) { try result.get() }
  }

  @Test("nobody at the address: the joiner is told where, within seconds")
  func nobody() async throws {
    let listener = try await PairingListener(
      at: loopback, timeout: .seconds(1), link: PairingLink())
    let offer = try PairingOffer(
      route: .network(listener.address), window: PairingWindow(start: 0))
    await listener.close()
    let air = Air()
    air.say(try #require(offer.standing))
    do {
      _ = try await join(air)
      Issue.record("joined nobody")
    } catch PairingNetworkError.cannotConnect(let address, _) {
      #expect(address == "\(listener.address)")
    }
  }

  @Test("of two devices that join one offer at most one pairs, with the offerer or not at all")
  func second() async throws {
    let (first, second) = (Air(), Air())
    async let offered = Result {
      try await offer(.text("x"), lifetime: 20) { message in
        first.say(message)
        second.say(message)
      }
    }
    async let one = Result { try await join(first, lifetime: 8) }
    async let two = Result { try await join(second, lifetime: 8) }
    let results = await [try? one.get(), try? two.get()].compactMap { $0 }
    #expect(results.count <= 1)
    let result = await offered
    if let offered = try? result.get() { #expect(results == [offered]) }
  }

  @Test("an address that is not local is not listened at")
  func notLocal() async {
    await #expect(throws: PairingNetworkError.self) {
      try await PairingListener(at: [8, 8, 8, 8], timeout: .seconds(1), link: PairingLink())
    }
  }
}

extension Result where Failure == any Error {
  fileprivate init(_ body: () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}

import Pairing

@testable import PairingNetwork

/// Brings what one device says to another's microphone.
final class Air: Sendable {
  let heard: AsyncThrowingStream<[UInt8], any Error>
  private let feed: AsyncThrowingStream<[UInt8], any Error>.Continuation

  init() { (heard, feed) = AsyncThrowingStream.makeStream(of: [UInt8].self) }

  func say(_ message: [UInt8]) { feed.yield(message) }
}

let loopback: [UInt8] = [127, 0, 0, 1]

/// An offer over the network at this machine.
func offer(
  _ handOver: HandOver?, lifetime: Double = PairingWindow.defaultLifetime, approves: Bool = true,
  sayBySound: @escaping @Sendable ([UInt8]) async throws -> Void
) async throws -> PairingResult {
  try await NetworkPairing.offer(
    handOver: handOver, at: loopback, window: PairingWindow(start: 0, lifetime: lifetime),
    sayBySound: sayBySound, compare: { _ in approves })
}

/// A join of what is heard.
func join(
  _ air: Air, lifetime: Double = PairingWindow.defaultLifetime, approves: Bool = true,
  sayBySound: @escaping @Sendable ([UInt8]) async throws -> Void = { _ in }
) async throws -> PairingResult {
  try await NetworkPairing.join(
    heard: air.heard, pace: .connection,
    window: PairingWindow(start: 0, lifetime: lifetime), sayBySound: sayBySound,
    compare: { _ in approves })
}

import Metronome
import Testing

/// One engine for all: two metronomes that lead and three that follow, in networks of every quality.
@Suite("Metronomes in one network")
struct BeatPeersTests {
  /// A network, and how closely the beats of followers must agree with the leader's.
  struct Quality: Sendable, CustomTestStringConvertible {
    var name: String
    var loss = 0.0
    var jitter = 0.0
    var duplication = 0.0
    var hostileCount = 0
    /// In milliseconds.
    var agreement: Double
    var testDescription: String { name }
  }

  static let qualities = [
    Quality(name: "cable", jitter: 0.0002, agreement: 0.2),
    Quality(name: "10 % loss, out of order", loss: 0.1, jitter: 0.006, agreement: 1),
    Quality(
      name: "20 % loss, duplicates", loss: 0.2, jitter: 0.01, duplication: 0.3, agreement: 1.5),
    Quality(
      name: "30 % loss, duplicates, attacks", loss: 0.3, jitter: 0.02, duplication: 0.3,
      hostileCount: 100, agreement: 3),
  ]

  /// The clocks of five computers, 200 ppm fast or slow, and their sound devices, 0.05 % off.
  private static let clocks: [(drift: Double, offset: Double, sound: Double)] = [
    (2e-4, 5000, 5e-4), (-2e-4, 90, -5e-4), (-2e-4, 7, 0), (2e-4, 123_456, -3e-4), (0, 1, 3e-4),
  ]

  private func peers(_ quality: Quality, aligns: Bool = false) throws -> SimulatedPeers {
    var peers = try SimulatedPeers(seed: 57)
    (peers.loss, peers.jitter) = (quality.loss, quality.jitter)
    (peers.duplication, peers.hostileCount) = (quality.duplication, quality.hostileCount)
    for (index, clock) in Self.clocks.enumerated() {
      peers.devices.append(
        .init(drift: clock.drift, offset: clock.offset, soundDrift: clock.sound))
      begin(index, index < 2 ? .leader(isChosen: index == 0) : .follower, &peers, aligns: aligns)
    }
    return peers
  }

  private func begin(
    _ index: Int, _ role: BeatPeer<Int>.Role, number: UInt64? = nil, _ peers: inout SimulatedPeers,
    aligns: Bool = false
  ) {
    peers.devices[index].start = peers.time + 0.3
    peers.devices[index].peer = BeatPeer(
      role, number: number ?? UInt64(100 + index), aligns: aligns,
      at: peers.devices[index].clock(peers.time))
  }

  @Test("one leads, and the beats of the others agree with its beat", arguments: qualities)
  func agreement(quality: Quality) throws {
    var peers = try peers(quality)
    peers.run(until: 40)
    #expect(peers.leaders == [0])
    // The one that was asked to lead goes on; the other one, which found it, follows.
    #expect(peers.devices[1].events.contains(.yielded(to: 0)))
    #expect(!peers.devices[0].events.contains(.yielded(to: 1)))
    for second in 41...60 {
      peers.run(until: Double(second))
      for follower in 1...4 {
        let error = try #require(peers.error(of: follower, from: 0))
        #expect(error.magnitude < quality.agreement, "\(error) ms")
        #expect(peers.devices[follower].peer?.status == .following)
      }
    }
  }

  @Test(
    "followers send at most 16 packets in a second, and a leader what it is asked for",
    arguments: qualities)
  func packetCounts(quality: Quality) throws {
    var peers = try peers(quality)
    peers.run(until: 60)
    for follower in 1...4 {
      // Ten questions; one of them goes to the five addresses of the network.
      let counts = peers.devices[follower].sentCounts.prefix(60)
      #expect(counts.dropFirst(20).allSatisfy { (9...16).contains($0) }, "\(counts)")
      #expect(counts.allSatisfy { $0 <= 60 })
    }
    // Its answers, to some questions twice, and its own search.
    let copies = 1 + quality.duplication
    let limit = Int(4 * 11 * copies * 1.3) + 10 + quality.hostileCount
    let counts = peers.devices[0].sentCounts
    #expect(counts.dropFirst(20).allSatisfy { $0 <= limit }, "\(counts)")
  }

  @Test(
    "a leader that dies is missed after 3 s; the beat goes on, and it is followed when it is back",
    arguments: qualities)
  func death(quality: Quality) throws {
    var peers = try peers(quality)
    peers.run(until: 40)
    let leader = peers.devices[0]
    peers.devices[0].peer = nil
    peers.run(until: 42.5)
    #expect((1...4).allSatisfy { peers.devices[$0].peer?.status == .following })
    peers.run(until: 44.5)
    #expect((1...4).allSatisfy { peers.devices[$0].peer?.status == .lost })
    #expect((1...4).allSatisfy { peers.devices[$0].events.last == .follower(.lost(0)) })
    peers.run(until: 50)
    for follower in 1...4 {
      let error = try #require(peers.error(of: follower, from: 0))
      #expect(error.magnitude < 2 * quality.agreement, "\(error) ms")
    }
    // The same program after a loss of its network: its beat was kept.
    peers.devices[0].peer = leader.peer
    peers.run(until: 55)
    #expect((1...4).allSatisfy { peers.devices[$0].events.last == .follower(.back(0)) })
    #expect(peers.leaders == [0])
    // Another program at the same place: its beat begins anew, and is followed at once.
    begin(0, .leader(isChosen: true), number: 999, &peers)
    peers.run(until: 70)
    #expect((1...4).allSatisfy { peers.devices[$0].events.last == .follower(.following(0)) })
    for follower in 1...4 {
      let error = try #require(peers.error(of: follower, from: 0))
      #expect(error.magnitude < 2 * quality.agreement, "\(error) ms")
    }
  }

  @Test("loudspeakers are aligned, whatever the network loses", arguments: qualities)
  func alignment(quality: Quality) throws {
    var peers = try peers(quality, aligns: true)
    for index in peers.devices.indices {
      peers.devices[index].output = [0.01, 0.2, 0.035, 0.004, 0.06][index]
      peers.devices[index].input = [0.002, 0.03, 0.001, 0.015, 0.008][index]
    }
    peers.run(until: 90)
    #expect(peers.leaders == [0])
    for index in 1...4 {
      let device = peers.devices[index]
      // An attacker may count as a device: there is no encryption.
      let deviceCount = try #require(device.peer?.alignment?.session?.plan.deviceCount)
      #expect(deviceCount == 5 || quality.hostileCount > 0)
      let correction = Double(device.peer?.correction ?? 0) / 1e6
      let expected = (device.output - peers.devices[0].output) * 1000
      #expect((correction - expected).magnitude < 2 * quality.agreement, "\(correction) ms")
    }
    #expect(peers.devices[0].peer?.correction == 0)
  }
}

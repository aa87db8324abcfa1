@testable import Connections
import Metronome
import Testing

/// In nanoseconds.
private let second: Int64 = 1_000_000_000

@Suite("What the user of pages reads of leaders")
struct PacketRelaysTests {
  private let question = BeatPacket(asker: 5, asked: 1)

  /// The answer of a leader: 7 was told to lead.
  private func answer(_ leader: UInt64) -> [UInt8] {
    let answer = BeatPacket.Answer(
      leader: leader, received: 1, answered: 2, age: 100 * second, isChosen: leader == 7)
    return BeatPacket(asker: 5, asked: 1, answer: answer).encoded()
  }

  private func meet(
    _ relay: inout PacketRelay<NetworkAddress>, _ leader: UInt64, _ sender: NetworkAddress,
    at time: Int64
  ) {
    _ = relay.send(question.encoded(), at: time * second)
    _ = relay.receive(answer(leader), from: sender)
  }

  /// Asks for eight seconds in vain.
  private func lose(_ relay: inout PacketRelay<NetworkAddress>, at time: Int64) {
    for number in 0..<40 as Range<Int64> {
      let asked = BeatPacket(asker: 5, asked: 100 + number)
      _ = relay.send(asked.encoded(), at: time * second + number * second / 5)
    }
  }

  @Test("each thing is said once, however many pages know it")
  func once() {
    let relays = PacketRelays(to: .anywhere, port: 8442)
    var pages = (0..<3).map { _ in relays.relay() }
    func sentences(_ body: (inout PacketRelay<NetworkAddress>) -> Void) -> [String] {
      pages.indices.flatMap { index in
        body(&pages[index])
        return relays.sentences(of: &pages[index])
      }
    }
    #expect(
      sentences { lose(&$0, at: 0) } == [
        """
        No metronome leads in this network. Start one with kammerton metronome --lead, or name its host \
        with --join HOST; pages wait.
        """
      ])
    #expect(
      sentences { meet(&$0, 7, .host(1), at: 20) } == [
        "Pages follow the metronome at 10.0.0.1:8442."
      ])
    #expect(
      sentences { meet(&$0, 8, .host(2), at: 30) } == [
        "Another metronome leads too, at 10.0.0.2:8442. Pages follow 10.0.0.1:8442."
      ])
    #expect(
      sentences { lose(&$0, at: 40) } == [
        "The metronome at 10.0.0.1:8442 does not answer. Pages go on as they were."
      ])
    #expect(
      sentences { meet(&$0, 7, .host(1), at: 60) } == [
        "The metronome at 10.0.0.1:8442 answers again."
      ])
  }

  @Test("only the port of the metronomes is believed")
  func port() {
    let relays = PacketRelays(to: .anywhere, port: 8442)
    #expect(relays.accepts(.host(1)) && !relays.accepts(.host(1, port: 53)))
  }

  @Test("a host that does not answer is named")
  func host() {
    let relays = PacketRelays(to: .host([.host(1)], name: "studio.local"), port: 8442)
    var relay = relays.relay()
    lose(&relay, at: 0)
    #expect(
      relays.sentences(of: &relay) == [
        "studio.local does not answer. Start the leader there, or check the address; pages wait."
      ])
  }
}

extension NetworkAddress {
  /// 10.0.0.`host`, at the port of metronomes.
  fileprivate static func host(_ host: UInt8, port: UInt16 = 8442) -> NetworkAddress {
    NetworkAddress(host: (0x0A00_0000 | UInt32(host)).bigEndian, port: port)
  }
}

@testable import Connections
import Metronome
import Testing
import _TestSignals

/// In nanoseconds.
private let second: Int64 = 1_000_000_000

@Suite("The packets of a page")
struct PacketRelayTests {
  private let leader = FakeLeader(number: 7, isChosen: true)
  private let report = AlignmentPacket.Report(
    asker: 5, asked: 3, hasMicrophone: true, session: 0, delays: [])

  /// A page that joins the metronome at host 1, and asks at most ten times a second.
  private struct Page {
    var relay = PacketRelay(to: .host([.host(1)], name: "studio"), port: 8442)
    var time: Int64 = 0

    mutating func ask(after pause: Int64 = second / 10) -> PacketRelay.Outgoing? {
      time += pause
      return relay.take(message: BeatPacket(asker: 5, asked: time).encoded(), at: time)
    }

    mutating func hear(_ leader: FakeLeader, from sender: NetworkAddress = .host(1)) -> Bool {
      relay.take(packet: leader.answer(to: BeatPacket(asker: 5, asked: time)), from: sender)
    }

    /// Asks and hears for so many seconds.
    mutating func run(_ seconds: Int, _ leader: FakeLeader?) {
      for _ in 0..<10 * seconds {
        _ = ask()
        if let leader { _ = hear(leader) }
      }
    }
  }

  @Test(
    "a question goes to everybody at first, then to the leader alone, and every 5 s to everybody")
  func questions() throws {
    var page = Page(relay: PacketRelay(to: .anywhere, port: 9))
    let everybody = NetworkAddress.everybody(port: 9)
    #expect(page.ask()?.addresses == everybody)
    #expect(page.hear(leader, from: .host(2, port: 9)) == true)
    var searches = 0
    for _ in 0..<200 {
      let outgoing = page.ask()
      let addresses = try #require(outgoing).addresses
      #expect(addresses[0] == .host(2, port: 9))
      #expect(addresses.count == 1 || addresses.dropFirst() == everybody[...])
      if addresses.count > 1 { searches += 1 }
      #expect(page.hear(leader, from: .host(2, port: 9)) == true)
    }
    #expect(searches == 4)
  }

  @Test("what goes out is the question, and nothing that a page has added")
  func rewritten() {
    var page = Page()
    let question = BeatPacket(asker: 5, asked: 8).encoded()
    var message = question
    for index in 24..<104 { message[index] = 0xAA }
    (message[6], message[7]) = (3, 3)
    #expect(page.relay.take(message: message, at: 0)?.bytes == question)
  }

  @Test("answers, other lengths and other kinds of a page go nowhere")
  func refused() {
    var page = Page()
    let question = BeatPacket(asker: 5, asked: 1)
    let messages: [[UInt8]] = [
      leader.answer(to: question), leader.answer(to: report), [], question.encoded() + [0],
      Array(question.encoded().dropLast()), [UInt8](repeating: 0, count: 104),
      AlignmentPacket.report(report).encoded(),  // before there is a leader
    ]
    for message in messages { #expect(page.relay.take(message: message, at: 0) == nil) }
  }

  @Test("reports go to the leader alone, whose answer comes back once")
  func reports() {
    var page = Page()
    page.run(1, leader)
    let packet = AlignmentPacket.report(report).encoded()
    #expect(
      page.relay.take(message: packet, at: page.time)
        == .init(bytes: packet, addresses: [.host(1)]))
    #expect(
      page.relay.take(packet: FakeLeader(number: 8).answer(to: report), from: .host(1)) == false)
    #expect(page.relay.take(packet: leader.answer(to: report), from: .host(1)) == true)
    #expect(page.relay.take(packet: leader.answer(to: report), from: .host(1)) == false)
  }

  @Test("the page gets the first answer to what it has asked, and no other packet")
  func answers() {
    var page = Page()
    _ = page.ask()
    let question = BeatPacket(asker: 5, asked: page.time)
    let answer = leader.answer(to: question)
    #expect(page.relay.take(packet: question.encoded(), from: .host(1)) == false)
    #expect(page.relay.take(packet: answer, from: .host(1, port: 53)) == false)
    #expect(page.relay.take(packet: answer + [0], from: .host(1)) == false)
    let others = leader.answer(to: BeatPacket(asker: 6, asked: page.time))
    #expect(page.relay.take(packet: others, from: .host(1)) == false)
    #expect(
      page.relay.take(packet: leader.answer(to: BeatPacket(asker: 5, asked: 1)), from: .host(1))
        == false)
    #expect(page.relay.take(packet: answer, from: .host(1)) == true)
    #expect(page.relay.take(packet: answer, from: .host(1)) == false)
  }

  @Test("of two that lead, the page hears the one that metronomes follow")
  func two() {
    var page = Page()
    page.relay = PacketRelay(to: .anywhere, port: 8442)
    page.run(1, FakeLeader(number: 8))
    _ = page.ask()
    #expect(page.hear(leader, from: .host(2)) == true)
    #expect(page.hear(FakeLeader(number: 8)) == false)
    #expect(
      page.relay.takeNews() == [
        .following(.host(1)), .following(.host(2)), .another(.host(1), chosen: .host(2)),
      ])
  }

  @Test("a leader that is silent for 3 s is lost, and everybody is asked until one answers")
  func loss() {
    var page = Page()
    page.run(4, leader)
    page.run(2, nil)
    #expect(page.relay.takeNews() == [.following(.host(1))])
    page.run(2, nil)
    #expect(page.relay.takeNews() == [.lost(.host(1))])
    let again = FakeLeader(number: 9, seconds: 1)
    _ = page.ask()
    #expect(page.hear(again) == true)
    #expect(page.relay.takeNews() == [.following(.host(1))])
    page.run(5, nil)
    page.run(1, again)
    #expect(page.relay.takeNews() == [.lost(.host(1)), .back(.host(1))])
  }

  @Test("a page that pauses has lost nothing", arguments: [4, 60])
  func pauses(seconds: Int64) {
    var page = Page()
    page.run(1, leader)
    _ = page.ask()  // whose answer was lost
    for _ in 0..<3 { #expect(page.ask(after: seconds * second) != nil) }
    #expect(page.hear(leader) == true)
    #expect(page.relay.takeNews() == [.following(.host(1))])
  }

  @Test("nobody is news once, after 3 s")
  func nobody() {
    var page = Page()
    page.run(3, nil)
    #expect(page.relay.takeNews() == [])
    page.run(20, nil)
    #expect(page.relay.takeNews() == [.nobody])
  }

  @Test("of a thousand questions a second, a hundred go to the leader, and five to everybody")
  func flood() {
    var page = Page()
    page.run(1, leader)
    _ = page.relay.takeNews()
    page.time += 10 * second
    let passed = (0..<10_000).count { _ in page.ask(after: second / 1000) != nil }
    #expect((1090...1110).contains(passed))  // and a hundred at once
    var other = Page()
    let searched = (0..<10_000).count { _ in other.ask(after: second / 1000) != nil }
    #expect((48...52).contains(searched))
  }

  @Test("random packets of either side bring nothing down and nothing through")
  func random() {
    var page = Page()
    page.run(1, leader)
    var random = SeededRandom(seed: 3)
    for _ in 0..<20_000 {
      var bytes = Array("KMet".utf8) + [1, UInt8.random(in: 0...5, using: &random), 0, 0]
      bytes += (0..<96).map { _ in UInt8.random(in: 0...255, using: &random) }
      if let outgoing = page.relay.take(message: bytes, at: page.time) {
        #expect(outgoing.bytes[5] == 1 || outgoing.bytes[5] == 3)
        #expect(outgoing.addresses == [.host(1)])
      }
      #expect(page.relay.take(packet: bytes, from: .host(1)) == false)
      page.time += second / 100
    }
  }
}

@Suite("What the user of pages reads of leaders")
struct PacketRelaysTests {
  private let question = BeatPacket(asker: 5, asked: 1)
  private let leader = FakeLeader(number: 7, isChosen: true)

  private func meet(
    _ relay: inout PacketRelay, _ leader: FakeLeader, _ sender: NetworkAddress, at time: Int64
  ) {
    _ = relay.take(message: question.encoded(), at: time * second)
    _ = relay.take(packet: leader.answer(to: question), from: sender)
  }

  /// Asks for eight seconds in vain.
  private func lose(_ relay: inout PacketRelay, at time: Int64) {
    for number in 0..<40 as Range<Int64> {
      let asked = BeatPacket(asker: 5, asked: 100 + number)
      _ = relay.take(message: asked.encoded(), at: time * second + number * second / 5)
    }
  }

  @Test("each thing is said once, however many pages know it")
  func once() {
    let relays = PacketRelays(to: .anywhere, port: 8442)
    var pages = (0..<3).map { _ in relays.relay() }
    func sentences(_ body: (inout PacketRelay) -> Void) -> [String] {
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
      sentences { meet(&$0, leader, .host(1), at: 20) } == [
        "Pages follow the metronome at 10.0.0.1:8442."
      ])
    #expect(
      sentences { meet(&$0, FakeLeader(number: 8), .host(2), at: 30) } == [
        "Another metronome leads too, at 10.0.0.2:8442. Pages follow 10.0.0.1:8442."
      ])
    #expect(
      sentences { lose(&$0, at: 40) } == [
        "The metronome at 10.0.0.1:8442 does not answer. Pages go on as they were."
      ])
    #expect(
      sentences { meet(&$0, leader, .host(1), at: 60) } == [
        "The metronome at 10.0.0.1:8442 answers again."
      ])
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

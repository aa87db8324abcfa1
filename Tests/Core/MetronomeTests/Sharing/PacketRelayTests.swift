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

  /// A page that joins the metronome at address 1, and asks at most ten times a second.
  private struct Page {
    var relay = PacketRelay<Int>(asksOneHost: true)
    var time: Int64 = 0

    mutating func ask(after pause: Int64 = second / 10) -> BeatDatagram<Int>? {
      time += pause
      return relay.send(BeatPacket(asker: 5, asked: time).encoded(), at: time)
    }

    mutating func hear(_ leader: FakeLeader, from sender: Int = 1) -> Bool {
      relay.receive(leader.answer(to: BeatPacket(asker: 5, asked: time)), from: sender)
    }

    mutating func events() -> [BeatEvent<Int>] {
      var events: [BeatEvent<Int>] = []
      while let event = relay.nextEvent() { events.append(event) }
      return events
    }

    /// Asks and hears for this many seconds.
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
    var page = Page(relay: PacketRelay(asksOneHost: false))
    #expect(page.ask()?.addresses(among: [4, 2, 5]) == [4, 2, 5])
    #expect(page.hear(leader, from: 2) == true)
    var searches = 0
    for _ in 0..<200 {
      let outgoing = page.ask()
      let addresses = try #require(outgoing).addresses(among: [4, 2, 5])
      #expect(addresses == [2] || addresses == [2, 4, 5])
      if addresses.count > 1 { searches += 1 }
      #expect(page.hear(leader, from: 2) == true)
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
    #expect(page.relay.send(message, at: 0)?.bytes == question)
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
    for message in messages { #expect(page.relay.send(message, at: 0) == nil) }
  }

  @Test("reports go to the leader alone, whose answer comes back once")
  func reports() {
    var page = Page()
    page.run(1, leader)
    let packet = AlignmentPacket.report(report).encoded()
    let outgoing = page.relay.send(packet, at: page.time)
    #expect(outgoing?.bytes == packet && outgoing?.addresses(among: [4, 5]) == [1])
    #expect(
      page.relay.receive(FakeLeader(number: 8).answer(to: report), from: 1) == false)
    #expect(page.relay.receive(leader.answer(to: report), from: 1) == true)
    #expect(page.relay.receive(leader.answer(to: report), from: 1) == false)
  }

  @Test("the page gets the first answer to what it has asked, and no other packet")
  func answers() {
    var page = Page()
    _ = page.ask()
    let question = BeatPacket(asker: 5, asked: page.time)
    let answer = leader.answer(to: question)
    #expect(page.relay.receive(question.encoded(), from: 1) == false)
    #expect(page.relay.receive(answer + [0], from: 1) == false)
    let others = leader.answer(to: BeatPacket(asker: 6, asked: page.time))
    #expect(page.relay.receive(others, from: 1) == false)
    #expect(
      page.relay.receive(leader.answer(to: BeatPacket(asker: 5, asked: 1)), from: 1)
        == false)
    #expect(page.relay.receive(answer, from: 1) == true)
    #expect(page.relay.receive(answer, from: 1) == false)
  }

  @Test("of two that lead, the page hears the one that metronomes follow")
  func two() {
    var page = Page()
    page.relay = PacketRelay(asksOneHost: false)
    page.run(1, FakeLeader(number: 8))
    _ = page.ask()
    #expect(page.hear(leader, from: 2) == true)
    #expect(page.hear(FakeLeader(number: 8)) == false)
    #expect(
      page.events() == [
        .following(1), .following(2), .another(1, followed: 2),
      ])
  }

  @Test("a leader that is silent for 3 s is lost, and everybody is asked until one answers")
  func loss() {
    var page = Page()
    page.run(4, leader)
    page.run(2, nil)
    #expect(page.events() == [.following(1)])
    page.run(2, nil)
    #expect(page.events() == [.lost(1)])
    let again = FakeLeader(number: 9, seconds: 1)
    _ = page.ask()
    #expect(page.hear(again) == true)
    #expect(page.events() == [.following(1)])
    page.run(5, nil)
    page.run(1, again)
    #expect(page.events() == [.lost(1), .back(1)])
  }

  @Test("a page that pauses has lost nothing", arguments: [4, 60])
  func pauses(seconds: Int64) {
    var page = Page()
    page.run(1, leader)
    _ = page.ask()  // whose answer was lost
    for _ in 0..<3 { #expect(page.ask(after: seconds * second) != nil) }
    #expect(page.hear(leader) == true)
    #expect(page.events() == [.following(1)])
  }

  @Test("nobody is news once, after 3 s")
  func nobody() {
    var page = Page()
    page.run(3, nil)
    #expect(page.events() == [])
    page.run(20, nil)
    #expect(page.events() == [.nobody])
  }

  @Test("of a thousand questions a second, a hundred go to the leader, and five to everybody")
  func flood() {
    var page = Page()
    page.run(1, leader)
    _ = page.events()
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
      if let outgoing = page.relay.send(bytes, at: page.time) {
        #expect(outgoing.bytes[5] == 1 || outgoing.bytes[5] == 3)
        #expect(outgoing.addresses(among: [1]) == [1])
      }
      #expect(page.relay.receive(bytes, from: 1) == false)
      page.time += second / 100
    }
  }
}

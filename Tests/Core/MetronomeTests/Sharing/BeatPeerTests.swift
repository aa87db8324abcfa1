import Metronome
import Testing

@Suite("A metronome that leads or follows")
struct BeatPeerTests {
  private static let second: Int64 = 1_000_000_000

  private func peer(
    _ role: BeatPeer<Int>.Role, _ number: UInt64, aligns: Bool = false
  ) -> BeatPeer<Int> {
    BeatPeer(role, number: number, aligns: aligns, at: 0)
  }

  /// The packets of one that are due now.
  private func packets(of peer: inout BeatPeer<Int>, at time: Int64 = 0) -> [BeatDatagram<Int>] {
    var packets: [BeatDatagram<Int>] = []
    peer.advance(to: time)
    while let packet = peer.nextDatagram(at: time) { packets.append(packet) }
    return packets
  }

  private func events(of peer: inout BeatPeer<Int>) -> [BeatPeerEvent<Int>] {
    var events: [BeatPeerEvent<Int>] = []
    while let event = peer.nextEvent() { events.append(event) }
    return events
  }

  /// What one answers to the questions of another one.
  private func exchange(
    _ asker: inout BeatPeer<Int>, with leader: inout BeatPeer<Int>, at place: Int,
    time: Int64 = 0
  ) {
    for question in packets(of: &asker, at: time) {
      leader.receive(question.bytes, from: 9, at: time)
    }
    for answer in packets(of: &leader, at: time) where answer.address == 9 {
      asker.receive(answer.bytes(leaving: time), from: place, at: time)
    }
  }

  @Test("of two that lead, both say what they do, once, and the one that yields follows")
  func fight() {
    var (winner, loser) = (peer(.leader(isChosen: true), 1), peer(.leader(isChosen: false), 2))
    for time in [0, 5, 10] as [Int64] {
      exchange(&winner, with: &loser, at: 4, time: time * Self.second)
    }
    #expect(events(of: &winner) == [.kept(against: 4)])
    #expect(winner.isLeading && loser.isLeading)
    exchange(&loser, with: &winner, at: 3, time: 15 * Self.second)
    #expect(events(of: &loser) == [.yielded(to: 3)])
    #expect(!loser.isLeading && loser.course == nil && loser.status == .following)
    // It asks that one, and looks for others, too.
    let packet = packets(of: &loser, at: 15 * Self.second).first
    #expect(packet?.address == 3 && packet?.isForEverybody == true)
  }

  @Test("a follower ignores a weaker leader, and says so once")
  func weaker() {
    var follower = peer(.follower, 5)
    var (strong, weak) = (peer(.leader(isChosen: true), 1), peer(.leader(isChosen: false), 2))
    exchange(&follower, with: &strong, at: 3)
    for time in 1...3 as ClosedRange<Int64> {
      exchange(&follower, with: &weak, at: 4, time: time * Self.second)
    }
    #expect(
      events(of: &follower) == [.follower(.following(3)), .follower(.another(4, followed: 3))])
  }

  @Test("nobody answers: that is told once, after three seconds")
  func nobody() {
    var follower = peer(.follower, 5)
    for time in 0...12 as ClosedRange<Int64> {
      _ = packets(of: &follower, at: time * Self.second / 4)
    }
    #expect(events(of: &follower).isEmpty && follower.status == .asking)
    for time in 13...40 as ClosedRange<Int64> {
      #expect(packets(of: &follower, at: time * Self.second / 4).map(\.isForEverybody) == [true])
    }
    #expect(events(of: &follower) == [.follower(.nobody)] && follower.status == .alone)
  }

  @Test("a leader that is lost gets no reports, and it is not said that it does not align")
  func reports() {
    var (follower, leader) = (
      peer(.follower, 5, aligns: true), peer(.leader(isChosen: true), 1, aligns: true)
    )
    func reportCount(_ time: Int64) -> Int {
      packets(of: &follower, at: time).count {
        if case .report? = AlignmentPacket($0.bytes) { true } else { false }
      }
    }
    for time in 0..<10 as Range<Int64> {
      exchange(&follower, with: &leader, at: 3, time: time * Self.second / 10)
    }
    #expect(reportCount(2 * Self.second) == 1)
    let late = (40..<400).map { reportCount($0 * Self.second / 10) }
    #expect(late.reduce(0, +) == 0)
    #expect(events(of: &follower) == [.follower(.following(3)), .follower(.lost(3))])
  }

  @Test("a leader believes no answer to a question that it did not ask")
  func unasked() {
    var leader = peer(.leader(isChosen: false), 1)
    _ = packets(of: &leader)
    for (asker, asked, isBelieved) in [(1, 7, false), (2, 0, false), (1, 0, true)]
      as [(UInt64, Int64, Bool)]
    {
      let answer = BeatPacket.Answer(
        leader: 3, received: 0, answered: 0, age: 0, isChosen: true)
      leader.receive(
        BeatPacket(asker: asker, asked: asked, answer: answer).encoded(), from: 4, at: 1)
      #expect(leader.isLeading == !isBelieved)
    }
  }

  @Test("a question is answered with as many bytes, and its answer tells when it leaves")
  func answers() throws {
    var leader = peer(.leader(isChosen: true), 1)
    _ = packets(of: &leader)
    leader.receive(BeatPacket(asker: 5, asked: 3).encoded(), from: 4, at: 70)
    let answers = packets(of: &leader, at: 71)
    let packet = try #require(answers.first?.bytes(leaving: 75))
    #expect(answers.count == 1 && packet.count == BeatPacket.byteCount)
    let answer = try #require(BeatPacket(packet)?.answer)
    #expect(answer.received == 70 && answer.answered == 75 && answer.age == 70)
  }
}

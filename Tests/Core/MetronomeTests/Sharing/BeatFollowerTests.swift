import Metronome
import Testing

@Suite("A follower of a shared beat")
struct BeatFollowerTests {
  private static let second: Int64 = 1_000_000_000

  /// The beat of a leader that plays 120 since its clock was at 2000 s.
  private func beat() throws -> BeatPacket.Beat {
    BeatPacket.Beat(
      course: BeatCourse(
        time: 2000 * Self.second, beat: 0, tempo: try Tempo(notation: "120"),
        meter: try Meter(notation: "3/4")), section: 7)
  }

  private func answer(
    _ exchange: ClockOffset.Exchange, leader: UInt64 = 9, beat: BeatPacket.Beat?
  ) -> BeatPacket.Answer {
    BeatPacket.Answer(
      leader: leader, received: exchange.received, answered: exchange.answered, age: Self.second,
      isChosen: false, beat: beat)
  }

  /// Asks as often as the follower wants to.
  private func follow(
    _ network: inout SimulatedNetwork, seconds: Double
  ) throws -> (follower: BeatFollower, questionCount: Int) {
    var follower = BeatFollower(number: 5)
    var (time, count) = (0.0, 0)
    while time < seconds {
      count += 1
      let question = follower.question(at: Int64(time * 1e9))
      if let exchange = network.exchange(at: time) {
        #expect(follower.hasAsked(question.asker, at: question.asked))
        follower.process(
          answer(exchange, beat: try beat()), asked: question.asked, returned: exchange.returned)
      }
      time += Double(follower.pause) / 1e9
    }
    return (follower, count)
  }

  @Test("knows the leader's beat within a millisecond after ten seconds of a bad network")
  func course() throws {
    var network = SimulatedNetwork(seed: 11)
    (network.drift, network.jitter, network.loss) = (5e-5, 0.005, 0.05)
    let (follower, _) = try follow(&network, seconds: 10)
    let (course, key) = try #require(follower.leader?.course)
    #expect(key == BeatKey(source: 1, section: 7))
    for time in [10.0, 12] {
      let truth = try beat().course.beat(at: network.other(time))
      // Beats of half a second.
      #expect((course.beat(at: Int64(time * 1e9)) - truth).magnitude < 0.002)
    }
  }

  @Test("asks ten times a second once it knows the clock, and 50 times before")
  func pauses() throws {
    var network = SimulatedNetwork(seed: 12)
    #expect(try follow(&network, seconds: 0.3).questionCount == 15)
    #expect(try follow(&network, seconds: 10.35).questionCount == 16 + 100)
  }

  @Test(
    "without an answer for three seconds the leader is lost, once, and back with the next answer")
  func loss() throws {
    var network = SimulatedNetwork(seed: 13)
    var (follower, _) = try follow(&network, seconds: 2)
    let losses = [4, 6, 7].map { follower.noteLoss(at: $0 * Self.second) }
    #expect(losses == [false, true, false] && follower.isAlone)
    // The beat goes on meanwhile.
    #expect(follower.leader?.course != nil)
    let next = network.exchange(at: 8)
    let exchange = try #require(next)
    let back = follower.process(
      answer(exchange, beat: nil), asked: exchange.asked, returned: exchange.returned)
    #expect(back == .back && !follower.isAlone)
  }

  @Test("another leader has another clock and counts anew")
  func another() throws {
    var network = SimulatedNetwork(seed: 14)
    var (follower, _) = try follow(&network, seconds: 2)
    network.offset = 50
    for index in 0..<8 {
      let next = network.exchange(at: 2 + Double(index) / 10)
      let exchange = try #require(next)
      #expect(follower.leader?.course == nil || index == 0)
      let change = follower.process(
        answer(exchange, leader: 10, beat: try beat()), asked: exchange.asked,
        returned: exchange.returned)
      #expect(change == (index == 0 ? .leader : nil))
    }
    #expect(follower.leader?.course?.key == BeatKey(source: 2, section: 7))
  }

  @Test("knows its own questions, and those of the last seconds only")
  func questions() {
    var follower = BeatFollower(number: 5)
    for time in 0..<100 { _ = follower.question(at: Int64(time)) }
    #expect(follower.hasAsked(5, at: 99) && follower.hasAsked(5, at: 36))
    #expect(!follower.hasAsked(5, at: 35) && !follower.hasAsked(6, at: 99))
  }
}

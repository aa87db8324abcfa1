@testable import CommandKit
@testable import Connections
import Metronome
import Testing

@Suite("Two metronomes that lead")
struct LeaderRankTests {
  private let second: Int64 = 1_000_000_000

  private func rank(_ isChosen: Bool, _ age: Int64, _ number: UInt64) -> LeaderRank {
    LeaderRank(isChosen: isChosen, age: age, number: number)
  }

  @Test("of every two, exactly one yields, also if each sees the other's age half a second late")
  func exactlyOne() {
    let ranks = [
      rank(true, 0, 1), rank(true, 9 * second, 2), rank(true, 9 * second, 3), rank(false, 0, 4),
      rank(false, 100 * second, 5), rank(false, .max, 6), rank(false, .min, 7),
    ]
    for (index, one) in ranks.enumerated() {
      for other in ranks[(index + 1)...] {
        #expect(one.yields(to: other) != other.yields(to: one))
      }
    }
  }

  @Test(
    "one that was told to lead goes before one that leads because nobody did, then the older one")
  func order() {
    #expect(rank(false, 100 * second, 9).yields(to: rank(true, 0, 1)))
    #expect(rank(true, 0, 9).yields(to: rank(true, 2 * second, 1)))
    #expect(rank(true, 0, 1).yields(to: rank(true, second / 2, 9)))
    #expect(rank(true, second / 2, 1).yields(to: rank(true, 0, 9)))
  }

  private func node(chosen: Bool, number: UInt64, leading: Bool = true) -> MetronomePeer {
    MetronomePeer(
      leading: leading, isChosen: chosen, place: .anywhere, port: 9, number: number, now: { 0 })
  }

  private let address = NetworkAddress(host: 0x0100_007F, port: 8442)

  @Test("both say what they do, once, and the one that yields follows")
  func fight() {
    let (winner, loser) = (node(chosen: true, number: 1), node(chosen: false, number: 2))
    var known: Set<UInt64> = []
    let question = BeatPacket(asker: 3, asked: 0)
    for _ in 0..<3 {
      if let answer = loser.answer(to: question, received: 0).answer {
        winner.meet(answer, from: address, known: &known)
      }
    }
    #expect(
      winner.takeNews()
        == "Another metronome leads too, at 127.0.0.1:8442. This one goes on; the other one follows."
    )
    #expect(winner.takeNews() == nil && winner.guidance() == .own)
    if let answer = winner.answer(to: question, received: 0).answer {
      loser.meet(answer, from: address, known: &known)
    }
    #expect(
      loser.takeNews()
        == "Another metronome leads already, at 127.0.0.1:8442. This one follows it now.")
    #expect(loser.guidance() == .waiting)
  }

  @Test("a follower ignores a weaker leader, and says so once")
  func weaker() throws {
    let follower = node(chosen: false, number: 5, leading: false)
    let question = BeatPacket(asker: 5, asked: 0)
    let strong = try #require(
      node(chosen: true, number: 1).answer(to: question, received: 0).answer)
    let weak = try #require(node(chosen: false, number: 2).answer(to: question, received: 0).answer)
    let other = NetworkAddress(host: 0x0200_007F, port: 8442)
    follower.take(0, strong, returned: 1, from: address)
    for _ in 0..<3 { follower.take(0, weak, returned: 1, from: other) }
    #expect(follower.takeNews() == "Following the metronome at 127.0.0.1:8442.")
    #expect(
      follower.takeNews()
        == "Another metronome leads too, at 127.0.0.2:8442. This one follows 127.0.0.1:8442.")
    #expect(follower.takeNews() == nil)
  }
}

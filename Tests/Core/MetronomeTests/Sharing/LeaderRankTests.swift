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
}

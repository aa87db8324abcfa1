import Testing

@testable import SoundModem

@Suite("The rate of false alarms")
struct FalseAlarmRateTests {
  /// A candidate with a score in 64ths of the threshold.
  private func candidate(_ score: Float) -> PreambleCandidate {
    let score = score / 64 * PreambleSearch.threshold(.tones)
    return PreambleCandidate(kind: .tones, score: score, position: 0, start: 0, dopplerScale: 0)
  }

  /// How many of the candidates of some seconds are admitted.
  private func admitted(
    _ rate: inout FalseAlarmRate, perSecond: Int, seconds: Int, score: Float
  ) -> Int {
    var count = 0
    for _ in 0..<perSecond * seconds {
      rate.pass(seconds: 1 / Double(perSecond))
      if rate.admit(candidate(score)) { count += 1 }
    }
    return count
  }

  @Test("two candidates a second, as of noise, are all looked at")
  func noise() {
    var rate = FalseAlarmRate()
    #expect(admitted(&rate, perSecond: 2, seconds: 60, score: 65) == 120)
  }

  @Test("of fifty a second, as of music, few are; a better one is all the same")
  func music() {
    var rate = FalseAlarmRate()
    let count = admitted(&rate, perSecond: 50, seconds: 60, score: 90)
    #expect(count < 60 * 4)
    let (isFaintAdmitted, isClearAdmitted) = (
      rate.admit(candidate(65)), rate.admit(candidate(500))
    )
    #expect(!isFaintAdmitted && isClearAdmitted)
    #expect(rate.readingCount < HeaderReader.readingCount)
  }

  @Test("some seconds after the music everything is looked at again")
  func quiet() {
    var rate = FalseAlarmRate()
    _ = admitted(&rate, perSecond: 50, seconds: 60, score: 1000)
    for _ in 0..<1000 { rate.pass(seconds: 0.02) }
    let isAdmitted = rate.admit(candidate(65))
    #expect(isAdmitted)
    #expect(rate.readingCount == HeaderReader.readingCount)
  }
}

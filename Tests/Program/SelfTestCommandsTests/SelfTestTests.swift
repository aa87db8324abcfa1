import Foundation
import PitchEstimation
import Testing
@testable import SelfTestCommands

@Suite("Self-test")
struct SelfTestTests {
  @Test("equal seeds give equal bits, 10 dB lie between tone and noise")
  func tones() {
    let (first, second) = (SelfTestTones(count: 4, seed: 7), SelfTestTones(count: 4, seed: 7))
    #expect(first.noisyTones.map(\.samples) == second.noisyTones.map(\.samples))
    #expect(first.tones.map(\.frequency) != SelfTestTones(count: 4, seed: 8).tones.map(\.frequency))
    for tone in first.tones { #expect(abs(level(tone.samples) + 20) < 0.1) }
    #expect(abs(level(first.noise) + 30) < 0.1)
  }

  private func level(_ samples: [Float]) -> Double {
    let power = samples.reduce(0) { $0 + Double($1) * Double($1) } / Double(samples.count)
    return 10 * log10(power)
  }

  @Test("YIN is within 0.1 cents on clean tones")
  func result() throws {
    let tones = SelfTestTones(count: 4, seed: 1)
    let result = try SelfTestResult(method: "yin", tones: tones) {
      try PitchTracker(
        YIN(sampleRate: 44_100, searchRange: 80...2500), sampleRate: 44_100, hopSize: 441)
    }
    #expect(try #require(result.medianError) < 0.1)
    #expect(result.missed == 0)
    #expect(result.falseAlarms < 0.02)
    #expect(result.speed > 0)
    #expect(SelfTestTable.row(result).hasPrefix("yin "))
    #expect(SelfTestTable.row(result).count == SelfTestTable.header.count)
    let json = try JSONSerialization.jsonObject(
      with: Data(SelfTestTable.json([result, result]).utf8))
    #expect((json as? [[String: Any]])?.count == 2)
  }

  @Test("ten harmonics of amplitude 1/k bound the error as a sine of ten times the power does")
  func boundOfSine() {
    // Kay, Fundamentals of Statistical Signal Processing, 1993, example 3.14: for a real sine the
    // variance of ω is at least 12/(η N (N² - 1)), with η its power over that of the noise. Here
    // Σ k² A² / 2 = 5, as of one sine of amplitude √10.
    let noise = (1...10).reduce(0) { $0 + 0.5 / Double($1 * $1) } / 100
    let deviation = (12 / (5 / noise * pow(4410, 3))).squareRoot() * 44_100 / (2 * .pi)
    let cents = 1200 * log2(1 + deviation / 440)
    #expect(abs(SelfTestBound.bound(frequency: 440, signalToNoise: 20) / cents - 1) < 0.001)
  }

  @Test(
    "three samples of a sine bound the variance by the noise's, two of a halving one by 2.5 of it")
  func boundByHand() {
    // Σ n² − (Σ n)²/3 of n = 0, 1, 2 is 5 − 3 = 2, and 2 σ²/2 = σ².
    #expect(SelfTestBound.variance(powers: [[1, 1, 1]], noise: 1) == 1)
    // A² of 4 and 1 at n = 0, 1: 1 − 1²/5 = 0.8, and 2/0.8 = 2.5.
    #expect(abs(SelfTestBound.variance(powers: [[4, 1]], noise: 1) - 2.5) < 1e-12)
    // A second partial tells four times as much: 2/(2 + 4 · 2) = 0.2.
    #expect(abs(SelfTestBound.variance(powers: [[1, 1, 1], [1, 1, 1]], noise: 1) - 0.2) < 1e-12)
  }

  @Test("a sine is bounded as in the textbook: 0.0436 cents at 330 Hz and 20 dB, over 0.1 s")
  func boundOfPureTone() {
    // 12/(η N³) with η = 100 and N = 4410, for example 3.14 of Kay.
    let deviation = (12 / (100 * pow(4410.0, 3))).squareRoot() * 44_100 / (2 * .pi)
    let expected = 1200 * log2(1 + deviation / 330)
    let bound = SelfTestBound.bound(frequency: 330, signalToNoise: 20, shape: .sine)
    #expect(abs(bound / expected - 1) < 0.001)
    #expect(abs(bound - 0.0436) < 0.0001)
  }

  @Test("of several seeds the mean and the worst are shown")
  func boundOfStub() throws {
    // Tones of 82...880 Hz are up to 4109 cents above 82 Hz.
    let results = try [1, 2].map { seed in
      try SelfTestBound(shape: .plucked, signalToNoise: 40, trials: 4, seed: seed) {
        StubTracker { time in (0.195...0.205).contains(time) ? 82 : nil }
      }
    }
    #expect(results.allSatisfy { $0.missed == 0 && $0.error > 100 && $0.error < 4109 })
    let bounds = SelfTestBounds(results)
    #expect(bounds.worstRatio == max(results[0].ratio, results[1].ratio))
    #expect(abs(bounds.meanRatio - (results[0].ratio + results[1].ratio) / 2) < 1e-6)
    let json = SelfTestTable.json([("stub", bounds)])
    let objects = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]]
    #expect(objects?.first?["tone"] as? String == "plucked")
  }

  @Test("the default is below the bound over 20 tones at 30 dB, and misses none")
  func bound() throws {
    let result = try SelfTestBound(signalToNoise: 30, trials: 20, seed: 1) {
      try MultiresolutionTracker(sampleRate: 44_100, searchRange: 40...2500, hopSize: 441)
    }
    // 200 tones come to 0.57; 20 scatter by a sixth.
    #expect(result.ratio < 0.9)
    #expect(result.missed == 0)
    let row = SelfTestTable.row(SelfTestBounds([result]), method: "best")
    #expect(row.count == SelfTestTable.boundHeader.count)
  }
}

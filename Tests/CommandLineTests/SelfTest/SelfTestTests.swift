import ArgumentParser
import Foundation
import PitchEstimation
import Testing

@testable import KammertonCommand

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

  @Test(
    "an unknown method, or too few tones, is refused with 64",
    arguments: [["fft0"], ["--tones", "0"], ["--tones", "1001"], ["--seed", "-1"]])
  func refusals(arguments: [String]) throws {
    let error = #expect(throws: (any Error).self) {
      try KammertonCommand.parseAsRoot(["selftest"] + arguments)
    }
    #expect(KammertonCommand.exitCode(for: try #require(error)).rawValue == 64)
  }
}

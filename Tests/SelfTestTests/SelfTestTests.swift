import Foundation
import PitchEstimation
import Testing

@testable import SelfTest

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

  @Test("the default is within 1.6 of the bound over 20 tones at 30 dB, and misses none")
  func bound() throws {
    let result = try SelfTestBound(signalToNoise: 30, trials: 20, seed: 1) {
      try MultiresolutionTracker(sampleRate: 44_100, searchRange: 40...2500, hopSize: 441)
    }
    // 1.3 is what 200 tones are held to by the benchmarks; 20 scatter by a sixth.
    #expect(result.ratio < 1.6)
    #expect(result.missed == 0)
  }

  @Test("the sweep's tones have the frequency, the level and the offset that they claim")
  func sweepTones() throws {
    #expect(SelfTestSweep.tones(isFull: false).count == 252)
    let tone = SelfTestSweep.Tone(
      shape: .sine, manner: .offset, frequency: 441, sampleRate: 44_100, range: nil)
    let samples = tone.samples
    #expect(samples.count == 44_100)
    // 100 samples a period: the mean of whole periods is the offset, their root mean square the level.
    let middle = samples[10_000..<20_000].map { Double($0) - 0.2 }
    #expect(abs(middle.reduce(0, +) / 10_000) < 1e-6)
    #expect(abs(middle.reduce(0) { $0 + $1 * $1 } / 10_000 - 0.02) < 1e-4)
    let quiet = SelfTestSweep.Tone(
      shape: .bowed, manner: .quiet, frequency: 441, sampleRate: 44_100, range: nil)
    let peak = try #require(quiet.samples.map(\.magnitude).max())
    #expect(abs(20 * log10(Double(peak)) + 50) < 0.1)
  }

  @Test("a tracker that is wrong or silent is told so, with the tone")
  func sweepFaults() throws {
    let tone = SelfTestSweep.Tone(
      shape: .sine, manner: .plain, frequency: 441, sampleRate: 44_100, range: nil)
    // What looks for pitches up to 400 Hz finds the octave below, or nothing.
    let tracker = try PitchTracker(
      YIN(sampleRate: 44_100, searchRange: 80...400), sampleRate: 44_100, hopSize: 882)
    let fault = try #require(SelfTestSweep.fault(of: tone, with: tracker))
    #expect("\(fault)".hasPrefix("wrong: sine, plain, 441.00 Hz at 44100 Hz"))
    let right = try PitchTracker(
      YIN(sampleRate: 44_100, searchRange: 80...1000), sampleRate: 44_100, hopSize: 882)
    #expect(SelfTestSweep.fault(of: tone, with: right) == nil)
  }
}

import Foundation
import PitchEstimation
import SignalProcessing
import Testing
@testable import SelfTestCommands

@Suite("Vibrato sweep of the self-test")
struct SelfTestVibratoSweepTests {
  @Test("a sine of 25 cents at 5.6 Hz around 3 is found to 0.0001")
  func fit() throws {
    let points = (0..<130).map { index in
      let time = 0.1 + Double(index) / 100
      return (time, 3 + 25 * sin(2 * .pi * 5.6 * time + 1))
    }
    let fit = try #require(SineFit(points, near: 5))
    #expect(abs(fit.mean - 3) < 1e-5)
    #expect(abs(fit.extent - 25) < 1e-4)
    #expect(abs(fit.rate - 5.6) < 1e-4)
    #expect(SineFit([(0, 1), (1, 2)], near: 5) == nil)
  }

  @Test(
    "extents of 94 % and rates of 98 % are wrong, 97 % and 99.5 % are not",
    arguments: [(0.94, 1.0, true), (0.97, 1, false), (1, 0.98, true), (1, 0.995, false)])
  func faults(extent: Double, rate: Double, isFault: Bool) {
    let tone = SelfTestVibratoSweep.Tone(
      shape: .sine, note: 60, vibrato: SelfTestVibrato(extent: 60, rate: 5.6), sampleRate: 44_100)
    let frequency = tone.frequency
    let score = SelfTestVibratoSweep.score(
      of: tone,
      with: StubTracker { time in
        frequency * exp2(extent * 60 / 1200 * sin(2 * .pi * rate * 5.6 * time))
      })
    #expect(score.isFault == isFault)
  }

  @Test("one unvoiced reading makes a tone wrong")
  func unvoiced() {
    let tone = SelfTestVibratoSweep.tones(isFull: false)[0]
    let (frequency, vibrato) = (tone.frequency, tone.vibrato)
    let score = SelfTestVibratoSweep.score(
      of: tone,
      with: StubTracker { time in
        abs(time - 0.7) < 0.001 ? nil : frequency * exp2(vibrato.cents(at: time) / 1200)
      })
    #expect(score.isFault)
    #expect("\(score)".hasSuffix("extent 10.0 cents, rate 4.00 Hz, 1 readings unvoiced"))
    var summary = SelfTestVibratoSummary()
    summary.add(score)
    #expect(summary.text(method: "stub").hasPrefix("stub: 1 of 1 tones with vibrato wrong"))
  }

  @Test("a tone goes 100 cents up and down, as its zero crossings show")
  func samples() throws {
    let tone = SelfTestVibratoSweep.Tone(
      shape: .sine, note: 69, vibrato: SelfTestVibrato(extent: 100, rate: 4), sampleRate: 48_000)
    let samples = tone.samples
    let rises = samples.indices.dropFirst().compactMap { index -> Double? in
      guard samples[index - 1] < 0, samples[index] >= 0 else { return nil }
      let share = Double(samples[index - 1] / (samples[index - 1] - samples[index]))
      return (Double(index - 1) + share) / 48_000
    }
    let found = zip(rises, rises.dropFirst()).map { 1200 * log2(1 / ($1 - $0) / tone.frequency) }
    #expect(abs(try #require(found.max()) - 100) < 1)
    #expect(abs(try #require(found.min()) + 100) < 1)
  }
}

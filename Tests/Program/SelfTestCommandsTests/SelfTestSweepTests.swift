import Foundation
import PitchEstimation
import SignalProcessing
import Testing
@testable import SelfTestCommands

@Suite("Sweep of the self-test")
struct SelfTestSweepTests {
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

  @Test("what cannot find a tone has it wrong")
  func lowRange() throws {
    // What looks for pitches up to 400 Hz finds the octave below, or nothing.
    let tracker = try PitchTracker(
      YIN(sampleRate: 44_100, searchRange: 80...400), sampleRate: 44_100, hopSize: 882)
    let score = SelfTestSweep.score(of: Self.tone(.plain), with: tracker)
    #expect(score.isFault)
    #expect("\(score)".hasPrefix("wrong: sine, plain, 441.00 Hz at 44100 Hz"))
    let right = try PitchTracker(
      YIN(sampleRate: 44_100, searchRange: 80...1000), sampleRate: 44_100, hopSize: 882)
    #expect(!SelfTestSweep.score(of: Self.tone(.plain), with: right).isFault)
  }

  @Test(
    "one reading that is 3 cents off, of 100, makes a tone wrong, unless it is in the first 0.1 s")
  func oneReading() {
    let late = Self.score { abs($0 - 0.5) < 0.001 ? 441 * exp2(3 / 1200) : 441 }
    #expect(late.isFault)
    #expect(late.median == 0)
    #expect("\(late)".contains("worst +3.0 at 0.50 s, 0 of 90 readings unvoiced"))
    #expect(!Self.score { $0 < 0.095 ? 450 : 441 }.isFault)
    #expect(!Self.score { _ in 441 * exp2(0.9 / 1200) }.isFault)
    #expect(Self.score { _ in 441 * exp2(1.1 / 1200) }.isFault)
  }

  @Test("one unvoiced reading of 100 makes a tone wrong, unless it fades there")
  func oneUnvoiced() {
    #expect(Self.score { abs($0 - 0.5) < 0.001 ? nil : 441 }.isFault)
    #expect(Self.score { $0 > 0.95 ? nil : 441 }.isFault)
    #expect(!Self.score(.faded) { $0 > 0.95 ? nil : 441 }.isFault)
    #expect(Self.score { _ in nil }.isFault)
  }

  @Test("the summary of two tones counts one fault of 180 readings, and names the worst")
  func summary() {
    var summary = SelfTestSweepSummary()
    summary.add(Self.score { _ in 441 })
    summary.add(Self.score(.quiet) { abs($0 - 0.5) < 0.001 ? 441 * exp2(-3 / 1200) : 441 })
    #expect(
      summary.text(method: "stub") == """
        stub: 1 of 2 swept tones wrong
        stub: 180 readings after 0.1 s, 99.444 % within 1 and 100.000 % within 5 cents, 0 unvoiced
        stub: worst reading -3.000 cents at 0.50 s: sine, quiet, 441.00 Hz at 44100 Hz, range default

        """)
  }

  private static func tone(_ manner: SelfTestSweep.Manner) -> SelfTestSweep.Tone {
    SelfTestSweep.Tone(
      shape: .sine, manner: manner, frequency: 441, sampleRate: 44_100, range: nil)
  }

  private static func score(
    _ manner: SelfTestSweep.Manner = .plain, _ frequency: @escaping @Sendable (Double) -> Double?
  ) -> SelfTestSweepScore {
    SelfTestSweep.score(of: tone(manner), with: StubTracker(frequency: frequency))
  }
}

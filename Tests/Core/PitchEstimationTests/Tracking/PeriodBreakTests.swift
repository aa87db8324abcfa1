import Foundation
import Testing
import _TestSignals

@testable import PitchEstimation

@Suite("The sound that no longer repeats with the period of its note")
struct PeriodBreakTests {
  private static let rate = 48_000.0
  private static let frameSize = 4608  // 96 ms

  /// The times in seconds, of the newest sample, at which frames of 10 ms break with a note.
  private func breaks(_ samples: [Float], of note: Double) -> [Double] {
    var found: [Double] = []
    var periods = PeriodBreak(hopDuration: 0.01, sampleRate: Self.rate)
    periods.sounding = note
    for end in stride(from: Self.frameSize, through: samples.count, by: 480) {
      let isBreak = periods.hear(
        samples[(end - Self.frameSize)..<end].span, isKnown: !found.isEmpty)
      if isBreak { found.append(Double(end) / Self.rate) }
    }
    return found
  }

  private func tone(_ frequency: Double, seconds: Double) -> [Float] {
    TestSignal.harmonics(
      frequency, amplitudes: (1...8).map { 0.2 / Double($0) }, sampleRate: Self.rate,
      count: Int(seconds * Self.rate))
  }

  @Test(
    "a note that goes on or fades does not break, nor a vibrato up to A4",
    arguments: [31.0, 82.4, 440, 2093])
  func noteGoesOn(frequency: Double) {
    let steady = tone(frequency, seconds: 1)
    #expect(breaks(steady, of: frequency).isEmpty)
    let fading = steady.enumerated().map { $1 * exp(-5 * Float($0) / 48_000) }
    #expect(breaks(fading, of: frequency).isEmpty)
    var phase = 0.0
    let vibrato = (0..<48_000).map { index in
      phase += frequency / Self.rate * exp2(0.2 / 12 * sin(2 * .pi * 6 * Double(index) / Self.rate))
      return Float((1...4).reduce(0) { $0 + 0.2 / Double($1) * sin(2 * .pi * phase * Double($1)) })
    }
    #expect(frequency > 440 || breaks(vibrato, of: frequency).isEmpty)
  }

  @Test(
    "another note breaks within 20 ms",
    arguments: [(110.0, 98.0), (440, 466.16), (330, 196), (392, 1047)])
  func anotherNote(first: Double, second: Double) {
    let found = breaks(tone(first, seconds: 0.5) + tone(second, seconds: 0.5), of: first)
    #expect((0.5...0.52).contains(found.first ?? 0))
  }

  @Test("what a fading note uncovers within a third of a second does not break")
  func uncovered() {
    let below = tone(100, seconds: 1)
    let fading = tone(261.63, seconds: 1).enumerated().map { 5 * $1 * exp(-5 * Float($0) / 48_000) }
    #expect(breaks(zip(below, fading).map { $0 + $1 }, of: 261.63).isEmpty)
  }

  @Test(
    "a frequency is another one a semitone away, and new if the oldest sound does not repeat with it"
  )
  func anotherFrequency() {
    var periods = PeriodBreak(hopDuration: 0.01, sampleRate: Self.rate)
    periods.sounding = 392
    let frame = Array((tone(392, seconds: 0.06) + tone(523.25, seconds: 0.06)).suffix(4608))
    let isBreak = [tone(392, seconds: 0.096), frame].map {
      periods.hear($0.span, isKnown: false)
    }
    #expect(isBreak == [false, true])
    #expect(periods.isAnother(523.25) && !periods.isAnother(392 * 1.03))
    // Two octaves up, all of it was there before.
    let isNew = [523.25, 98].map { periods.isAnother($0, in: frame.span) }
    #expect(periods.isAnother(98) && isNew == [true, false])
  }
}

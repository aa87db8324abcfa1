import ClassicEstimators
import PitchEstimation
import SignalProcessing
import Testing
import _TestSignals

@Suite("Gate and level of a tracker")
struct TrackerGateTests {
  private static let rate = 16_000.0

  private func readings(_ tracker: inout some PitchTracking, _ samples: [Float]) -> [PitchReading] {
    tracker.append(samples)
    var readings: [PitchReading] = []
    while let reading = tracker.next() { readings.append(reading) }
    return readings
  }

  @Test(
    "a gate raised over a tone of -26 dBFS closes, and opens when it is lowered",
    arguments: EstimatorMethod.allCases)
  func changes(method: EstimatorMethod) throws {
    var tracker = try AnyPitchTracker(
      method, sampleRate: Self.rate, searchRange: 80...1500, hopSize: Self.rate / 50, lookahead: 0,
      gate: LevelGate(.fixed(-40)))
    let tone = TestSignal.sine(440, sampleRate: Self.rate, count: 48_000, amplitude: 0.07)
    let first = readings(&tracker, Array(tone[..<16_000]))
    let isRaised = tracker.setGate(.fixed(-10))
    let second = readings(&tracker, Array(tone[16_000..<32_000]))
    let isLowered = tracker.setGate(.off)
    let third = readings(&tracker, Array(tone[32_000...]))
    #expect(isRaised && isLowered)
    // Not the first of each, which may have been decided before.
    #expect(first.dropFirst(10).allSatisfy { $0.isVoiced })
    #expect(second.dropFirst(20).allSatisfy { !$0.isVoiced && $0.gateThreshold == -10 })
    #expect(third.dropFirst(20).allSatisfy { $0.isVoiced && $0.gateThreshold == -.infinity })
    #expect(min(first.count, second.count, third.count) > 40)
  }

  @Test("a tracker of one's own has no gate, and says so")
  func ownTracker() {
    struct Own: PitchTracking {
      let sampleRate = 8000.0
      let rejectedSampleCount = 0
      mutating func append(_ block: Span<Float>) {}
      mutating func next() -> PitchReading? { nil }
      mutating func interrupt() {}
      mutating func finish() {}
    }
    var tracker = Own()
    var wrapped = AnyPitchTracker(tracker)
    let hasGate = (tracker.setGate(.off), wrapped.setGate(.off))
    #expect(hasGate == (false, false))
  }

  @Test(
    "a sine of amplitude 0.1 has a peak of -20 dBFS and a level of -23.01 dBFS",
    arguments: EstimatorMethod.allCases)
  func peak(method: EstimatorMethod) throws {
    var tracker = try AnyPitchTracker(
      method, sampleRate: Self.rate, searchRange: 80...1500, hopSize: Self.rate / 50)
    tracker.append(TestSignal.sine(441, sampleRate: Self.rate, count: 16_000, amplitude: 0.1))
    tracker.finish()
    var count = 0
    while let reading = tracker.next() {
      #expect(abs(reading.peakLevel + 20) < 0.02)
      #expect(abs(reading.level + 23.01) < 0.5)
      count += 1
    }
    #expect(count == 50)
  }

  @Test("silence has a peak of -infinity")
  func silence() throws {
    var tracker = try AnyPitchTracker(
      .yin, sampleRate: Self.rate, searchRange: 80...1500, hopSize: 320)
    tracker.append([Float](repeating: 0, count: 4000))
    let reading = tracker.next()
    #expect(reading?.peakLevel == -.infinity)
  }
}

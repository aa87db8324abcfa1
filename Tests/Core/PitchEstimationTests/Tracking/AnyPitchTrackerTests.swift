import ClassicEstimators
import PitchEstimation
import Testing
import _TestSignals

@Suite("Trackers by name")
struct AnyPitchTrackerTests {
  private func readings(
    _ method: EstimatorMethod, _ samples: [Float], rate: Double = 16_000
  ) throws -> [PitchReading] {
    let tracker = try AnyPitchTracker(
      method, sampleRate: rate, searchRange: 80...1500, hopSize: rate / 50)
    return tracker.readings(of: samples)
  }

  @Test(
    "each finds 440 Hz of a sine: within 40 cents, or half a bin",
    arguments: EstimatorMethod.allCases)
  func sine(method: EstimatorMethod) throws {
    let tone = TestSignal.sine(440, sampleRate: 16_000, count: 16_000)
    let middle = try readings(method, tone)[25]
    #expect(cents(from: 440, to: try #require(middle.frequency)).magnitude < 40)
  }

  @Test("each gives a reading a hop, and none in silence", arguments: EstimatorMethod.allCases)
  func silence(method: EstimatorMethod) throws {
    let readings = try readings(method, [Float](repeating: 0, count: 16_000))
    #expect(readings.map(\.time) == (0..<50).map { Double($0) / 50 })
    #expect(readings.allSatisfy { !$0.isVoiced })
  }

  @Test("each survives samples that are not finite", arguments: EstimatorMethod.allCases)
  func notFinite(method: EstimatorMethod) throws {
    var samples = TestSignal.sawtooth(220, sampleRate: 16_000, count: 8000)
    for index in 2000..<3000 { samples[index] = index.isMultiple(of: 2) ? .nan : .infinity }
    #expect(try readings(method, samples).allSatisfy { ($0.frequency ?? 1).isFinite })
  }

  @Test("the names are those of the command line")
  func names() {
    #expect(EstimatorMethod(rawValue: "quinn2") == .quinnSecond)
    #expect(EstimatorMethod.allCases.count == 19)
  }
}

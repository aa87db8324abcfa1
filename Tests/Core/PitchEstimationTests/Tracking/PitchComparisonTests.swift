import ClassicEstimators
import PitchEstimation
import Testing
import _TestSignals

@Suite("Trackers side by side")
struct PitchComparisonTests {
  private static let sampleRate = 16_000.0

  private static func tracker(_ method: EstimatorMethod) throws -> AnyPitchTracker {
    try AnyPitchTracker(
      method, sampleRate: sampleRate, searchRange: 60...1500, hopSize: 160)
  }

  /// A tone of 220 Hz, then silence, then one of 330 Hz.
  private static let samples: [Float] =
    TestSignal.sine(220, sampleRate: sampleRate, count: 9000)
    + [Float](repeating: 0, count: 3001) + TestSignal.sine(330, sampleRate: sampleRate, count: 7000)

  private static func alone(_ method: EstimatorMethod) throws -> [PitchReading] {
    let tracker = try tracker(method)
    return tracker.readings(of: samples)
  }

  @Test(
    "each of the 19 methods finds what it finds alone, in rows of one time, whatever the block size",
    arguments: [1, 777, 19_001])
  func rows(blockSize: Int) throws {
    let methods = blockSize == 1 ? [.best, .yin] : EstimatorMethod.allCases
    var comparison = PitchComparison(try methods.map(Self.tracker))
    var rows: [[PitchReading]] = []
    for start in stride(from: 0, to: Self.samples.count, by: blockSize) {
      comparison.append(
        Array(Self.samples[start..<min(start + blockSize, Self.samples.count)]))
      while let row = comparison.next() { rows.append(row) }
    }
    comparison.finish()
    while let row = comparison.next() { rows.append(row) }
    #expect(comparison.next() == nil)
    for (index, method) in methods.enumerated() {
      #expect(try rows.map { $0[index] } == Self.alone(method), "\(method)")
    }
    for row in rows { #expect(Set(row.map(\.time)).count == 1) }
  }

  @Test("samples that are not finite are counted once, not once a tracker")
  func rejected() throws {
    var comparison = PitchComparison(try [.yin, .mpm].map(Self.tracker))
    comparison.append([0, .nan, .infinity])
    #expect(comparison.rejectedSampleCount == 2)
  }
}

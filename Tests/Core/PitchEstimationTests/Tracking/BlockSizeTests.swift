import PitchEstimation
import SignalProcessing
import Testing
import _TestSignals

@Suite("Block sizes")
struct BlockSizeTests {
  @Test(
    "blocks of 441, 1024, 9600 and all samples give the same bits at hops from 37 samples to 1 s",
    arguments: [37.0, 480, 2400, 4800, 12_000, 48_000], [0, 0.05, 0.3])
  func sameBits(hop: Double, lookahead: Double) throws {
    // A tone that is pitched, changes and dies away: windows of every length are asked for.
    let count = 96_000
    var noise = SeededGenerator(seed: 7)
    let samples = (0..<count).map { index -> Float in
      let time = Double(index) / 48_000
      let pitch = time < 1 ? 220.0 : 311
      let angle = 2 * .pi * pitch * time
      let sum = (1...6).reduce(0.0) { $0 + Elementary.sin(Double($1) * angle) / Double($1) }
      return Float(0.1 * sum * Elementary.exp(-time) + 1e-4 * (noise.nextUniform() - 0.5))
    }
    var expected: [PitchReading] = []
    for block in [count, 441, 1024, 9600] {
      var tracker = try MultiresolutionTracker(
        sampleRate: 48_000, searchRange: 60...1500, hopSize: hop, lookahead: lookahead)
      var readings: [PitchReading] = []
      for first in stride(from: 0, to: count, by: block) {
        tracker.append(Array(samples[first..<min(count, first + block)]))
        while let reading = tracker.next() { readings.append(reading) }
      }
      tracker.finish()
      while let reading = tracker.next() { readings.append(reading) }
      if expected.isEmpty { expected = readings }
      #expect(readings == expected, "blocks of \(block)")
    }
  }
}

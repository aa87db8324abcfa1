import Foundation
import SignalProcessing
import Testing

@testable import PitchEstimation

@Suite("A stream at half its rate")
struct HalvedStreamTests {
  private static let rate = 44_100.0

  private func tone(_ frequency: Double, at index: Int64) -> Double {
    sin(2 * .pi * frequency * Double(index) / Self.rate)
  }

  /// A framer that has passed the frames of some samples of a tone, which came in blocks.
  private func framer(_ frequency: Double, count: Int, block: Int = 512) -> Framer {
    var framer = Framer(frameSize: 512, hopSize: 441, edges: .nearestFrame, historySize: 100_000)
    for start in stride(from: 0, to: count, by: block) {
      framer.append(
        (start..<min(count, start + block)).map { Float(tone(frequency, at: Int64($0))) })
      while framer.hasFrame { framer.advance() }
    }
    return framer
  }

  @Test(
    "holds the tones of the lower three quarters of its spectrum", arguments: [55, 1000, 8000.0])
  func holds(frequency: Double) {
    let framer = framer(frequency, count: 20_000)
    var stream = HalvedStream(maximumCount: 1001)
    var samples = [Float](repeating: 0, count: 1001)
    for center in stride(from: Int64(3000), to: 18_000, by: 441) {
      #expect(stream.copySamples(around: center, count: 1001, of: framer, to: &samples))
      for index in 0..<1001 {
        let truth = tone(frequency, at: 2 * (center / 2 + Int64(index - 500)))
        #expect(abs(Double(samples[index]) - truth) < 0.003)
      }
    }
  }

  @Test("gives the same bits in whatever order and blocks it is asked for")
  func bits() {
    let (one, other) = (framer(440, count: 20_000), framer(440, count: 20_000, block: 4999))
    var (first, second) = (HalvedStream(maximumCount: 801), HalvedStream(maximumCount: 801))
    var (a, b) = ([Float](repeating: 0, count: 801), [Float](repeating: 0, count: 801))
    for center in [9000, 9441, 9882, 14_000, 5000, 5441] as [Int64] {
      #expect(first.copySamples(around: center, count: 801, of: one, to: &a))
    }
    #expect(second.copySamples(around: 5441, count: 801, of: other, to: &b))
    #expect(a == b)
  }

  @Test("refuses what has not arrived, and what was before the stream")
  func refuses() {
    let framer = framer(440, count: 10_000)
    var stream = HalvedStream(maximumCount: 801)
    var samples = [Float](repeating: 0, count: 801)
    #expect(!stream.copySamples(around: 9500, count: 801, of: framer, to: &samples))
    #expect(!stream.copySamples(around: 100, count: 801, of: framer, to: &samples))
    #expect(stream.copySamples(around: 5000, count: 801, of: framer, to: &samples))
  }
}

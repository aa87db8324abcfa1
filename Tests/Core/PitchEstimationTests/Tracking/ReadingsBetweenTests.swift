import Foundation
import SignalProcessing
import Testing
import _TestSignals

@testable import PitchEstimation

/// With a look-ahead, every second reading of a note that hardly moves is read from those around it,
/// as exactly as if it had been measured.
@Suite("Readings between measured ones")
struct ReadingsBetweenTests {
  private static let rate = 44_100.0

  private func tracker(lookahead: Double = 0.3, hop: Double = 0.01) throws
    -> MultiresolutionTracker
  {
    try MultiresolutionTracker(
      sampleRate: Self.rate, searchRange: 30...4200, hopSize: hop * Self.rate,
      lookahead: lookahead)
  }

  private func tone(_ frequency: (Double) -> Double, seconds: Double) -> [Float] {
    var phase = 0.0
    return (0..<Int(seconds * Self.rate)).map { index in
      phase += 2 * .pi * frequency(Double(index) / Self.rate) / Self.rate
      var sum = 0.0
      for order in 1...6 { sum += 0.1 / Double(order) * sin(Double(order) * phase) }
      return Float(sum)
    }
  }

  private func readings(
    of samples: [Float], by tracker: MultiresolutionTracker, block: Int = 44_100
  ) -> (readings: [PitchReading], measurements: Int) {
    var tracker = tracker
    var readings: [PitchReading] = []
    for start in stride(from: 0, to: samples.count, by: block) {
      tracker.append(samples.span.extracting(start..<min(samples.count, start + block)))
      while let reading = tracker.next() { readings.append(reading) }
    }
    tracker.finish()
    while let reading = tracker.next() { readings.append(reading) }
    return (readings, tracker.stageCounts.refined)
  }

  @Test(
    "of a tone that rises slowly, six of ten readings or fewer are measured, and all are right",
    arguments: [110.0, 330, 880])
  func slowRise(start: Double) throws {
    let frequency = { (time: Double) in start * exp2(time / 8) }
    let (readings, measurements) = readings(
      of: tone(frequency, seconds: 3), by: try tracker())
    #expect(10 * measurements <= 6 * readings.count)
    for reading in readings where (0.1..<2.9).contains(reading.time) {
      #expect(abs(cents(from: frequency(reading.time), to: reading.frequency ?? 1)) < 0.3)
    }
  }

  @Test(
    "a vibrato is followed within a cent, however fast, whether readings are skipped or not",
    arguments: [(3.0, 10.0), (4.5, 20), (5.5, 10), (6.5, 30)])
  func vibrato(rate: Double, depth: Double) throws {
    let frequency = { (time: Double) in 330 * exp2(depth / 1200 * sin(2 * .pi * rate * time)) }
    let (readings, _) = readings(of: tone(frequency, seconds: 3), by: try tracker())
    for reading in readings where (0.2..<2.8).contains(reading.time) {
      #expect(abs(cents(from: frequency(reading.time), to: reading.frequency ?? 1)) < 1)
    }
  }

  @Test("readings come in order, one a hop, whatever the blocks, and none is lost at the end")
  func order() throws {
    for seconds in [0.5, 0.995, 1.0, 1.005, 1.01, 1.02] {
      let samples = tone({ _ in 220 }, seconds: seconds)
      let whole = readings(of: samples, by: try tracker()).readings
      #expect(whole.count == Int((seconds * 100).rounded(.up)))
      for (index, reading) in whole.enumerated() {
        #expect(abs(reading.time - 0.01 * Double(index)) < 1e-9)
      }
      for block in [97, 441, 8192] {
        #expect(readings(of: samples, by: try tracker(), block: block).readings == whole)
      }
    }
  }

  @Test("a tone that leaps by a semitone is read as one or the other, not between")
  func leap() throws {
    let samples = tone({ $0 < 1 ? 330 : 330 * exp2(1 / 12) }, seconds: 2)
    for reading in readings(of: samples, by: try tracker()).readings
    where abs(reading.time - 1) > 0.05 {
      let truth = reading.time < 1 ? 330 : 330 * exp2(1.0 / 12)
      #expect(abs(cents(from: truth, to: reading.frequency ?? 1)) < 5)
    }
  }

  @Test("at hops of 20 ms, two of which are long beside a window, every reading is measured")
  func longHops() throws {
    let frequency = { (time: Double) in 330 * exp2(time / 8) }
    let (readings, measurements) = readings(
      of: tone(frequency, seconds: 2), by: try tracker(hop: 0.02))
    #expect(measurements >= readings.count)
  }

  @Test("with a look-ahead too short to know what comes, far more readings are measured")
  func shortLookahead() throws {
    let frequency = { (time: Double) in 330 * exp2(time / 8) }
    let samples = tone(frequency, seconds: 2)
    let (_, fewest) = readings(of: samples, by: try tracker())
    for lookahead in [0, 0.05] {
      let (_, measurements) = readings(of: samples, by: try tracker(lookahead: lookahead))
      #expect(10 * measurements > 14 * fewest)
    }
  }
}

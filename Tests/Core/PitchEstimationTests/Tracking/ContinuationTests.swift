import Foundation
import SignalProcessing
import Testing
import _TestSignals

@testable import PitchEstimation

/// A note that goes on, or glides, needs no full search, and is read as exactly as with one.
@Suite("Notes that go on")
struct ContinuationTests {
  private static let rate = 44_100.0

  private func track(_ samples: [Float]) throws -> (readings: [PitchReading], counts: StageCounts) {
    var tracker = try MultiresolutionTracker(
      sampleRate: Self.rate, searchRange: 30...4200, hopSize: 0.01 * Self.rate)
    var readings: [PitchReading] = []
    tracker.append(samples.span)
    tracker.finish()
    while let reading = tracker.next() { readings.append(reading) }
    return (readings, tracker.stageCounts)
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

  @Test(
    "of a steady note, one frame in ten or fewer is searched in full", arguments: [82.4, 220, 660])
  func steady(frequency: Double) throws {
    let (readings, counts) = try track(tone({ _ in frequency }, seconds: 2))
    #expect(counts.searched <= readings.count / 10)
    #expect(counts.continued >= readings.count / 4)
    #expect(readings.allSatisfy { abs(cents(from: frequency, to: $0.frequency ?? 1)) < 0.05 })
  }

  @Test("a glide is followed within 3 cents, up and down, where it is measured between two frames")
  func glides() throws {
    for octaves in [-1.0, -0.4, 0.4, 1.0] {
      let frequency = { (time: Double) in 300 * exp2(octaves * time) }
      let (readings, counts) = try track(tone(frequency, seconds: 1.5))
      #expect(counts.measured > 0)
      for reading in readings where (0.1..<1.4).contains(reading.time) {
        #expect(abs(cents(from: frequency(reading.time), to: reading.frequency ?? 1)) < 3)
      }
    }
  }

  @Test(
    "a vibrato of a semitone goes on, too, and is followed within 2 cents",
    arguments: [165.0, 330, 660])
  func vibrato(middle: Double) throws {
    let frequency = { (time: Double) in
      middle * exp2(50.0 / 1200 * sin(2 * .pi * 5.5 * time))
    }
    let (readings, counts) = try track(tone(frequency, seconds: 2))
    #expect(counts.continued >= readings.count / 10)
    for reading in readings where (0.1..<1.9).contains(reading.time) {
      #expect(abs(cents(from: frequency(reading.time), to: reading.frequency ?? 1)) < 2)
    }
  }

  @Test(
    "another note that begins at the same level is heard at once",
    arguments: [(220.0, 440.0), (440, 220), (330, 350), (196, 294)])
  func leaps(first: Double, second: Double) throws {
    let both = tone({ $0 < 1 ? first : second }, seconds: 2)
    let (readings, _) = try track(both)
    for reading in readings where abs(reading.time - 1) > 0.035 {
      let truth = reading.time < 1 ? first : second
      #expect(abs(cents(from: truth, to: reading.frequency ?? 1)) < 12)
    }
  }

  @Test("a candidate that comes near the strongest one ends it, one that is far below does not")
  func rivals() {
    func list(_ tones: [(frequency: Double, strength: Double)]) -> CandidateList {
      var list = CandidateList()
      for tone in tones {
        list.insert(
          CandidateList.Entry(
            frequency: tone.frequency, height: tone.strength, strength: tone.strength))
      }
      return list
    }
    let known = list([(220, 0.9), (110, 0.85), (440, 0.3)])
    #expect(list([(220.1, 0.9), (110.05, 0.86)]).continues(known))
    #expect(!list([(220.1, 0.9), (110.05, 0.86), (330, 0.8)]).continues(known))
    #expect(!list([(220.1, 0.9)]).continues(known))
    // All of them glide together, as a vibrato does, or not at all.
    #expect(list([(226, 0.9), (113, 0.86)]).continues(known))
    #expect(!list([(226, 0.9), (110, 0.86)]).continues(known))
    #expect(!list([(228, 0.9), (114, 0.86)]).continues(known))
    #expect(!list([(220.1, 0.84), (110.05, 0.83)]).continues(known))
    #expect(!CandidateList().continues(known))
  }
}

import Foundation
import PitchEstimation
import SignalProcessing
import Testing
import _TestSignals

/// Two notes in one window are two notes, or none: never one between them.
@Suite("From note to note")
struct NoteChangeTests {
  private static let rate = 44_100.0

  /// Two notes of six partials, half a second each.
  private func notes(_ first: Double, _ second: Double, offset: Int) -> [Float] {
    let count = Int(Self.rate / 2)
    let amplitudes = (1...6).map { 0.1 / Double($0) }
    return [(first, count + offset), (second, count)].flatMap { frequency, count in
      TestSignal.harmonics(
        frequency, amplitudes: amplitudes, sampleRate: Self.rate, count: count)
    }
  }

  private func readings(_ samples: [Float], hop: Double = 0.01) throws -> [PitchReading] {
    let tracker = try MultiresolutionTracker(
      sampleRate: Self.rate, searchRange: SearchRange.allKeys, hopSize: hop * Self.rate)
    return tracker.readings(of: samples)
  }

  @Test(
    "of each change of notes at most one reading is off both by more than 12 cents, none by 50",
    arguments: [(440, 466.16), (466.16, 440), (196, 246.94), (246.94, 196), (329.63, 392)])
  func changes(first: Double, second: Double) throws {
    for offset in stride(from: 0, to: 441, by: 63) {
      let found = try readings(notes(first, second, offset: offset))
        .filter { (0.1...0.9).contains($0.time) }.compactMap(\.frequency)
      #expect(found.count >= 78)
      let distances = found.map {
        min(cents(from: first, to: $0).magnitude, cents(from: second, to: $0).magnitude)
      }
      #expect(distances.count { $0 > 12 } <= 1)
      #expect(distances.allSatisfy { $0 < 50 })
    }
  }

  @Test(
    "a steady note that ends reads to its end as before", arguments: [82.4, 110, 196, 440, 880])
  func ends(frequency: Double) throws {
    let tone = TestSignal.harmonics(
      frequency, amplitudes: (1...8).map { 0.1 / Double($0) }, sampleRate: Self.rate,
      count: 44_100)
    let faded = tone.enumerated().map { $1 * min(1, Float(44_100 - $0) / 441) }
    let silence = [Float](repeating: 0, count: 22_050)
    let found = try readings(silence + faded + silence)
      .filter { $0.time > 0.8 }.compactMap(\.frequency)
    #expect(found.count >= 69)
    #expect(found.allSatisfy { cents(from: frequency, to: $0).magnitude < 0.1 })
  }

  @Test(
    "a short note between two others is read, also where readings are rare",
    arguments: [0.01, 0.02, 0.05, 0.1])
  func rare(hop: Double) throws {
    let melody: [(frequency: Double, seconds: Double)] = [(330, 1), (440, 0.15), (262, 1)]
    let sound = melody.flatMap { frequency, seconds in
      TestSignal.harmonics(
        frequency, amplitudes: (1...6).map { 0.1 / Double($0) }, sampleRate: Self.rate,
        count: Int(seconds * Self.rate))
    }
    let found = try readings(sound, hop: hop).filter { (1.04...1.11).contains($0.time) }
    #expect(!found.isEmpty)
    #expect(found.allSatisfy { cents(from: 440, to: $0.frequency ?? 1).magnitude < 10 })
  }
}

import SignalProcessing
import Testing
import _TestSignals

@testable import PitchEstimation

/// Both sides of the line between a room that hums and quiet notes.
@Suite("A room that hums before anyone plays")
struct QuietRoomTests {
  private static let rate = DefaultReadings.sampleRate

  private func sound(_ frequency: Double, _ amplitudes: [Double], noise: Double) -> [Float] {
    let lines = TestSignal.harmonics(
      frequency, amplitudes: amplitudes, sampleRate: Self.rate, count: Int(4 * Self.rate))
    return zip(lines, TestSignal.noise(count: lines.count, rms: noise)).map { $0 + $1 }
  }

  private func voiced(_ sound: [Float]) throws -> [Int] {
    try DefaultReadings.of(sound).enumerated().filter { $0.element.isVoiced }.map(\.offset)
  }

  @Test("a transformer of -50 dBFS has no pitch", arguments: [100.0, 120])
  func transformer(line: Double) throws {
    #expect(try voiced(sound(line, [0.0042, 0.0013], noise: 0.0002)).isEmpty)
  }

  @Test("a fan's blades in its own noise have none either", arguments: [73.0, 91, 118])
  func fan(line: Double) throws {
    #expect(try voiced(sound(line, [0.003, 0.0015], noise: 0.002)).isEmpty)
  }

  @Test("nor has the room after a note, which is heard as ever")
  func afterNote() throws {
    var sound = sound(100, [0.0042, 0.0013], noise: 0.0002)
    let note = TestSignal.sawtooth(196, sampleRate: Self.rate, count: 44_100)
    for index in note.indices { sound[44_100 + index] += note[index] }
    let voiced = try voiced(sound)
    #expect(voiced.count { (105..<195).contains($0) } == 90)
    #expect(voiced.allSatisfy { (90..<215).contains($0) })
  }

  @Test("a tone as quiet and low is a note if it begins while one listens")
  func begins() throws {
    let silence = TestSignal.noise(count: 44_100, rms: 0.0001)
    let tone = silence + sound(110, [0.004, 0.002, 0.001], noise: 0.0001)
    #expect(try voiced(tone).count { (110..<490).contains($0) } > 370)
  }

  @Test("a quiet tuning fork and a loud bass are notes from the first sample on")
  func notes() throws {
    #expect(try voiced(sound(440, [0.004], noise: 0.0001)).count > 390)
    #expect(try voiced(sound(55, [0.02, 0.02, 0.01], noise: 0.0001)).count > 390)
  }
}

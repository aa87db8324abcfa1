import SignalProcessing
import Testing
import _TestSignals

@testable import PitchEstimation

/// A note that dies away over a sound that goes on.
@Suite("A note that is held until it ends")
struct HeldNoteTests {
  private static let rate = DefaultReadings.sampleRate

  /// Partials that fall by 9 to 17 dB a second, the first one weaker than the second.
  private func plucked(_ frequency: Double, seconds: Int) -> [Float] {
    var sound = [Float](repeating: 0, count: seconds * Int(Self.rate))
    for (order, amplitude) in [0.1, 0.2, 0.12, 0.1, 0.06, 0.04].enumerated() {
      let partial = TestSignal.sine(
        Double(order + 1) * frequency, sampleRate: Self.rate, count: sound.count,
        amplitude: amplitude, phase: Double(order))
      let decay = 1 + 0.2 * Double(order)
      for index in sound.indices {
        let time = Double(index) / Self.rate
        sound[index] += Float(min(1, time / 0.003) * Elementary.exp(-decay * time)) * partial[index]
      }
    }
    return sound
  }

  /// The note after 0.4 s of the steady sound.
  private func readings(_ frequency: Double, over steady: [Float]) throws -> [PitchReading] {
    let note = plucked(frequency, seconds: 4)
    let start = Int(0.4 * Self.rate)
    var sound = steady
    let noise = TestSignal.noise(count: sound.count, rms: 0.0002)
    for index in sound.indices {
      sound[index] += noise[index]
      if index >= start, index - start < note.count { sound[index] += note[index - start] }
    }
    return try DefaultReadings.of(sound)
  }

  private func steady(_ frequency: Double, _ amplitudes: [Double]) -> [Float] {
    TestSignal.harmonics(
      frequency, amplitudes: amplitudes, sampleRate: Self.rate, count: Int(4.4 * Self.rate))
  }

  private func wrong(_ readings: ArraySlice<PitchReading>, _ frequency: Double) -> Int {
    readings.compactMap(\.frequency).count { cents(from: frequency, to: $0).magnitude > 60 }
  }

  @Test(
    "a rectifier's hum 40 dB below a plucked note never draws its reading away",
    arguments: [(100.0, 195.8), (100, 262.1), (120, 332.2), (120, 403.2)])
  func hum(line: Double, frequency: Double) throws {
    let readings = try readings(frequency, over: steady(line, [0.004, 0.0012]))
    #expect(wrong(readings[50..<320], frequency) == 0)
    #expect(readings[50..<320].count { $0.isVoiced } > 260)
  }

  @Test(
    "another string that rings on, an octave, a fifth or a fourth away, neither",
    arguments: [(233.5, 118.0), (258.2, 171), (140.9, 188.5), (204.3, 411)])
  func ringing(frequency: Double, other: Double) throws {
    let readings = try readings(frequency, over: steady(other, [0.004, 0.0014, 0.0008, 0.0005]))
    #expect(wrong(readings[50..<320], frequency) == 0)
  }

  @Test("a second note, plucked while the first dies away, is read at once")
  func attack() throws {
    var sound = plucked(220, seconds: 3)
    let start = Int(1.5 * Self.rate)
    let second = plucked(311.1, seconds: 2)
    for index in start..<sound.count { sound[index] += second[index - start] }
    let readings = try DefaultReadings.of(sound)
    #expect(wrong(readings[10..<145], 220) == 0)
    #expect(wrong(readings[165..<290], 311.1) == 0)
  }

  @Test(
    "an octave slurred without an attack, up or down, is read",
    arguments: [(220.0, 440.0), (440, 220)])
  func slur(first: Double, second: Double) throws {
    let count = Int(Self.rate)
    let shape = [0.3, 0.2, 0.15, 0.1, 0.05]
    var sound = TestSignal.harmonics(
      first, amplitudes: shape, sampleRate: Self.rate, count: count)
    sound += TestSignal.harmonics(
      second, amplitudes: shape.map { 0.3 * $0 }, sampleRate: Self.rate, count: count)
    let readings = try DefaultReadings.of(sound)
    #expect(wrong(readings[5..<95], first) == 0)
    #expect(wrong(readings[108..<195], second) == 0)
  }

  @Test("what rings on is read when the note above it is gone")
  func afterwards() throws {
    let ringing = steady(146.8, [0.02, 0.007, 0.004])
    let note = plucked(329.6, seconds: 1)
    var sound = ringing
    for index in note.indices {
      let time = Double(index) / Self.rate
      sound[17_640 + index] += Float(Elementary.exp(-8 * time)) * note[index]
    }
    let readings = try DefaultReadings.of(sound)
    #expect(wrong(readings[300..<430], 146.8) == 0)
    #expect(readings[300..<430].allSatisfy { $0.isVoiced })
  }
}

import SignalProcessing
import Testing
import _TestSignals

@testable import PitchEstimation

@Suite("A pitch has partials of its own")
struct CombTeethTests {
  private static let rate = DefaultReadings.sampleRate

  /// Partials at any ratios, which fall by 26 dB a second.
  private func struck(
    _ frequency: Double, _ partials: [(ratio: Double, level: Double)]
  ) -> [Float] {
    var sound = [Float](repeating: 0, count: Int(Self.rate))
    for (order, partial) in partials.enumerated() {
      let line = TestSignal.sine(
        partial.ratio * frequency, sampleRate: Self.rate, count: sound.count,
        amplitude: 0.2 * amplitude(fromDecibels: partial.level), phase: Double(order))
      for index in sound.indices {
        sound[index] += Float(Elementary.exp(-3 * Double(index) / Self.rate)) * line[index]
      }
    }
    return sound
  }

  private func wrong(_ sound: [Float], _ frequency: Double) throws -> Int {
    try DefaultReadings.of(sound)[5..<60].count { reading in
      cents(from: frequency, to: reading.frequency ?? 1).magnitude > 50
    }
  }

  @Test("a steel pan is not read an octave low because the note below rings along")
  func steelPan() throws {
    let sound = struck(622.3, [(1, 0), (1.985, -27), (0.504, -13), (0.44, -18), (0.56, -26)])
    #expect(try wrong(sound, 622.3) == 0)
  }

  @Test("nor a twelfth low, three of whose notes ring along")
  func higherSteelPan() throws {
    let sound = struck(867, [(1, 0), (2.006, -19), (0.338, -9), (0.378, -14), (0.508, -16)])
    #expect(try wrong(sound, 867) < 3)
  }

  @Test(
    "a voice whose first partials a telephone took is read as it was sung",
    arguments: [110.0, 180])
  func telephone(frequency: Double) throws {
    let sound = TestSignal.harmonics(
      frequency, amplitudes: [0, 0, 0.1, 0.2, 0.15, 0.1, 0.1, 0.08, 0.06], sampleRate: Self.rate,
      count: Int(Self.rate))
    #expect(try wrong(sound, frequency) == 0)
  }

  @Test("a bass by a small loudspeaker, too", arguments: [41.2, 55, 82.4])
  func smallLoudspeaker(frequency: Double) throws {
    let sound = struck(
      frequency, [(2, -20), (3, -6), (4, 0), (5, -3), (6, -6), (7, -8), (8, -12), (9, -15)])
    #expect(try wrong(sound, frequency) == 0)
  }

  @Test("a clarinet's odd partials, of which the third is the strongest, are its pitch")
  func oddPartials() throws {
    let sound = struck(233.1, [(1, -10), (3, 0), (5, -8), (7, -16)])
    #expect(try wrong(sound, 233.1) == 0)
  }
}

import Foundation
@testable import InstrumentTuning
import SignalProcessing
import Testing
import _TestSignals

@Suite("Several tones at once")
struct PolyphonyDetectorTests {
  private static let rate = 48_000.0

  /// A sound of a tone: its partials' amplitudes, and the stiffness B of its string.
  struct Timbre: Sendable, CustomStringConvertible {
    var description: String
    var stiffness = 0.0
    /// The amplitude of a partial.
    var amplitude: @Sendable (Int) -> Double
  }

  static let timbres = [
    Timbre(description: "sine") { $0 == 1 ? 1 : 0 },
    Timbre(description: "saw") { 1 / Double($0) },
    Timbre(description: "soft") { 1 / Double($0 * $0) },
    Timbre(description: "hollow") { $0 % 2 == 1 ? 1 / Double($0) : 0.03 / Double($0) },
    Timbre(description: "string", stiffness: 3e-4) { 1 / pow(Double($0), 1.2) },
    Timbre(description: "weak fundamental") { $0 == 1 ? 0.05 : 1 / Double($0) },
  ]

  /// Returns tones of the same level, over a little noise.
  private static func sound(
    _ frequencies: [Double], _ timbre: Timbre, seconds: Double = 1.5, vibrato: Double = 0
  ) -> [Float] {
    let count = Int(seconds * rate)
    var samples = TestSignal.noise(count: count, rms: 1e-4)
    // A vibrato of 6 Hz, in cents to each side.
    let depth = vibrato * log(2) / 1200 / (12 * .pi)
    let times = (0..<count).map { index in
      let time = Double(index) / rate
      return time + depth * sin(12 * .pi * time)
    }
    for (tone, frequency) in frequencies.enumerated() {
      for partial in 1...30 {
        let order = Double(partial)
        let place = frequency * order * (1 + timbre.stiffness * order * order).squareRoot()
        let amplitude = 0.1 * timbre.amplitude(partial)
        guard amplitude > 0, place < 12_000 else { continue }
        for index in 0..<count {
          let phase = 2 * .pi * place * times[index] + order * order + Double(tone)
          samples[index] += Float(amplitude * sin(phase))
        }
      }
    }
    return samples
  }

  private static func isHeard(_ samples: [Float], sampleRate: Double = rate) -> Bool {
    var tones = PolyphonyDetector(sampleRate: sampleRate)
    var isHeard = false
    for start in stride(from: 0, to: samples.count, by: 480) {
      let block = Array(samples[start..<min(start + 480, samples.count)])
      tones.append(block.span)
      isHeard = isHeard || tones.isPolyphonic
    }
    return isHeard
  }

  private static func frequency(_ midi: Int) -> Double { 440 * exp2(Double(midi - 69) / 12) }

  @Test("major and minor thirds in tune and tempered, from C3 to C5", arguments: [48, 60, 72])
  func thirds(root: Int) throws {
    for timbre in Self.timbres where timbre.description != "weak fundamental" {
      let base = Self.frequency(root)
      for ratio in [5.0 / 4, 6.0 / 5, exp2(4.0 / 12), exp2(3.0 / 12)] {
        #expect(
          Self.isHeard(Self.sound([base, base * ratio], timbre)), "\(timbre) \(ratio)")
      }
    }
  }

  @Test("a single tone is none, from A1 to C7", arguments: timbres)
  func single(timbre: Timbre) throws {
    for midi in [33, 40, 45, 52, 60, 64, 71, 79, 88, 96] {
      let tone = Self.sound([Self.frequency(midi)], timbre)
      #expect(!Self.isHeard(tone), "\(timbre), \(midi)")
    }
  }

  @Test("nor are a vibrato, a melody, silence and noise")
  func others() throws {
    let saw = Self.timbres[1]
    #expect(!Self.isHeard(Self.sound([220], saw, vibrato: 50)))
    let melody = [60, 64, 67, 72].flatMap {
      Self.sound([Self.frequency($0)], saw, seconds: 0.5)
    }
    #expect(!Self.isHeard(melody))
    #expect(!Self.isHeard([Float](repeating: 0, count: 48_000)))
    #expect(!Self.isHeard(TestSignal.noise(count: 96_000, rms: 0.1)))
  }

  @Test("triads are heard at every sample rate", arguments: [8000.0, 44_100, 96_000, 192_000])
  func rates(sampleRate: Double) throws {
    var chord = [Float](repeating: 0, count: Int(1.5 * sampleRate))
    for frequency in [261.63, 329.63, 392.0] {
      let tone = TestSignal.sine(frequency, sampleRate: sampleRate, count: chord.count)
      for index in chord.indices { chord[index] += 0.2 * tone[index] }
    }
    #expect(Self.isHeard(chord, sampleRate: sampleRate))
  }

  @Test("the common divisor of a just triad is none of its tones, and its root is one")
  func divisor() throws {
    var tones = PolyphonyDetector(sampleRate: Self.rate)
    let before = tones.takeVerdict()
    #expect(before == nil)
    tones.append(Self.sound([260, 325, 390], Self.timbres[0]).span)
    let last = tones.takeVerdict()
    let verdict = try #require(last)
    #expect(verdict.isCommonDivisor(65))
    #expect(!verdict.isCommonDivisor(260) && !verdict.isCommonDivisor(130.1))
  }
}

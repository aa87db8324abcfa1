import Foundation
import PitchEstimation
import SignalProcessing
import Testing
import _TestSignals

@Suite("Refinement")
struct RefinementTests {
  private func readings(
    _ samples: [Float], rate: Double = 44_100, range: ClosedRange<Double> = 30...4200,
    lookahead: Double = 0.3, hop: Double = 441
  ) throws -> [PitchReading] {
    let tracker = try MultiresolutionTracker(
      sampleRate: rate, searchRange: range, hopSize: hop, lookahead: lookahead)
    return tracker.readings(of: samples)
  }

  /// A stiff string that decays: partial k at k f₀ √(1 + B k²), amplitude 1/k.
  private func string(
    _ fundamental: Double, inharmonicity: Double, rate: Double, seconds: Double, partials: Int
  ) -> [Float] {
    (0..<Int(rate * seconds)).map { index in
      let time = Double(index) / rate
      var sum = 0.0
      for order in 1...partials {
        let k = Double(order)
        let frequency = k * fundamental * (1 + inharmonicity * k * k).squareRoot()
        let decay = Foundation.exp(-time * (1 + 0.2 * k))
        sum += decay / k * Foundation.sin(2 * .pi * (frequency * time + k * k / 7))
      }
      return Float(0.2 * sum)
    }
  }

  @Test(
    "a steady tone is within 0.005 cents, from a low bass to a piccolo",
    arguments: [55, 110.3, 261.63, 987.77, 2093])
  func steady(frequency: Double) throws {
    let count = min(12, Int(20_000 / frequency))
    let tone = TestSignal.harmonics(
      frequency, amplitudes: (1...count).map { 0.3 / Double($0) }, sampleRate: 44_100,
      count: 17_640)
    let errors = try readings(tone)[12...28].map {
      cents(from: frequency, to: try #require($0.frequency)).magnitude
    }
    #expect(errors.sorted()[errors.count / 2] < 0.005)
  }

  @Test(
    "the first partial of a decaying stiff string is within 0.05 cents, and B within 2 per cent",
    arguments: [(41.2, 1.5e-4), (82.4, 6e-5), (196, 8e-5), (440, 4e-4)])
  func stiffString(fundamental: Double, inharmonicity: Double) throws {
    let sound = string(
      fundamental, inharmonicity: inharmonicity, rate: 44_100, seconds: 0.6, partials: 16)
    let first = fundamental * (1 + inharmonicity).squareRoot()
    let middle = try readings(sound)[15...45]
    let errors = try middle.map {
      cents(from: first, to: try #require($0.frequency)).magnitude
    }
    #expect(errors.sorted()[errors.count / 2] < 0.05)
    let found = middle.compactMap { $0.candidate?.inharmonicity }.sorted()
    #expect(abs(found[found.count / 2] / inharmonicity - 1) < 0.02)
  }

  @Test("a harmonic tone is no stiff string, also in noise")
  func noFalseStrings() throws {
    let tone = TestSignal.sawtooth(220, sampleRate: 44_100, count: 22_050)
    let noise = TestSignal.noise(count: 22_050, rms: 0.02)
    let readings = try readings(zip(tone, noise).map { $0 + $1 })
    #expect(readings[15...35].count { ($0.candidate?.inharmonicity ?? 0) > 0 } <= 1)
  }

  @Test("a glide of two octaves a second is followed within 1 cent")
  func glide() throws {
    let rate = 44_100.0
    // The phase of 150 · 2^(2t) hertz.
    let glide = (0..<Int(rate * 0.8)).map { index -> Float in
      let time = Double(index) / rate
      let turns = 150 * (Foundation.exp2(2 * time) - 1) / (2 * Foundation.log(2))
      let sum = (1...8).map { Double($0) }.reduce(0) {
        $0 + Foundation.sin(2 * .pi * turns * $1) / $1
      }
      return Float(0.2 * sum)
    }
    let errors = try readings(glide)[10...70].map {
      cents(from: 150 * Foundation.exp2(2 * $0.time), to: try #require($0.frequency)).magnitude
    }
    #expect(errors.sorted()[errors.count * 9 / 10] < 1)
  }

  @Test("without a look-ahead, what has not been heard yet is not missed", arguments: [0.0, 0.05])
  func lookahead(lookahead: Double) throws {
    let tone = TestSignal.sawtooth(110, sampleRate: 44_100, count: 22_050)
    for reading in try readings(tone, lookahead: lookahead)[15...35] {
      #expect(cents(from: 110, to: try #require(reading.frequency)).magnitude < 0.5)
    }
  }

  @Test(
    "hops longer than a frame, and long look-aheads, change nothing", arguments: [4410.0, 9000])
  func hops(hop: Double) throws {
    let tone = TestSignal.sawtooth(220, sampleRate: 44_100, count: 88_200)
    let readings = try readings(tone, lookahead: 1, hop: hop)
    for reading in readings[2..<(readings.count - 2)] {
      #expect(cents(from: 220, to: try #require(reading.frequency)).magnitude < 0.5)
    }
  }
}

import Foundation
import PitchEstimation
import SignalProcessing
import Testing
import _TestSignals

/// What a reading of a string is: decision 29.
@Suite("The first partial")
struct FirstPartialTests {
  private static let rate = 44_100.0

  private func readings(
    _ samples: [Float], range: ClosedRange<Double> = SearchRange.allKeys
  ) throws -> [PitchReading] {
    let tracker = try MultiresolutionTracker(
      sampleRate: Self.rate, searchRange: range, hopSize: 441)
    return tracker.readings(of: samples)
  }

  /// A struck string of one second, each partial out of place by its own cents.
  private func string(
    _ first: Double, inharmonicity: Double, amplitudes: [Double], displacements: [Double],
    noise: Double = 0
  ) -> [Float] {
    let hiss = TestSignal.noise(count: Int(Self.rate), rms: noise)
    return (0..<Int(Self.rate)).map { index in
      let time = Double(index) / Self.rate
      var sum = 0.0
      for (place, amplitude) in amplitudes.enumerated() {
        let k = Double(place + 1)
        let stretch = ((1 + inharmonicity * k * k) / (1 + inharmonicity)).squareRoot()
        let frequency = k * first * stretch * Foundation.exp2(displacements[place] / 1200)
        guard frequency < 0.45 * Self.rate else { continue }
        sum +=
          amplitude * Foundation.exp(-time) * Foundation.sin(2 * .pi * (frequency * time + k / 7))
      }
      return Float(0.1 * sum) + hiss[index]
    }
  }

  /// The cents of all readings from 0.15 to 0.85 s.
  private func errors(_ sound: [Float], against frequency: Double) throws -> [Double] {
    try readings(sound)[15...85].map { cents(from: frequency, to: try #require($0.frequency)) }
  }

  @Test(
    "from F3 up every reading is within 0.5 cents of the first partial, though the others are up to 8 cents away",
    arguments: [175.0, 262, 440, 880, 1400])
  func irregular(first: Double) throws {
    let sound = string(
      first, inharmonicity: 2e-4 * (first / 262) * (first / 262),
      amplitudes: [1, 0.9, 0.8, 0.5, 0.4, 0.3, 0.2, 0.2],
      displacements: [0, 6, 8, 5, 7, 4, 6, 8], noise: 1e-4)
    #expect(try errors(sound, against: first).allSatisfy { $0.magnitude < 0.5 })
  }

  @Test(
    "a low string is never read outside the span of its strong low partials",
    arguments: [65.0, 82, 98])
  func low(first: Double) throws {
    let displacements = [0.0, 2, -1, 3, 12, 15, 18, 12, 16, 15]
    let sound = string(
      first, inharmonicity: 0, amplitudes: [1, 1, 0.8, 0.7, 0.6, 0.6, 0.5, 0.5, 0.4, 0.4],
      displacements: displacements)
    let found = try errors(sound, against: first)
    #expect(found.allSatisfy { $0 > -1.5 && $0 < 3.5 })
  }

  @Test(
    "high strings, whose first partial is 20 dB below the others, are named by it within a cent in nine of ten readings",
    arguments: [(700.0, 0.0025), (1047, 0.005), (1760, 0.011), (2217, 0.013)])
  func stiff(first: Double, inharmonicity: Double) throws {
    let sound = string(
      first, inharmonicity: inharmonicity, amplitudes: [0.1, 0.4, 1, 0.3, 0.2, 0.1],
      displacements: [0, 0, 0, 0, 0, 0], noise: 1e-4)
    let found = try errors(sound, against: first).map(\.magnitude).sorted()
    #expect(found[found.count * 9 / 10] < 1)
  }

  @Test("a missing first partial is where the others say, within a cent")
  func missing() throws {
    let sound = string(
      262, inharmonicity: 0, amplitudes: [0, 1, 0.8, 0.6, 0.5, 0.4],
      displacements: [0, 0, 0, 0, 0, 0])
    #expect(try errors(sound, against: 262).allSatisfy { $0.magnitude < 1 })
  }

  @Test(
    "a sine of 441 Hz in noise has an error of at most 0.5 cents at 10 dB, and less the less noise there is"
  )
  func sineInNoise() throws {
    var former = 0.0
    for (decibels, limit) in [(40.0, 0.02), (20, 0.1), (14, 0.2), (10, 0.5), (6, 0.8), (0, 1.5)] {
      let power = 0.5 * 0.01 / Foundation.pow(10, decibels / 10)
      var squares: [Double] = []
      for seed in 1...4 {
        let noise = TestSignal.noise(
          count: 44_100, rms: power.squareRoot(), seed: UInt64(seed))
        let sound = (0..<44_100).map { index in
          Float(0.1 * Foundation.sin(2 * .pi * 441 * Double(index) / Self.rate)) + noise[index]
        }
        let found = try readings(sound)[20...80].compactMap(\.frequency)
        #expect(found.count == 61)
        squares += found.map { Foundation.pow(cents(from: 441, to: $0), 2) }
      }
      let error = (squares.reduce(0, +) / Double(squares.count)).squareRoot()
      #expect(error < limit, "\(decibels) dB: \(error) cents")
      #expect(error > 0.7 * former, "\(decibels) dB: \(error) cents, less than with less noise")
      former = error
    }
  }

  @Test(
    "sines below 100 Hz, of which a window holds few periods, are within 5 cents in noise of 10 dB, too",
    arguments: [82.1, 83.2, 85, 88.6, 92.4, 94.1, 98])
  func lowSineInNoise(frequency: Double) throws {
    let noise = TestSignal.noise(count: 22_050, rms: 0.02236, seed: UInt64(frequency))
    let sound = (0..<22_050).map { index in
      Float(0.1 * Foundation.sin(2 * .pi * frequency * Double(index) / Self.rate)) + noise[index]
    }
    for reading in try readings(sound, range: 40...2500)[10...40] {
      let found = try #require(reading.frequency)
      #expect(cents(from: frequency, to: found).magnitude < 5, "at \(reading.time) s")
    }
  }

  @Test("one reading of 0.1 s of that sine at 10 dB is within 1.5 cents")
  func shortSine() throws {
    let noise = TestSignal.noise(count: 4410, rms: 0.02236)
    let sound = (0..<4410).map { index in
      Float(0.1 * Foundation.sin(2 * .pi * 441 * Double(index) / Self.rate)) + noise[index]
    }
    let middle = try readings(sound)[5]
    #expect(cents(from: 441, to: try #require(middle.frequency)).magnitude < 1.5)
  }

  @Test(
    "vibrato of ±10 to ±100 cents at 4 to 7 Hz is followed within 5 % of its extent",
    arguments: [130.81, 523.25, 1046.5], [(10.0, 4.0), (10, 7), (25, 5.6), (60, 4), (100, 7)])
  func vibrato(frequency: Double, shape: (extent: Double, rate: Double)) throws {
    var phase = 0.0
    let sound = (0..<Int(1.5 * Self.rate)).map { index -> Float in
      let time = Double(index) / Self.rate
      let cents = shape.extent * Foundation.sin(2 * .pi * shape.rate * time)
      phase += frequency * Foundation.exp2(cents / 1200) / Self.rate
      phase -= phase.rounded(.down)
      let sum = (1...8).reduce(0.0) {
        $0 + Foundation.sin(2 * .pi * Double($1) * phase) / Double($1)
      }
      return Float(0.05 * sum)
    }
    // The part of the readings that goes with the sine and the cosine of the rate.
    let count = Int((100 * (shape.rate * 0.9).rounded(.down) / shape.rate).rounded())
    var (sine, cosine, total) = (0.0, 0.0, 0.0)
    for reading in try readings(sound)[30..<(30 + count)] {
      let angle = 2 * .pi * shape.rate * reading.time
      let found = cents(from: frequency, to: try #require(reading.frequency))
      sine += found * Foundation.sin(angle)
      cosine += found * Foundation.cos(angle)
      total += 0.5
    }
    let extent = (sine * sine + cosine * cosine).squareRoot() / total
    #expect(abs(extent / shape.extent - 1) < 0.05, "\(extent)")
  }

  @Test(
    "what lies beyond the range is no note, and no octave of one",
    arguments: [5200.0, 6000, 8000, 20.6, 23.5, 24, 25])
  func beyond(frequency: Double) throws {
    let sound = (0..<44_100).map { index in
      Float(0.1 * Foundation.sin(2 * .pi * frequency * Double(index) / Self.rate))
    }
    let found = try readings(sound)
    #expect(found.allSatisfy { !$0.isVoiced })
    let side = frequency > 1000 ? RangeSide.above : .below
    #expect(found[20...80].allSatisfy { $0.rangeSide == side })
  }

  @Test("what lies within the range, and silence, are not beyond it", arguments: [26.5, 440, 4900])
  func within(frequency: Double) throws {
    let sound = (0..<44_100).map { index in
      Float(
        index < 22_050 ? 0 : 0.1 * Foundation.sin(2 * .pi * frequency * Double(index) / Self.rate))
    }
    #expect(try readings(sound).allSatisfy { $0.rangeSide == nil })
  }

  @Test("D8 and A0 are within the default range")
  func range() throws {
    for frequency in [27.5, 4698.6] {
      let count = frequency > 1000 ? 1 : 12
      let tone = TestSignal.harmonics(
        frequency, amplitudes: (1...count).map { 0.2 / Double($0) }, sampleRate: Self.rate,
        count: 44_100)
      let found = try readings(tone)[20...80].map {
        cents(from: frequency, to: try #require($0.frequency)).magnitude
      }
      #expect(found.allSatisfy { $0 < 1 })
    }
  }
}

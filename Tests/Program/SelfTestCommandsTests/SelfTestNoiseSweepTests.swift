import Foundation
import PitchEstimation
import SignalProcessing
import Testing
@testable import SelfTestCommands

@Suite("Noise sweep of the self-test")
struct SelfTestNoiseSweepTests {
  private typealias Tone = SelfTestNoiseSweep.Tone

  @Test("at 10 dB the noise is 10 dB below the tone at 44.1 kHz, and as dense at 96 kHz")
  func noise() throws {
    for (rate, expected) in [(44_100.0, -30.0), (96_000, -30 + 10 * log10(96_000 / 44_100))] {
      let tone = try #require(Tone(shape: .sine, note: 69, sampleRate: rate))
      let samples = tone.samples
      let noisy = tone.noisy(samples, signalToNoise: 10)
      #expect(abs(level(samples) + 20) < 0.1)
      #expect(abs(level(zip(noisy, samples).map { $0 - $1 }) - expected) < 0.1)
    }
  }

  private func level(_ samples: [Float]) -> Double {
    decibels(
      fromPower: samples.reduce(0) { $0 + Double($1) * Double($1) } / Double(samples.count))
  }

  @Test(
    "a piano's A4 has the fourth partial 9 cents high, its A0 6 cents, and others have none high")
  func inharmonicity() throws {
    let expected = [(69, 9.0), (21, 6.5)]
    for (note, cents) in expected {
      let tone = try #require(Tone(shape: .piano, note: note, sampleRate: 44_100))
      #expect(abs(1200 * log2(tone.ratio(4) / 4) - cents) < 1)
    }
    let plucked = try #require(Tone(shape: .plucked, note: 69, sampleRate: 44_100))
    #expect(plucked.ratio(4) == 4)
  }

  @Test("below C3, a piano's reading is right anywhere from partial 1 to 4")
  func span() throws {
    let low = try #require(Tone(shape: .piano, note: 21, sampleRate: 44_100))
    let fourth = low.frequency * low.ratio(4) / 4
    for (frequency, cents) in [
      (low.frequency, 0.0), (fourth, 0), (low.frequency * exp2(-2.0 / 1200), -2),
      (fourth * exp2(2.0 / 1200), 2),
    ] {
      let error = try #require(low.error(of: reading(frequency)))
      #expect(abs(error - cents) < 1e-6)
    }
    let high = try #require(Tone(shape: .piano, note: 60, sampleRate: 44_100))
    let error = try #require(high.error(of: reading(high.frequency * exp2(2.0 / 1200))))
    #expect(abs(error - 2) < 1e-6)
  }

  private func reading(_ frequency: Double) -> PitchReading {
    PitchReading(
      time: 0.3, candidate: PitchCandidate(frequency: frequency, periodicity: 1), isVoiced: true,
      level: -20)
  }

  @Test("YIN's error rises with the noise, and all of its readings count")
  func rows() throws {
    let rows = try SelfTestNoiseSweep.rows(of: .harmonic, notes: [57], rates: [44_100]) { rate in
      try PitchTracker(
        YIN(sampleRate: rate, searchRange: 80...1000), sampleRate: rate, hopSize: 882)
    }
    #expect(rows.map(\.level) == [40, 20, 14, 10, 6, 0])
    #expect(rows.allSatisfy { (28...31).contains($0.tally.count) })
    #expect(rows[0].tally.share(within: 1) == 1)
    let errors = rows.prefix(4).compactMap(\.tally.nearRootMeanSquare)
    #expect(errors == errors.sorted())
    #expect(
      SelfTestTable.row(rows[0], method: "yin").count == SelfTestTable.noiseHeader.count)
  }

  @Test("an error that falls with more noise is named with its levels")
  func course() {
    var rows = [40.0, 20, 10].map { SelfTestNoiseSweep.Row(shape: .sine, level: $0) }
    for (index, error) in [1.0, 4, 2].enumerated() { rows[index].add(error, note: 31) }
    #expect(
      SelfTestTable.course(of: rows)
        == "  error better from 20 dB to 10 dB; near error better from 20 dB to 10 dB; "
        + "share in 5 c monotonic\n")
    rows[2].add(40, note: 33)
    #expect(
      SelfTestTable.course(of: rows)
        == "  error monotonic; near error monotonic; share in 5 c monotonic\n"
        + "  less than half in 5 c: A1 10 dB\n")
  }

  @Test("of 0, 3, 60 cents and an unvoiced reading, 1, 2 and 2 are within 1, 5 and 50")
  func tally() throws {
    var tally = SelfTestTally()
    for error in [0, 3, -60, nil] as [Double?] { tally.add(error) }
    #expect([1, 5, 50].map { tally.share(within: $0) } == [0.25, 0.5, 0.5])
    #expect(tally.unvoicedShare == 0.25)
    #expect(try #require(tally.rootMeanSquare) == (3609.0 / 3).squareRoot())
    #expect(try #require(tally.nearRootMeanSquare) == (9.0 / 2).squareRoot())
  }
}

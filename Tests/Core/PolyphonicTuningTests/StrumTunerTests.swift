import PolyphonicTuning
import SignalProcessing
import Testing
import _TestSignals

@Suite struct StrumTunerTests {
  struct Reading {
    var time: Double
    var center: Double
    var sound: StrumTuner.Sound
    var strings: [StringReading]
    var strumCount: Int
  }

  private func readings(of samples: [Float], rate: Double = 44100) throws -> [Reading] {
    var tuner = try StrumTuner(targets: guitar, sampleRate: rate)
    var readings: [Reading] = []
    for start in stride(from: 0, to: samples.count, by: 1000) {
      tuner.append(Array(samples[start..<min(start + 1000, samples.count)])) {
        readings.append(
          Reading(
            time: $0.time, center: $0.center, sound: $0.sound, strings: $0.strings,
            strumCount: $0.strumCount))
      }
    }
    return readings
  }

  /// Strings that are plucked one after the other, 10 ms apart.
  private func strum(_ cents: [Double], of targets: [Double] = guitar, at start: Double = 0.3)
    -> [SyntheticString]
  {
    targets.indices.map {
      SyntheticString(
        frequency: detuned(targets[$0], by: cents[$0 % cents.count]), inharmonicity: 8e-5,
        decay: 2.5, delay: start + 0.01 * Double($0))
    }
  }

  @Test("All strings are read within 0.7 s of the strum, each within a cent")
  func first() throws {
    let cents = [-12.0, 4, 31, -40, 8, 0]
    let all = try readings(of: Strum(strings: strum(cents)).samples(seconds: 1.5))
    let first = try #require(all.first)
    #expect(first.time - 0.3 < 0.7)
    #expect(first.center < first.time && first.center > 0.3)
    for (reading, cents) in zip(first.strings, cents) {
      #expect(reading.isPresent)
      #expect((reading.cents - cents).magnitude < 1, "\(reading.cents) for \(cents)")
    }
  }

  @Test("A second strum is read anew, and its strings are where they are then")
  func second() throws {
    let both = strum([10]).map { string in
      var string = string
      string.decay = 8
      return string
    }
    let all = try readings(
      of: Strum(strings: both + strum([-15], at: 2)).samples(seconds: 3.5))
    let last = try #require(all.last)
    #expect(last.strumCount == 2)
    for reading in last.strings { #expect((reading.cents + 15).magnitude < 1) }
  }

  @Test("A single string is the only one present")
  func single() throws {
    for index in guitar.indices {
      let string = [strum([7])[index]]
      let all = try readings(of: Strum(strings: string).samples(seconds: 1.5))
      for reading in all {
        #expect(reading.strings.indices.filter { reading.strings[$0].isPresent } == [index])
      }
      let last = try #require(all.last)
      #expect((last.strings[index].cents - 7).magnitude < 0.5)
    }
  }

  @Test("Silence and noise give no reading with a string")
  func nothing() throws {
    #expect(try readings(of: Array(repeating: 0, count: 88200)).isEmpty)
    let noise = TestSignal.noise(count: 88200, rms: 0.05)
    #expect(try readings(of: noise).allSatisfy { $0.sound == .other })
  }

  @Test(
    "Fretted chords are no strum of open strings: C sharp, C, D, F, A minor and B flat",
    arguments: [
      [37, 44, 49, 53, 56, 61], [48, 52, 55, 60, 64], [50, 57, 62, 66], [41, 48, 53, 57, 60, 65],
      [45, 52, 57, 60, 64], [46, 53, 58, 62, 65],
    ])
  func chord(notes: [Int]) throws {
    let chord = notes.map { 440 * Elementary.exp2(Double($0 - 69) / 12) }
    let all = try readings(of: Strum(strings: strum([0], of: chord)).samples(seconds: 1.5))
    #expect(!all.isEmpty && all.allSatisfy { $0.sound == .other })
  }

  @Test(
    "Of 60 random strums at 8 to 96 kHz, with missing strings and noise, none is 10 cents wrong")
  func sweep() throws {
    var random = SeededRandom(seed: 5)
    let rates = [8000.0, 11025, 16000, 22050, 32000, 44100, 48000, 88200, 96000]
    for trial in 0..<Soak.count(60) {
      let rate = rates[trial % rates.count]
      let missing = trial % 3 == 0 ? Int.random(in: 0..<6, using: &random) : -1
      var truth: [SyntheticString?] = strum([0]).map { $0 }
      for index in 0..<6 {
        truth[index]?.frequency = detuned(
          guitar[index], by: Double.random(in: -40...40, using: &random))
        truth[index]?.inharmonicity = Double.random(in: 2e-5...2e-4, using: &random)
        let decibels = Double.random(in: -6...6, using: &random)
        truth[index]?.amplitude = 0.08 * Elementary.power(10, decibels / 20)
        truth[index]?.decay = Double.random(in: 1...4, using: &random)
      }
      if missing >= 0 { truth[missing] = nil }
      let sound = Strum(
        strings: truth.compactMap { $0 }, sampleRate: rate, seed: UInt64(trial + 1))
      let all = try readings(of: sound.samples(seconds: 1.2, noise: 0.002), rate: rate)
      #expect(!all.isEmpty)
      for reading in all {
        for (string, truth) in zip(reading.strings, truth) where string.isPresent {
          guard let truth else { continue }
          let error = cents(from: truth.frequency, to: string.frequency)
          #expect(
            error.magnitude < 10,
            "\(error) cents at \(truth.frequency) Hz, trial \(trial), \(rate) Hz, \(reading.time) s"
          )
        }
      }
    }
  }
}

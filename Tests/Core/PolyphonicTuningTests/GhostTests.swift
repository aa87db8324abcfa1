import PolyphonicTuning
import SignalProcessing
import Testing
import _TestSignals

/// Strings that do not sound, but whose partials other strings have.
@Suite struct GhostTests {
  private static let rate = 16000.0

  private func readings(of samples: [Float]) throws -> [[StringReading]] {
    var tuner = try StrumTuner(targets: guitar, sampleRate: Self.rate)
    var readings: [[StringReading]] = []
    tuner.append(samples) { readings.append($0.strings) }
    return readings
  }

  /// A string as guitars have them, plucked somewhere.
  private func random(_ index: Int, using random: inout SeededRandom) -> SyntheticString {
    SyntheticString(
      frequency: detuned(guitar[index], by: Double.random(in: -25...25, using: &random)),
      inharmonicity: Double.random(in: 1e-5...2e-4, using: &random),
      amplitude: Double.random(in: 0.03...0.3, using: &random),
      decay: Double.random(in: 0.6...3, using: &random), delay: 0.2, partialCount: 30,
      slope: Double.random(in: 0.4...1.5, using: &random))
  }

  @Test("After each of 24 single plucks no other string is shown at any moment, and the one is")
  func plucks() throws {
    var random = SeededRandom(seed: 11)
    for trial in 0..<Soak.count(24) {
      let index = trial % 6
      let string = self.random(index, using: &random)
      let sound = Strum(strings: [string], sampleRate: Self.rate, seed: UInt64(trial + 1))
      let all = try readings(of: sound.samples(seconds: 1.6, noise: trial % 2 == 0 ? 1e-5 : 3e-4))
      #expect(all.contains { $0[index].isPresent }, "trial \(trial)")
      for reading in all {
        let shown = reading.indices.filter { reading[$0].isPresent }
        #expect(shown.isEmpty || shown == [index], "\(shown) for \(index), trial \(trial)")
      }
    }
  }

  @Test("Beside an E2 and an A2 in tune, B3 and E4 are absent, all of whose partials they have")
  func coveredStrings() throws {
    for seed in 1...4 {
      let strings = [0, 1].map {
        SyntheticString(
          frequency: guitar[$0], amplitude: 0.1, decay: 1.5, delay: 0.2, partialCount: 30)
      }
      let sound = Strum(strings: strings, sampleRate: Self.rate, seed: UInt64(seed))
      let all = try readings(of: sound.samples(seconds: 1.5, noise: 1e-4))
      #expect(!all.isEmpty)
      for reading in all {
        #expect(reading.indices.filter { reading[$0].isPresent } == [0, 1], "seed \(seed)")
      }
    }
  }

  @Test("Strings that fade at different rates are never shown more than 10 cents wrong")
  func fading() throws {
    var random = SeededRandom(seed: 23)
    for trial in 0..<Soak.count(8) {
      let strings = guitar.indices.map { index in
        var string = self.random(index, using: &random)
        string.decay = [1, 3, 8, 14][Int.random(in: 0..<4, using: &random)]
        return string
      }
      let sound = Strum(strings: strings, sampleRate: Self.rate, seed: UInt64(trial + 1))
      for reading in try readings(of: sound.samples(seconds: 3.2, noise: 3e-4)) {
        for (string, truth) in zip(reading, strings) where string.isPresent {
          let error = cents(from: truth.frequency, to: string.frequency)
          #expect(error.magnitude < 10, "\(error) cents at \(truth.frequency) Hz, trial \(trial)")
        }
      }
    }
  }

  @Test("A D3 25 cents flat is read within 2 cents above a D2 whose octave it is")
  func octaveAbove() throws {
    let targets = [guitar[2] / 2] + guitar[1...]
    let cents = [0.0, 4, -25, 3, -2, 5]
    let strings = targets.indices.map {
      SyntheticString(
        frequency: detuned(targets[$0], by: cents[$0]), inharmonicity: 8e-5, amplitude: 0.1,
        decay: 1.5, delay: 0.2 + 0.01 * Double($0))
    }
    var tuner = try StrumTuner(targets: targets, sampleRate: Self.rate)
    var count = 0
    let samples = Strum(strings: strings, sampleRate: Self.rate).samples(seconds: 1.6, noise: 1e-4)
    tuner.append(samples) {
      count += 1
      #expect($0.strings[2].isPresent && ($0.strings[2].cents + 25).magnitude < 2)
    }
    #expect(count > 5)
  }

  @Test("A single string that is tuned up by 60 cents while it sounds is followed within 3 cents")
  func turnedPeg() throws {
    let count = Int(3 * Self.rate)
    var (phase, samples) = (0.0, [Float](repeating: 0, count: count))
    for index in Int(0.2 * Self.rate)..<count {
      let time = Double(index) / Self.rate
      let cents = -50 + 60 * min(1, max(0, (time - 0.8) / 1.2))
      phase += 2 * .pi * detuned(guitar[3], by: cents) / Self.rate
      for order in 1...6 {
        samples[index] += Float(
          0.1 / Double(order) * Elementary.exp(-0.5 * time) * Elementary.sin(Double(order) * phase))
      }
    }
    let last = try #require(try readings(of: samples).last)
    #expect(last[3].isPresent && (last[3].cents - 10).magnitude < 3, "\(last[3].cents)")
  }
}

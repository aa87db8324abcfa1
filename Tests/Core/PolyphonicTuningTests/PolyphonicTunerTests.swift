import PolyphonicTuning
import SignalProcessing
import Testing
import _TestSignals

@Suite struct PolyphonicTunerTests {
  private func read(
    _ strum: Strum, targets: [Double] = guitar, settings: PolyphonicTuner.Settings = .init(),
    noise: Double = 0
  ) throws -> [StringReading] {
    var tuner = try PolyphonicTuner(
      targets: targets, sampleRate: strum.sampleRate, settings: settings)
    tuner.append(strum.samples(seconds: 0.65, noise: noise))
    tuner.measure()
    return tuner.readings
  }

  private let detunings = [-31.0, 12, 3, -18, 26, -7]

  private func strings(
    _ targets: [Double] = guitar, stiffness: Double = 1e-4
  ) -> [SyntheticString] {
    targets.indices.map {
      SyntheticString(
        frequency: detuned(targets[$0], by: detunings[$0 % 6]),
        inharmonicity: stiffness * (1 - 0.12 * Double($0)), decay: 2)
    }
  }

  @Test("Six strings of a clean strum are each right within 0.15 cents, at 8 to 96 kHz")
  func sixStrings() throws {
    for rate in [8000.0, 16000, 22050, 44100, 48000, 96000] {
      let truth = strings()
      let readings = try read(Strum(strings: truth, sampleRate: rate))
      for (string, reading) in zip(truth, readings) {
        #expect(reading.isPresent)
        let error = cents(from: string.frequency, to: reading.frequency)
        #expect(error.magnitude < 0.15, "\(error) cents at \(string.frequency) Hz, \(rate) Hz")
      }
    }
  }

  @Test("The inharmonicity of each string of a clean strum is right within 5 %")
  func inharmonicity() throws {
    let truth = strings()
    for (string, reading) in zip(truth, try read(Strum(strings: truth))) {
      #expect((reading.inharmonicity / string.inharmonicity - 1).magnitude < 0.05)
    }
  }

  @Test("A B3 whose partials all lie within 4 Hz of an E2's is right within 0.5 cents")
  func sharedPartials() throws {
    // B3 5 cents above three times E2: 1.2 Hz apart at B3's first partial.
    let low = SyntheticString(frequency: 82.41, inharmonicity: 9e-5, decay: 2)
    let high = SyntheticString(
      frequency: detuned(3 * 82.41, by: 5), inharmonicity: 6e-5, decay: 2)
    let readings = try read(Strum(strings: [low, high]), targets: [guitar[0], guitar[4]])
    #expect(cents(from: low.frequency, to: readings[0].frequency).magnitude < 0.5)
    #expect(cents(from: high.frequency, to: readings[1].frequency).magnitude < 0.5)
  }

  @Test("Each string that is left out of six is called absent, and no other one")
  func absent() throws {
    for left in 0..<6 {
      var truth = strings()
      truth.remove(at: left)
      let readings = try read(Strum(strings: truth))
      #expect(readings.map(\.isPresent) == (0..<6).map { $0 != left }, "without \(left)")
    }
  }

  @Test("Silence and white noise are no string")
  func silence() throws {
    #expect(try read(Strum(strings: [])).allSatisfy { !$0.isPresent })
    #expect(try read(Strum(strings: []), noise: 0.1).allSatisfy { !$0.isPresent })
  }

  @Test("Samples that arrive in blocks of any size give the same readings to the bit")
  func blocks() throws {
    let samples = Strum(strings: strings()).samples(seconds: 0.65)
    var whole = try PolyphonicTuner(targets: guitar, sampleRate: 44100)
    whole.append(samples)
    whole.measure()
    var pieces = try PolyphonicTuner(targets: guitar, sampleRate: 44100)
    for start in stride(from: 0, to: samples.count, by: 777) {
      pieces.append(Array(samples[start..<min(start + 777, samples.count)]))
    }
    pieces.measure()
    #expect(whole.readings == pieces.readings)
  }

  @Test("The stated error covers the true one in 92 % of readings at 2 sigma, at 40 and 20 dB")
  func coverage() throws {
    for noise in [0.002, 0.02] {
      var (covered, all) = (0, 0)
      for seed in 1...10 {
        let truth = strings()
        let readings = try read(
          Strum(strings: truth, sampleRate: 16000, seed: UInt64(seed)), noise: noise)
        for (string, reading) in zip(truth, readings) {
          all += 1
          let error = cents(from: string.frequency, to: reading.frequency).magnitude
          if error <= 2 * reading.error { covered += 1 }
        }
      }
      #expect(Double(covered) >= 0.92 * Double(all), "\(covered) of \(all)")
    }
  }

  @Test("Rates, counts and targets out of range are refused with the limit")
  func limits() {
    #expect(throws: PolyphonicTunerError.sampleRateOutOfRange(4000)) {
      try PolyphonicTuner(targets: guitar, sampleRate: 4000)
    }
    #expect(throws: PolyphonicTunerError.targetCountOutOfRange(0)) {
      try PolyphonicTuner(targets: [], sampleRate: 44100)
    }
    #expect(throws: PolyphonicTunerError.targetOutOfRange(10, limit: 6500 / 3)) {
      try PolyphonicTuner(targets: [10], sampleRate: 44100)
    }
    #expect(
      "\(PolyphonicTunerError.targetCountOutOfRange(0))"
        == "The number of strings must be between 1 and 16, but is 0.")
  }
}

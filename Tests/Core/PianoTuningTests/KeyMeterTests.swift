import PianoTuning
import SignalProcessing
import Testing
import _TestSignals

@Suite struct KeyMeterTests {
  @Test(
    "The key is found, f1 within 0.05 cents and B within 1 %, from A0 to C6",
    arguments: [21, 28, 36, 43, 52, 60, 67, 72, 77, 84])
  func known(midi: Int) throws {
    let key = try #require(PianoKey(midi: midi))
    let sound = SyntheticKey(
      frequency: key.equalFrequency() * 1.002, inharmonicity: key.typicalInharmonicity * 1.2,
      partialCount: midi < 40 ? 24 : 10)
    var meter = try KeyMeter(sampleRate: 44_100)
    let found = try meter.measure(sound.samples(seconds: 2.5, noise: 0.0003))
    #expect(found.key == key)
    #expect(abs(cents(found.frequency, sound.frequency)) < 0.05)
    #expect(abs(found.inharmonicity / sound.inharmonicity - 1) < 0.01)
    #expect(!found.isUnisonOff)
  }

  @Test(
    "Without noise, and with whole cycles in the frame, the key is found as well",
    arguments: [0, 1e-4], [0.0, 0.8])
  func clean(noise: Double, decay: Double) throws {
    var sound = SyntheticKey(frequency: 440, inharmonicity: 7e-4)
    sound.decay = decay
    var meter = try KeyMeter(sampleRate: 44_100)
    let found = try meter.measure(sound.samples(seconds: 2, noise: noise))
    #expect(found.key.midi == 69)
    #expect(abs(cents(found.frequency, 440)) < 0.05)
  }

  @Test("A whole piano that is 30 cents flat keeps its keys", arguments: [33, 50, 66, 81, 93])
  func flat(midi: Int) throws {
    let key = try #require(PianoKey(midi: midi))
    let sound = SyntheticKey(
      frequency: key.equalFrequency() * Elementary.exp2(-30.0 / 1200),
      inharmonicity: key.typicalInharmonicity, partialCount: midi < 40 ? 24 : 8, decay: 1.5)
    var meter = try KeyMeter(sampleRate: 44_100)
    #expect(try meter.measure(sound.samples(seconds: 2, noise: 0.0003)).key == key)
  }

  @Test("Strings that beat at 1 Hz are told apart; their mean is the key's frequency")
  func unison() throws {
    let sound = SyntheticKey(
      frequency: 523.25, inharmonicity: 9e-4, strings: [-1.654, 1.654], partialCount: 8)
    var meter = try KeyMeter(sampleRate: 44_100)
    let found = try meter.measure(sound.samples(seconds: 4, noise: 0.0003))
    let beat = try #require(found.beats.last)
    #expect(abs(beat - 1) < 0.1)
    #expect(found.isUnisonOff)
    #expect(abs(cents(found.frequency, sound.frequency)) < 0.5)
    #expect(found.beatLimit < 0.25)
  }

  @Test("Silence, noise, a chord, a harmonic tone of no key, and a click are refused")
  func refused() throws {
    var meter = try KeyMeter(sampleRate: 44_100)
    #expect(throws: KeyMeterError.silent) { try meter.measure(Array(repeating: 0, count: 88_200)) }
    #expect(throws: KeyMeterError.silent) { try meter.measure([]) }
    #expect(throws: KeyMeterError.silent) {
      try meter.measure(Array(repeating: .nan, count: 88_200))
    }
    #expect(throws: KeyMeterError.noKey) {
      try meter.measure(TestSignal.noise(count: 88_200, rms: 0.1, seed: 4))
    }
    var chord = [Float](repeating: 0, count: 110_000)
    for midi in [60, 64, 67, 71] {
      let key = PianoKey(midi: midi)!
      let sound = SyntheticKey(
        frequency: key.equalFrequency(), inharmonicity: key.typicalInharmonicity)
      let samples = sound.samples(seconds: 2.4, noise: 0)
      for index in samples.indices { chord[index] += samples[index] }
    }
    #expect(throws: KeyMeterError.noKey) { try meter.measure(chord) }
    let short = SyntheticKey(frequency: 440, inharmonicity: 7e-4)
      .samples(seconds: 0.3, noise: 1e-4)
    #expect(throws: KeyMeterError.self) { try meter.measure(short) }
    #expect(throws: KeyMeterError.sampleRateOutOfRange(8000)) { try KeyMeter(sampleRate: 8000) }
  }

  /// Each partial's bound is 24 σ² / (A² N³) in radians a sample (S. M. Kay, "Fundamentals of
  /// Statistical Signal Processing: Estimation Theory", 1993, example 3.14), that of f1 follows from
  /// the weighted line through all of them.
  @Test("The error of f1 is at most twice the Cramér-Rao bound of its two seconds")
  func bound() throws {
    let rate = 44_100.0
    let sound = SyntheticKey(
      frequency: 110, inharmonicity: 1.1e-4, partialCount: 10, decay: 0)
    let noise = 0.1
    let count = 2 * rate
    var (s0, s1, s2) = (0.0, 0.0, 0.0)
    for order in 1...10 {
      let amplitude = 0.1 / Double(order)
      let angular = (24 * noise * noise / (amplitude * amplitude * count * count * count))
        .squareRoot()
      let relative = angular * rate / (2 * .pi) / sound.partial(order)
      let slope = 0.5 * Double(order * order - 1)
      s0 += 1 / (relative * relative)
      s1 += slope / (relative * relative)
      s2 += slope * slope / (relative * relative)
    }
    let bound = 1200 / Elementary.log(2.0) * (s2 / (s0 * s2 - s1 * s1)).squareRoot()
    var squares = 0.0
    let trials = 12
    var meter = try KeyMeter(sampleRate: rate)
    for trial in 1...trials {
      let found = try meter.measure(
        sound.samples(seconds: 2.3, sampleRate: rate, noise: noise, seed: UInt64(trial)))
      let error = cents(found.frequency, sound.frequency)
      squares += error * error
    }
    let ratio = (squares / Double(trials)).squareRoot() / bound
    #expect(ratio < 2, "\(ratio) times the bound of \(bound) cents")
  }
}

import PianoTuning
import SignalProcessing
import Testing
import _TestSignals

@Suite struct SeriesScanTests {
  @Test(
    """
    With first partials at -40 dB, knocks and partials irregular by 2 cents, f1 of A0 to B1 is \
    right within 5 cents, and B within 25 %
    """, arguments: [21, 26, 35], [6e-5, 5e-4])
  func weak(midi: Int, inharmonicity: Double) throws {
    var string = BassString(key: PianoKey(midi: midi)!, inharmonicity: inharmonicity)
    (string.weakness, string.irregularity, string.knocks) = (40, 2, 0.3)
    string.seed = UInt64(midi)
    let found = try Self.measured(string)
    #expect(found.key == string.key)
    #expect(abs(cents(found.frequency, string.frequency)) < 5)
    #expect(found.isInharmonicityKnown)
    #expect(abs(found.inharmonicity / inharmonicity - 1) < 0.25)
  }

  @Test("Partials irregular by 0.5 to 3 cents: B lies within two stated errors in 9 of 10 strings")
  func covered() throws {
    var covered = 0
    for trial in 0..<10 {
      var string = BassString(
        key: PianoKey(midi: 21 + 7 * trial % 15)!, inharmonicity: trial < 5 ? 1e-4 : 3e-4)
      (string.weakness, string.knocks) = (20, 0.1)
      string.irregularity = [0.5, 1, 2, 3][trial % 4]
      string.seed = UInt64(100 + trial)
      let found = try Self.measured(string)
      let error = (found.inharmonicity / string.inharmonicity - 1).magnitude
      if error < 2 * found.inharmonicityError { covered += 1 }
    }
    #expect(covered >= 9, "\(covered) of 10")
  }

  @Test(
    "Phantom partials of up to -10 dB make no quarter of B: it is right within 20 %, or refused",
    arguments: [-20.0, -10], [24, 33])
  func phantoms(level: Double, midi: Int) throws {
    var string = BassString(
      key: PianoKey(midi: midi)!, inharmonicity: 2e-4, partialCount: 12)
    (string.phantoms, string.weakness, string.irregularity) = (level, 30, 1)
    let found = try Self.measured(string)
    #expect(
      !found.isInharmonicityKnown
        || abs(found.inharmonicity / string.inharmonicity - 1) < 0.2)
    if level < -15 { #expect(found.isInharmonicityKnown) }
  }

  @Test(
    "With odd partials at -20 dB a key is not taken for that an octave higher", arguments: [22, 25])
  func odd(midi: Int) throws {
    var string = BassString(key: PianoKey(midi: midi)!, inharmonicity: 1.5e-4)
    (string.oddWeakness, string.weakness) = (20, 20)
    let found = try Self.measured(string)
    #expect(found.key == string.key)
    #expect(abs(cents(found.frequency, string.frequency)) < 1)
  }

  @Test("B of a string with three to five partials is refused", arguments: [3, 5])
  func few(count: Int) throws {
    let string = BassString(
      key: PianoKey(midi: 26)!, inharmonicity: 2e-4, partialCount: count)
    do throws(KeyMeterError) {
      var meter = try KeyMeter(sampleRate: BassString.sampleRate)
      #expect(try meter.measure(string.samples()).inharmonicityError >= 1)
    } catch { #expect(error == .noKey) }
  }

  @Test("A key whose B was refused is tuned by B of the curve, not by its own")
  func target() throws {
    let key = PianoKey(midi: 26)!
    var piano = PianoFile()
    let curve = try piano.targets()[key.index]
    _ = piano.add(
      PianoFile.Entry(
        KeyMeasurement(
          key: key, frequency: key.equalFrequency(), frequencyError: 2, inharmonicity: 4.4e-3,
          inharmonicityError: 1, partialCount: 4, strings: [0], beatLimit: 0.1),
        stage: .before, date: "2026-11-22T10:15:00Z"))
    #expect(try piano.targets()[key.index].partialFrequency == curve.partialFrequency)
  }

  private static func measured(_ string: BassString) throws -> KeyMeasurement {
    var meter = try KeyMeter(sampleRate: BassString.sampleRate)
    return try meter.measure(string.samples())
  }
}

import MusicTheory
import PianoTuning
import Testing

/// A measurement of a key, some cents from equal temperament.
func measured(
  _ name: String, cents: Double = 0, inharmonicity: Double = 5e-4, error: Double = 0.003,
  strings: [Double] = [0]
) throws -> KeyMeasurement {
  let key = try #require(PianoKey(name: name))
  return KeyMeasurement(
    key: key, frequency: key.equalFrequency() * (1 + cents / 1731.234), frequencyError: 0.05,
    inharmonicity: inharmonicity, inharmonicityError: error, partialCount: 12, strings: strings,
    beatLimit: 0.02)
}

@Suite struct PianoFileTests {
  private let date = "2026-11-22T10:15:00Z"

  private func piano() throws -> PianoFile {
    var piano = PianoFile()
    piano.name = "Anna's upright"
    piano.concertPitch = 442
    piano.temperature = 21.5
    piano.style = .pureTwelfths
    piano.temperament = "vallotti"
    for name in ["A0", "C4", "A4", "C8"] {
      _ = piano.add(PianoFile.Entry(try measured(name, cents: 3), stage: .before, date: date))
    }
    _ = piano.add(
      PianoFile.Entry(
        try measured("C4", strings: [-0.6, 0.04, 0.56]), stage: .after, date: date))
    return piano
  }

  @Test("What is written is read back, digit by digit")
  func roundTrip() throws {
    let piano = try piano()
    let again = try PianoFile(text: piano.text)
    #expect(again.text == piano.text)
    #expect(again.entries.count == 5)
    #expect(again.name == "Anna's upright")
    #expect(again.temperature == 21.5)
    #expect(again.best(try #require(PianoKey(midi: 60)), .after)?.measurement.strings.count == 3)
  }

  @Test("Another version and another file are refused in line 1")
  func version() throws {
    let text = try piano().text
    #expect(throws: MeasurementFileError(kind: .piano, line: 1, problem: .otherVersion("2"))) {
      try PianoFile(text: text.replacing("kammerton-piano 1", with: "kammerton-piano 2"))
    }
    #expect(throws: MeasurementFileError(kind: .piano, line: 1, problem: .otherKind)) {
      try PianoFile(text: "{\"piano\": 1}")
    }
    #expect(throws: MeasurementFileError(kind: .piano, line: 1, problem: .otherKind)) {
      try PianoFile(text: "")
    }
  }

  @Test("A file that was cut anywhere is refused, with a line")
  func cut() throws {
    let text = try piano().text
    // Without its last line end, a file is still complete.
    for count in 0..<(text.count - 1) {
      let part = String(text.prefix(count))
      #expect(throws: MeasurementFileError.self, "\(count)") { try PianoFile(text: part) }
    }
  }

  @Test("A wrong line is named")
  func wrong() throws {
    let lines = try piano().text.split(separator: "\n").map(String.init)
    let index = try #require(lines.firstIndex { $0.hasPrefix("key: C4") })
    for bad in [
      "key: H4 before x 1 1 1 1 1 1 1", "key: C4 later x 262 0.1 0.0003 0.01 12 0.02 0",
      "key: C4 before x nan 0.1 0.0003 0.01 12 0.02 0", "key: C4", "colour: red",
      "concert-pitch: 900", "style: wild", "temperament: none-such", "temperature: hot",
    ] {
      var changed = lines
      changed[index] = bad
      let error = #expect(throws: MeasurementFileError.self) {
        try PianoFile(text: changed.joined(separator: "\n"))
      }
      #expect(error?.line == index + 1)
    }
  }

  @Test("A key measured twice with different results is kept twice, and the surer one is used")
  func twice() throws {
    var piano = PianoFile()
    let sure = PianoFile.Entry(try measured("A4"), stage: .before, date: date)
    let first = piano.add(sure)
    #expect(first == .alone)
    let other = PianoFile.Entry(
      try measured("A4", cents: 9, error: 0.02), stage: .before, date: date)
    let said = piano.add(other)
    #expect(said == .oldIsUsed)
    #expect(piano.entries.count == 2)
    #expect(piano.best(sure.measurement.key) == sure)
    let same = PianoFile.Entry(
      try measured("A4", cents: 0.1, error: 0.004), stage: .before, date: date)
    let third = piano.add(same)
    #expect(third == .alone)
    let surest = PianoFile.Entry(
      try measured("A4", cents: 20, error: 0.001), stage: .before, date: date)
    let fourth = piano.add(surest)
    #expect(fourth == .newIsUsed)
    #expect(piano.best(sure.measurement.key) == surest)
  }

  @Test("Targets have the concert pitch, the temperament, and the overpull of a flat piano")
  func targets() throws {
    var piano = PianoFile()
    piano.concertPitch = 442
    let plain = try piano.targets()
    #expect(abs(plain[48].frequency - 442) < 1e-3)
    piano.temperament = "vallotti"
    let tempered = try piano.targets()
    let vallotti = try piano.temperamentOffsets()
    #expect(vallotti.offset(ofPitchClass: 0) > 3)
    #expect(
      abs(tempered[39].cents - plain[39].cents - vallotti.offset(ofPitchClass: 0)) < 1e-9)
    piano.temperament = "equal"
    let flat = PianoFile.Entry(try measured("C5", cents: -33), stage: .before, date: date)
    _ = piano.add(flat)
    let raised = try piano.targets(isRaising: true)
    let level = try piano.targets()
    let key = flat.measurement.key
    let flatness = level[key.index].cents - flat.measurement.cents(concertPitch: 442)
    #expect(abs(raised[key.index].cents - level[key.index].cents - flatness / 4) < 1e-9)
  }
}

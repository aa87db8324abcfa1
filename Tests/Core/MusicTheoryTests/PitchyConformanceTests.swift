import MusicTheory
import Testing

/// Numbers that the tests of the Pitchy library assert, and the defects behind them.
///
/// Source: Pitchy tests, seed inventory 2.3 (conformance numbers) and 2.4 (edge behaviour).
@Suite("Pitchy conformance (source: Pitchy tests, seed inventory 2.3)")
struct PitchyConformanceTests {
  struct Row: Sendable, CustomStringConvertible {
    let index: Int
    let name: String
    let frequency: Double
    let neighbours: [String]

    init(_ index: Int, _ name: String, _ frequency: Double, _ neighbours: String...) {
      self.index = index
      self.name = name
      self.frequency = frequency
      self.neighbours = neighbours
    }

    var description: String { name }
  }

  static let rows = [
    Row(0, "A4", 440, "G#4", "A#4"), Row(12, "A5", 880), Row(2, "B4", 493.883, "A#4", "C5"),
    Row(-10, "B3", 246.942), Row(-9, "C4", 261.626, "B3", "C#4"), Row(-30, "D#2", 77.7817),
    Row(11, "G#5", 830.609), Row(29, "D7", 2349.32), Row(-16, "F3", 174.614, "E3", "F#3"),
    Row(-27, "F#2", 92.4986, "F2", "G2"), Row(-38, "G1", 48.9994, "F#1", "G#1"),
    Row(-13, "G#3", 207.652, "G3", "A3"), Row(-47, "A#0", 29.1352, "A0", "B0"),
    Row(16, "C#6", 1108.73, "C6", "D6"), Row(5, "D5", 587.330, "C#5", "D#5"),
    Row(18, "D#6", 1244.51, "D6", "E6"), Row(31, "E7", 2637.02, "D#7", "F7"),
  ]

  @Test("17 notes agree from index, from name and from frequency within 0.01 Hz", arguments: rows)
  func note(row: Row) throws {
    let note = Note(index: row.index)
    #expect(note.asciiDescription == row.name)
    #expect(try Note(row.name) == note)
    #expect(ConcertPitch.standard.nearestNote(to: row.frequency) == note)
    #expect(note.index == row.index)
    #expect(abs(note.frequency() - row.frequency) < 0.01)
    if !row.neighbours.isEmpty {
      #expect([note.lower, note.higher].map(\.asciiDescription) == row.neighbours)
    }
  }

  @Test("445 Hz lies 19.56 cents above A4 and 80.44 below A#4")
  func offsetsOf445() throws {
    let pitch = try Pitch(frequency: 445)
    let lower = pitch.offsets.lower
    #expect(lower.note == Note(.a, octave: 4))
    #expect(abs(lower.frequency - 5) < 1e-9)
    #expect(abs(lower.percentOfGap - 19.110) < 0.001)
    #expect(abs(lower.cents - 19.5622) < 0.0001)
    let higher = pitch.offsets.higher
    #expect(higher.note == Note(.a, .sharp, octave: 4))
    #expect(abs(higher.frequency - -21.164) < 0.001)
    #expect(abs(higher.percentOfGap - -80.890) < 0.001)
    #expect(abs(higher.cents - -80.4378) < 0.0001)
    #expect(pitch.offsets.closest == lower)
    #expect(pitch.note == lower.note)
  }

  @Test("108 Hz lies 68.23 cents above G#2 and 31.77 below A2")
  func offsetsOf108() throws {
    let pitch = try Pitch(frequency: 108)
    let lower = pitch.offsets.lower
    #expect(lower.note.index == -25)
    #expect(lower.note.asciiDescription == "G#2")
    #expect(abs(lower.frequency - 4.174) < 0.001)
    #expect(abs(lower.percentOfGap - 67.605) < 0.001)
    #expect(abs(lower.cents - 68.2333) < 0.0001)
    let higher = pitch.offsets.higher
    #expect(higher.note.index == -24)
    #expect(abs(higher.frequency - -2) < 1e-9)
    #expect(abs(higher.percentOfGap - -32.395) < 0.001)
    #expect(abs(higher.cents - -31.7667) < 0.0001)
    #expect(pitch.offsets.closest == higher)
  }

  @Test("a pair of offsets sorts swapped input")
  func offsetsSort() throws {
    let offsets = try Pitch(frequency: 445).offsets
    #expect(PitchOffsets(offsets.higher, offsets.lower) == offsets)
    #expect(PitchOffsets(offsets.lower, offsets.higher) == offsets)
  }

  @Test(
    "440 Hz is 0.7795 m and 0.002273 s long, 1000 Hz is 0.343 m and 0.001 s",
    arguments: [(440, 0.779545, 0.00227273), (1000, 0.343, 0.001)])
  func waves(frequency: Double, wavelength: Double, period: Double) throws {
    let wave = try AcousticWave(frequency: frequency)
    #expect(abs(wave.wavelength - wavelength) < 1e-6)
    #expect(abs(wave.period - period) < 5e-9)
    #expect(abs(try AcousticWave(wavelength: wavelength).frequency - frequency) < 0.001)
    #expect(abs(try AcousticWave(period: period).frequency - frequency) < 0.001)
  }

  @Test("the standard range refuses 5000, 10 and 0 Hz and accepts 440 Hz")
  func frequencyValidity() throws {
    let range = PitchRange.standard
    for frequency in [5000.0, 10, 0] {
      #expect(throws: PitchError.frequencyOutOfRange(frequency, limits: 20...4190)) {
        try range.validate(frequency: frequency)
      }
    }
    try range.validate(frequency: 440)
  }

  @Test("the standard range refuses index 1000 and -100, octave 10 and -1; accepts 6 and 2")
  func noteValidity() throws {
    let range = PitchRange.standard
    for index in [1000, -100] {
      #expect(throws: PitchError.indexOutOfRange(index, limits: -53...39)) {
        try range.validate(index: index)
      }
    }
    try range.validate(index: 6)
    for octave in [10, -1] {
      #expect(throws: PitchError.octaveOutOfRange(octave, limits: 0...8)) {
        try range.validate(octave: octave)
      }
    }
    try range.validate(octave: 2)
  }

  @Test("the standard range refuses 1000, 0.01 and 0 m, 10, 0.0001 and 0 s; accepts 16 m, 0.02 s")
  func waveValidity() throws {
    let range = PitchRange.standard
    for wavelength in [1000, 0.01, 0] {
      #expect(throws: PitchError.wavelengthOutOfRange(wavelength, limits: 343 / 4190...17.15)) {
        try range.validate(wavelength: wavelength)
      }
    }
    try range.validate(wavelength: 16)
    for period in [10, 0.0001, 0] {
      #expect(throws: PitchError.periodOutOfRange(period, limits: 1 / 4190...0.05)) {
        try range.validate(period: period)
      }
    }
    try range.validate(period: 0.02)
  }

  @Test("an octave has 12 names, from A and from C")
  func letters() {
    let fromC = Note.notes(inOctaves: 4...4).map(\.name.asciiDescription)
    #expect(fromC == ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"])
    let fromA = (0..<12).map { Note(index: $0).name.asciiDescription }
    #expect(fromA == ["A", "A#", "B", "C", "C#", "D", "D#", "E", "F", "F#", "G", "G#"])
  }
}

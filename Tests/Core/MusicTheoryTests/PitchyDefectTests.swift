import MusicTheory
import Testing

/// Traps of the Pitchy library that must not come back (seed inventory 2.4).
@Suite("Defects of Pitchy that do not occur (source: seed inventory 2.4)")
struct PitchyDefectTests {
  @Test(
    "a note at the edge of hearing is a pitch with both neighbours",
    arguments: [
      ("C8", 4186.009), ("B8", 7902.133), ("A0", 27.5), ("B0", 30.868), ("D#0", 19.445),
      ("C0", 16.352), ("C-1", 8.176), ("G9", 12543.854),
    ])
  func edges(name: String, frequency: Double) throws {
    let note = try Note(name)
    #expect(abs(note.frequency() - frequency) < 0.001)
    let pitch = try Pitch(frequency: note.frequency())
    #expect(pitch.note == note)
    #expect(pitch.cents == 0)
    #expect(pitch.offsets.higher.note == note.higher)
    #expect(Note(midiNumber: note.midiNumber) == note)
  }

  @Test("pitches below 21.205 Hz and above 4066.84 Hz work", arguments: [1, 19.0, 21, 4067, 9000])
  func noHiddenBounds(frequency: Double) throws {
    let offsets = try Pitch(frequency: frequency).offsets
    #expect(offsets.lower.noteFrequency <= frequency)
    #expect(frequency < offsets.higher.noteFrequency)
  }

  @Test("440 Hz has 16 harmonics, the last at 7040 Hz")
  func harmonics() throws {
    let harmonics = try AcousticWave(frequency: 440).harmonics()
    #expect(harmonics.map(\.frequency) == (1...16).map { 440 * Double($0) })
    #expect(harmonics.last?.note == Note(.a, octave: 8))
  }

  @Test("pitch and note agree in cents between 452.893 and 453.082 Hz")
  func centsEverywhere() throws {
    for frequency in stride(from: 452.88, through: 453.10, by: 0.01) {
      let pitch = try Pitch(frequency: frequency)
      let expected = frequency < 440 * Interval.ratio(ofCents: 50) ? "A4" : "A#4"
      #expect(pitch.note.asciiDescription == expected)
      #expect(pitch.note == pitch.concertPitch.nearestNote(to: frequency))
      #expect(pitch.cents.magnitude <= 50)
    }
  }

  @Test(
    "lower and higher bracket 0 to 2.9 cents above A4",
    arguments: [440, 440.0001, 440.3, 440.7, 440.734, 440.8])
  func bracket(frequency: Double) throws {
    let offsets = try Pitch(frequency: frequency).offsets
    #expect(offsets.lower.note.asciiDescription == "A4")
    #expect(offsets.lower.frequency >= 0)
    #expect(offsets.higher.note.asciiDescription == "A#4")
    #expect(offsets.higher.frequency < 0)
  }

  @Test("an exact note is its own lower neighbour, at offset 0; just below it is the higher one")
  func exactNote() throws {
    for midiNumber in -12...140 {
      let note = Note(midiNumber: midiNumber)
      let exact = try Pitch(note).offsets
      #expect(exact.lower.note == note)
      #expect(exact.lower.frequency == 0 && exact.lower.cents == 0 && exact.lower.percentOfGap == 0)
      #expect(exact.higher.note == note.higher)
      let below = try Pitch(frequency: note.frequency().nextDown).offsets
      #expect(below.lower.note == note.lower)
      #expect(below.higher.note == note)
    }
  }

  @Test("440 Hz lies 0 cents from 440 Hz")
  func centsOfEqualFrequencies() {
    #expect(Interval.cents(from: 440, to: 440) == 0)
  }

  @Test("indices and frequencies of a range cannot disagree")
  func consistentRange() throws {
    let range = PitchRange.standard
    let indices = try #require(range.indices)
    for index in indices { try range.validate(frequency: Note(index: index).frequency()) }
    for index in [indices.lowerBound - 1, indices.upperBound + 1] {
      #expect(throws: PitchError.self) {
        try range.validate(frequency: Note(index: index).frequency())
      }
    }
  }
}

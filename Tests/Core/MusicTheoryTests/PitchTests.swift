import MusicTheory
import Testing

@Suite("Pitch")
struct PitchTests {
  @Test("f·2^(n/1200) lies n cents above f, for n from -1200 to 1200")
  func cents() throws {
    for frequency in [27.5, 440, 441.3, 4186.009] {
      let pitch = try Pitch(frequency: frequency)
      for n in stride(from: -1200.0, through: 1200, by: 37) {
        let other = try Pitch(frequency: frequency * Interval.ratio(ofCents: n))
        #expect(abs(pitch.cents(to: other) - n) < 1e-9)
        #expect(abs(other.cents(to: pitch) + n) < 1e-9)
      }
    }
  }

  @Test("offsets are a bracket of one semitone whose shares add up, from 8 Hz to 20 kHz")
  func bracket() throws {
    for step in 0..<4000 {
      let frequency = 8 * Interval.ratio(ofCents: Double(step) * 3.3)
      let pitch = try Pitch(frequency: frequency)
      let (lower, higher) = (pitch.offsets.lower, pitch.offsets.higher)
      #expect(higher.note.midiNumber - lower.note.midiNumber == 1)
      #expect(lower.frequency >= 0 && higher.frequency < 0)
      #expect(abs(lower.cents - higher.cents - 100) < 1e-9)
      #expect(abs(lower.percentOfGap - higher.percentOfGap - 100) < 1e-9)
      #expect(pitch.note == pitch.concertPitch.nearestNote(to: frequency))
      #expect(abs(pitch.cents) <= 50)
    }
  }

  @Test("442 Hz is A4 under 442 Hz and 7.85 cents sharp under 440 Hz")
  func concertPitch() throws {
    let orchestra = try ConcertPitch(442)
    #expect(try Pitch(frequency: 442, concertPitch: orchestra).cents == 0)
    #expect(abs(try Pitch(frequency: 442).cents - 7.8514) < 0.0001)
  }

  @Test("notes take the spelling asked for, or that of the note")
  func spelling() throws {
    #expect(try Pitch(frequency: 466).note.description == "A♯4")
    #expect(try Pitch(frequency: 466, spelling: .flats).note.description == "B♭4")
    #expect(try Pitch(Note("Bb4")).note.description == "B♭4")
    #expect(try Pitch(Note("Bb4"), spelling: .sharps).note.description == "A♯4")
  }

  @Test("445 Hz to 880 Hz is an octave, 440 Hz to 660 Hz a fifth, and back")
  func intervals() throws {
    let first = try Pitch(frequency: 440)
    let second = try Pitch(frequency: 660)
    #expect(first.interval(to: second).description == "P5")
    #expect(second.interval(to: first).description == "-P5")
    #expect(try Pitch(frequency: 445).interval(to: Pitch(frequency: 880)).description == "P8")
  }

  @Test(
    "a frequency that is not finite and above 0 is refused",
    arguments: [
      0, -1, Double.infinity, -Double.infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
    ])
  func refusals(frequency: Double) {
    #expect(throws: PitchError.invalidFrequency(frequency)) { try Pitch(frequency: frequency) }
    #expect(throws: PitchError.invalidFrequency(frequency)) {
      try AcousticWave(frequency: frequency)
    }
  }

  @Test("a range that starts at 0 Hz or ends at infinity is refused with that bound")
  func refusesRanges() {
    #expect(throws: PitchError.invalidFrequency(0)) { try PitchRange(0...4190) }
    #expect(throws: PitchError.invalidFrequency(.infinity)) { try PitchRange(20...(.infinity)) }
  }

  @Test("NaN is refused, and so is a note beyond the range of Double")
  func refusesNaN() {
    #expect(throws: PitchError.self) { try Pitch(frequency: .nan) }
    #expect(throws: PitchError.invalidFrequency(.infinity)) { try Pitch(Note(.a, octave: 5000)) }
  }

  @Test("1e-300 and 1e300 Hz are pitches without a trap", arguments: [1e-300, 1e300])
  func extremes(frequency: Double) throws {
    let pitch = try Pitch(frequency: frequency)
    #expect(pitch.offsets.lower.noteFrequency <= frequency)
    #expect(frequency < pitch.offsets.higher.noteFrequency)
    #expect(pitch.wave().wavelength.isFinite)
  }

  @Test("a range of 100 to 103 Hz holds no note, and one of 440 to 440 Hz holds A4")
  func narrowRanges() throws {
    let empty = try PitchRange(100...103)
    #expect(empty.indices == nil && empty.octaves == nil)
    #expect(throws: PitchError.indexOutOfRange(0, limits: nil)) { try empty.validate(index: 0) }
    #expect(throws: PitchError.octaveOutOfRange(2, limits: nil)) { try empty.validate(octave: 2) }
    #expect(try PitchRange(440...440).indices == 0...0)
  }
}

import MusicTheory
import Testing

@Suite("Concert pitch")
struct ConcertPitchTests {
  static let frequencies = [300, 392, 415, 415.3, 430.54, 432, 440, 441, 442, 443, 466.16, 500.0]

  @Test("MIDI numbers -12 to 140 survive the way to hertz and back", arguments: frequencies)
  func roundTrip(frequency: Double) throws {
    let concertPitch = try ConcertPitch(frequency)
    for midiNumber in -12...140 {
      let note = Note(midiNumber: midiNumber)
      let noteFrequency = note.frequency(under: concertPitch)
      #expect(concertPitch.nearestNote(to: noteFrequency) == note)
      #expect(abs(concertPitch.midiNumber(of: noteFrequency) - Double(midiNumber)) < 1e-12)
      #expect(concertPitch.cents(from: note, to: noteFrequency) == 0)
    }
    #expect(Note(.a, octave: 4).frequency(under: concertPitch) == frequency)
  }

  @Test("a note keeps its name to ±49.999 cents and loses it at ±50.001", arguments: frequencies)
  func nearestInCents(frequency: Double) throws {
    let concertPitch = try ConcertPitch(frequency)
    for midiNumber in stride(from: 0, through: 127, by: 7) {
      let exact = concertPitch.frequency(ofMIDINumber: Double(midiNumber))
      let note = Note(midiNumber: midiNumber)
      for (cents, shift) in [(49.999, 0), (-49.999, 0), (50.001, 1), (-50.001, -1)] {
        let nearest = concertPitch.nearestNote(to: exact * Interval.ratio(ofCents: cents))
        #expect(nearest == note + shift)
      }
    }
  }

  @Test("69.5 is 50 cents above A4")
  func fractionalNumbers() {
    let between = ConcertPitch.standard.frequency(ofMIDINumber: 69.5)
    #expect(abs(Interval.cents(from: 440, to: between) - 50) < 1e-12)
    #expect(abs(ConcertPitch.standard.midiNumber(of: between) - 69.5) < 1e-13)
  }

  @Test("any note can be the anchor: C4 at 256 Hz puts A4 at 430.539 Hz")
  func anchor() throws {
    let scientific = try ConcertPitch(Note(.c, octave: 4), frequency: 256)
    #expect(abs(scientific.frequency - 430.539) < 0.001)
    #expect(abs(Note(.c, octave: 4).frequency(under: scientific) - 256) < 1e-12)
    #expect(try ConcertPitch(Note(.a, octave: 3), frequency: 221).frequency == 442)
  }

  @Test("A4 outside 300 to 500 Hz is refused", arguments: [-1, 0, 299.99, 500.01, .infinity])
  func refusals(frequency: Double) {
    #expect(throws: PitchError.concertPitchOutOfRange(frequency)) { try ConcertPitch(frequency) }
  }

  @Test("A4 of NaN is refused")
  func refusesNaN() {
    let error = #expect(throws: PitchError.self) { try ConcertPitch(.nan) }
    guard case .concertPitchOutOfRange(let value) = error else {
      Issue.record("unexpected error \(String(describing: error))")
      return
    }
    #expect(value.isNaN)
  }

  @Test("an anchor is refused for its own frequency, or for the A4 that follows")
  func refusesAnchors() {
    let anchor = Note(.a, octave: 3)
    #expect(throws: PitchError.invalidFrequency(-1)) { try ConcertPitch(anchor, frequency: -1) }
    #expect(throws: PitchError.concertPitchOutOfRange(880)) {
      try ConcertPitch(anchor, frequency: 440)
    }
  }

  @Test("no note is nearest to 0, negative, infinite or NaN hertz")
  func noNearestNote() {
    for frequency in [0, -440, .infinity, .nan, .leastNonzeroMagnitude] {
      #expect(ConcertPitch.standard.nearestNote(to: frequency) == nil)
    }
  }

  @Test("messages name the value and the limits")
  func messages() {
    #expect(
      PitchError.concertPitchOutOfRange(-1).description
        == "Concert pitch (A4) must be between 300 and 500 Hz, but is -1 Hz.")
    #expect(PitchError.invalidFrequency(0).description.contains("but is 0."))
    let index = PitchError.indexOutOfRange(1000, limits: -53...39).description
    #expect(index.contains("between -53 and 39"))
  }
}

import InstrumentTuning
import MusicTheory
import Testing

@Suite("Tuner")
struct TunerTests {
  private let a4 = Note(.a, octave: 4)

  /// Feeds A4 moved by numbers of cents, one after the other.
  private func readings(_ tuner: Tuner = Tuner(), cents: [Double]) -> [NoteDeviation?] {
    readings(tuner, frequencies: cents.map { 440 * Interval.ratio(ofCents: $0) })
  }

  private func readings(_ tuner: Tuner = Tuner(), frequencies: [Double?]) -> [NoteDeviation?] {
    var tuner = tuner
    return frequencies.map { tuner.read($0) }
  }

  @Test("441.3 Hz is A4, 5.107 cents sharp, needle a tenth to the right")
  func reading() throws {
    let reading = try #require(readings(frequencies: [441.3])[0])
    #expect(reading.note == a4)
    #expect(reading.targetFrequency == 440)
    #expect(reading.frequency == 441.3)
    #expect(abs(reading.cents - 5.1075) < 0.001)
    #expect(abs(reading.needlePosition - 0.1021) < 0.0001)
    #expect(reading.state == .sharp)
  }

  @Test(
    "within 3 cents is in tune, below flat, above sharp",
    arguments: [
      (-49, NoteDeviation.State.flat), (-3.01, .flat), (-2.99, .inTune), (0, .inTune),
      (2.99, .inTune), (3.01, .sharp), (49, .sharp),
    ])
  func states(cents: Double, state: NoteDeviation.State) {
    #expect(readings(cents: [cents])[0]?.state == state)
  }

  @Test("a tone enters tune within 3 cents and leaves it beyond 4.5")
  func inTuneHysteresis() {
    let states = readings(cents: [4, 2.9, 4.4, -4.4, 4.6, 4.4, 3.1, 2.9, -4.6, -3.1])
      .map { $0?.state }
    #expect(
      states == [
        .sharp, .inTune, .inTune, .inTune, .sharp, .sharp, .sharp, .inTune, .flat, .flat,
      ])
  }

  @Test("a note is held to ±60 cents, so that noise around 50 never flickers")
  func noteHysteresis() {
    let held = readings(cents: [45, 49, 51, 48, 55, 59.9, 50, -59.9])
    #expect(held.allSatisfy { $0?.note == a4 })
    let moved = readings(cents: [45, 60.1, 52, 49, 45, 40.1, 39.9])
    #expect(moved[0]?.note == a4)
    #expect(moved[1...5].allSatisfy { $0?.note == a4.higher })
    #expect(moved[6]?.note == a4)
  }

  @Test("the needle stays in -1...1 while a note is held beyond 50 cents")
  func needle() throws {
    let readings = readings(cents: [0, 58, -58, 25, -12.5])
    #expect(abs(try #require(readings[1]).cents - 58) < 1e-9)
    let needle = readings.map { ($0?.needlePosition ?? .nan) * 1e6 }.map { $0.rounded() / 1e6 }
    #expect(needle == [0, 1, -1, 0.5, -0.25])
  }

  @Test("another note must come within the tolerance itself to be in tune")
  func newNoteEntersAgain() {
    let readings = readings(cents: [0, 104])
    #expect(readings.map { $0?.state } == [.inTune, .sharp])
    #expect(readings[1]?.note == a4.higher)
  }

  @Test(
    "an unvoiced frame, 0 Hz, NaN and infinity give no reading and forget the note",
    arguments: [nil, 0, -1, Double.nan, .infinity])
  func unvoiced(frequency: Double?) {
    let nearASharp = 440 * Interval.ratio(ofCents: 55)
    let readings = readings(frequencies: [440, nearASharp, frequency, nearASharp])
    #expect(readings.map { $0?.note } == [a4, a4, nil, a4.higher])
  }

  @Test("concert pitch and spelling may change while a note is held")
  func changesAtRunTime() throws {
    var tuner = Tuner()
    let before = tuner.read(442)
    tuner.concertPitch = try ConcertPitch(442)
    let after = tuner.read(442)
    #expect(before?.state == .sharp)
    #expect(after?.state == .inTune)
    #expect(after?.targetFrequency == 442)

    tuner.concertPitch = try ConcertPitch(415)
    let baroque = tuner.read(442)
    tuner.spelling = .flats
    let flat = tuner.read(442)
    #expect(baroque?.note.description == "A♯4")
    #expect(flat?.note.description == "B♭4")
  }

  @Test("every note from B0 to C8 is in tune at its own frequency", arguments: [415.0, 440, 443])
  func wholeRange(a4 frequency: Double) throws {
    var tuner = Tuner(concertPitch: try ConcertPitch(frequency), spelling: .mixed)
    for midiNumber in 23...108 {
      let note = Note(midiNumber: midiNumber, spelling: .mixed)
      let reading = tuner.read(note.frequency(under: tuner.concertPitch))
      #expect(reading?.note == note)
      #expect(reading?.cents == 0)
      #expect(reading?.state == .inTune)
    }
  }

  @Test("a tolerance of 10 cents is wider than one of 1 cent; the default is 3")
  func tolerances() throws {
    #expect(readings(try Tuner(tolerance: 10), cents: [9])[0]?.state == .inTune)
    #expect(readings(try Tuner(tolerance: 1), cents: [2])[0]?.state == .sharp)
    #expect(Tuner().tolerance == 3)
  }

  @Test(
    "tolerances outside 0.1 to 50 cents are refused",
    arguments: [-1, 0, 0.09, 50.1, Double.infinity])
  func refusals(tolerance: Double) {
    #expect(throws: TunerError.toleranceOutOfRange(tolerance)) { try Tuner(tolerance: tolerance) }
    #expect(throws: TunerError.self) { try Tuner(tolerance: .nan) }
    let text = TunerError.toleranceOutOfRange(tolerance).description
    #expect(text.contains("between 0.1 and 50 cents"))
  }
}

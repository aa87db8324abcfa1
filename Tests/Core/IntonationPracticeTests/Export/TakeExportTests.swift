import IntonationPractice
import MusicTheory
import Testing

@Suite("Takes as MIDI files")
struct TakeMIDITests {
  /// Reads a file back with its times in seconds.
  private func read(_ bytes: [UInt8]) throws -> [(number: Int, start: Double, end: Double)] {
    let score = try MIDIScore.read(bytes)
    let quarter = 60 / (score.tempos.first?.quartersPerMinute ?? 120)
    return score.notes.map {
      ($0.midiNumber, $0.onset * quarter, ($0.onset + $0.duration) * quarter)
    }
  }

  @Test(
    "onsets and ends are exact to a millisecond at every tempo", arguments: [20.0, 77, 120, 400])
  func times(tempo: Double) throws {
    let notes = played([60, 62.3, 57, 71.9], from: 0.1234, spacing: 0.4321)
    let midi = TakeMIDI(notes, under: .standard, tempo: tempo)
    #expect(midi.leftOutCount == 0)
    let found = try read(midi.bytes)
    #expect(found.map { $0.number } == [60, 62, 57, 72])
    for (note, expected) in zip(found, notes) {
      #expect(abs(note.start - expected.onset) < 0.001)
      #expect(abs(note.end - expected.onset - expected.duration) < 0.001)
    }
  }

  @Test("a note that reaches into the next one ends there, and keys beyond MIDI are left out")
  func edges() throws {
    var notes = played([60, 62])
    notes[0].duration = 2
    notes.append(PlayedNote(onset: 3, duration: 1, frequency: 20_000))
    let midi = TakeMIDI(notes, under: .standard)
    #expect(midi.leftOutCount == 1)
    #expect(abs(try read(midi.bytes)[0].end - 0.5) < 0.001)
  }

  @Test("cents are in the pitch bend: 50 cents are a quarter of two semitones")
  func bends() throws {
    let bytes = TakeMIDI(played([60.5 - 1e-9]), under: .standard).bytes
    let bend = try #require(bytes.indices.dropLast(2).first { bytes[$0] == 0xE0 })
    #expect(Int(bytes[bend + 1]) + 128 * Int(bytes[bend + 2]) == 8192 + 2048)
  }

  @Test("meter, key and title are read back")
  func texts() throws {
    let meter = try #require(PracticeMeter(beatCount: 6, beatUnit: 8))
    let key = try Key(NoteName(.e, .flat), .major)
    let bytes = TakeMIDI(
      played([60]), under: .standard, title: "Tune", tempo: 90, meter: meter, key: key
    ).bytes
    let score = try MIDIScore.read(bytes)
    #expect(score.title == "Tune" && score.key == key)
    #expect(score.bars.first?.meter == meter)
  }
}

@Suite("Takes as notes with values")
struct TakeNotationTests {
  private func notation(_ score: PracticeScore, _ played: [PlayedNote]) -> TakeNotation {
    TakeNotation(
      Intonation(score, played: played, concertPitch: .standard), played: played, score: score
    ) { ConcertPitch.standard.midiNumber(of: $0) }
  }

  private func notation(atTempo score: PracticeScore, _ played: [PlayedNote]) throws -> TakeNotation
  {
    let clock = try #require(ScoreClock(score, tempo: 120))
    return TakeNotation(played, score: score, clock: clock, start: 0) {
      ConcertPitch.standard.midiNumber(of: $0)
    }
  }

  @Test("notes of the score stand where the score has them, at any tempo and however uneven")
  func score() {
    let score = quarters([60, 62, 64, 65, 67])
    var notes = played([60, 62, 64, 65, 67], spacing: 0.7)
    notes[2].onset += 0.2
    let take = notation(score, notes)
    #expect(take.notes.map { $0.onset } == [0, 24, 48, 72, 96])
    #expect(take.notes.allSatisfy { $0.duration == 24 })
    #expect(take.bars.count == 2)
    #expect(abs((take.tempo ?? 0) - 60 / 0.7) < 0.1)
  }

  @Test("a wrong note has the pitch that was played, and an extra one stands between the others")
  func mistakes() {
    let notes =
      played([60], spacing: 1) + played([63], from: 1, spacing: 1)
      + played([57], from: 1.5, spacing: 0.5) + played([64, 65], from: 2, spacing: 1)
    let take = notation(quarters([60, 62, 64, 65]), notes)
    #expect(take.notes.map { $0.midiNumber } == [60, 63, 57, 64, 65])
    #expect(take.notes.map { $0.onset } == [0, 24, 36, 48, 72])
    #expect(take.notes[1].duration == 12)
  }

  @Test("at a tempo, notes stand where they were played: sixteenths, and thirds where they fit")
  func tempo() throws {
    let score = quarters([60, 62, 64, 65, 67, 69, 71, 72])
    // At 120 a quarter lasts 0.5 s.
    let times = [0.01, 0.49, 0.74, 1.0, 1.0 + 1.0 / 6, 1.0 + 1.0 / 3 + 0.005, 1.5, 1.63]
    let notes = times.enumerated().map { index, time in
      PlayedNote(
        onset: time, duration: (index + 1 < times.count ? times[index + 1] : 2) - time,
        frequency: ConcertPitch.standard.frequency(ofMIDINumber: Double(60 + index)))
    }
    let take = try notation(atTempo: score, notes)
    #expect(take.notes.map { $0.onset } == [0, 24, 36, 48, 56, 64, 72, 78])
    #expect(take.notes.map { $0.duration } == [24, 12, 12, 8, 8, 8, 6, 18])
    #expect(take.tempo == 120)
  }

  @Test("nothing played is a bar of rest, and notes beyond the score get bars of its meter")
  func edges() throws {
    #expect(notation(quarters([60]), []).bars.count == 1)
    #expect(notation(quarters([60]), []).notes.isEmpty)
    let take = try notation(atTempo: quarters([60]), played([60], from: 20))
    #expect(take.bars.count == 11)
    #expect(take.bars.map { $0.number.value } == Array(1...11))
  }
}

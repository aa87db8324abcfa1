import IntonationPractice
import MusicTheory
import PitchEstimation
import SignalProcessing
import Testing

@Suite("Intonation of a score")
struct IntonationTests {
  private func scale(_ name: String = "major", _ tonic: String = "C4") throws -> PracticeScore {
    let pattern = try #require(ScalePattern.all.first { $0.name == name })
    return try pattern.score(on: Note(tonic))
  }

  /// Every note of a score, some cents off.
  private func play(
    _ score: PracticeScore, in concertPitch: ConcertPitch = .standard, octaves: Int = 0,
    cents: (Int) -> Double
  ) -> [PlayedNote] {
    score.notes.enumerated().map { index, note in
      let target = concertPitch.frequency(of: Note(midiNumber: note.midiNumber + 12 * octaves))
      return PlayedNote(
        onset: Double(index) / 2, duration: 0.45,
        frequency: target * Elementary.exp2(cents(index) / 1200))
    }
  }

  @Test("every note has the cents that it was played off, to a thousandth")
  func notes() throws {
    let score = try scale()
    let off = [0.0, 5, -3, 12, 0, -8, 2, 0, 1, -1, 4, -4, 0, 0, 0]
    let result = Intonation(
      score, played: play(score) { off[$0] }, concertPitch: .standard)
    #expect(result.offset == 0)
    #expect(result.extraCount == 0 && result.octaves == 0)
    for (note, cents) in zip(result.notes, off) {
      #expect(abs(try #require(note.cents) - cents) < 1e-3)
    }
    let squares = off.reduce(0) { $0 + $1 * $1 }
    #expect(abs(try #require(result.spread) - (squares / 15).squareRoot()) < 1e-3)
  }

  @Test(
    "a note up to 70 cents off is that note, and one farther off is a wrong one",
    arguments: [(69.0, false), (-69, false), (71, true), (-71, true)])
  func limit(cents: Double, isWrong: Bool) throws {
    let score = try scale()
    let result = Intonation(
      score, played: play(score) { $0 == 1 ? cents : 0 }, concertPitch: .standard)
    #expect(result.notes[1].isWrong == isWrong)
    #expect((result.notes[1].cents == nil) == isWrong)
    #expect(result.notes.enumerated().allSatisfy { $0 == 1 || !$1.isWrong })
  }

  @Test("quarter tones that are played as written are 0 cents off, and their neighbours 50")
  func microtones() throws {
    let written = [(62, 0.0), (64, -50), (65, 50), (67, 0), (64, -50), (64, 0)]
    let score = PracticeScore(
      notes: written.enumerated().map { index, note in
        PracticeNote(
          midiNumber: note.0, onset: Double(index), duration: 1, microtone: note.1)
      })
    func play(_ numbers: [Double]) -> [PlayedNote] {
      numbers.enumerated().map { index, number in
        PlayedNote(
          onset: Double(index) / 2, duration: 0.45,
          frequency: ConcertPitch.standard.frequency(ofMIDINumber: number))
      }
    }
    let right = Intonation(
      score, played: play([62, 63.5, 65.5, 67, 63.5, 64]), concertPitch: .standard)
    #expect(right.notes.allSatisfy { ($0.cents?.magnitude ?? 99) < 1e-3 })
    #expect(right.pitches.map(\.midiNumber) == [62, 64, 64, 65, 67])
    #expect(right.pitches.map(\.microtone) == [0, -50, 0, 50, 0])
    #expect(right.pitches.map(\.count) == [1, 2, 1, 1, 1])
    // Down 3.5; up 0.5, 1.5, 1.5 and 2.
    #expect(right.steps.map { Double($0.semitones) + $0.microtone / 100 } == [-3.5, 0.5, 1.5, 2])
    #expect(right.steps.map(\.count) == [1, 1, 2, 1])
    let plain = Intonation(
      score, played: play([62, 64, 65.5, 67, 63.5, 64]), concertPitch: .standard)
    #expect(abs(try #require(plain.notes[1].cents) - 50) < 1e-3)
    var waiting = WaitingScore(score, under: .standard)
    for number in [62, 63.5, 65.5] {
      let pitch = StableStretch(
        start: number, duration: 0.2,
        frequency: ConcertPitch.standard.frequency(ofMIDINumber: number))
      guard case .right(_, let cents)? = waiting.take(pitch) else {
        Issue.record("\(number) is not right")
        continue
      }
      #expect(abs(cents) < 1e-3)
    }
    let tones = PracticeMelody(score).tones.filter { $0.duration > 0.1 && $0.midiNumber != nil }
    #expect(tones.map(\.microtone) == written.map { $0.1 })
  }

  @Test("who plays everything 37 cents sharp has an offset, and no deviations")
  func offset() throws {
    let score = try scale()
    let result = Intonation(score, played: play(score) { _ in 37 }, concertPitch: .standard)
    #expect(abs(result.offset - 37) < 1e-3)
    #expect(try #require(result.spread) < 1e-3)
  }

  @Test("pure thirds are 13.7 cents low in equal temperament, and right in just intonation")
  func temperaments() throws {
    let score = try scale("major-arpeggio")
    let just = try ConcertPitch(
      440, temperament: Temperament(Scale(named: "just"), root: NoteName(.c)))
    let played = play(score, in: just) { _ in 0 }
    let pure = Intonation(score, played: played, concertPitch: just)
    #expect(try #require(pure.spread) < 1e-3)
    let equal = Intonation(score, played: played, concertPitch: .standard)
    let third = try #require(equal.steps.first { $0.semitones == 4 })
    #expect(abs(third.cents + 13.686) < 0.01)
    let fifth = try #require(equal.steps.first { $0.semitones == 3 })  // a pure minor third
    #expect(abs(fifth.cents - 15.641) < 0.01)
  }

  @Test("missing, wrong and extra notes are told apart, and move no other note")
  func mistakes() throws {
    let score = try scale()
    var played = play(score) { _ in 2 }
    played[4].frequency *= Elementary.exp2(2.0 / 12)  // a whole tone too high
    played.remove(at: 9)
    played.insert(PlayedNote(onset: 1.2, duration: 0.3, frequency: 100), at: 3)
    let result = Intonation(score, played: played, concertPitch: .standard)
    #expect(result.notes[4].isWrong && result.notes[4].cents == nil)
    #expect(result.notes[9].played == nil && result.notes[9].cents == nil)
    #expect(result.extraCount == 1)
    #expect(result.rightCount == 13 && result.wrongCount == 1 && result.missingCount == 1)
    for index in [0, 1, 2, 3, 5, 6, 7, 8, 10, 11, 12, 13, 14] {
      #expect(abs(result.notes[index].cents ?? 99) < 1e-3, "\(index)")
    }
  }

  @Test("another octave is found", arguments: [-2, -1, 0, 1])
  func octave(octaves: Int) throws {
    let score = try scale()
    let result = Intonation(
      score, played: play(score, octaves: octaves) { _ in 3 }, concertPitch: .standard)
    #expect(result.octaves == octaves)
    #expect(abs(result.offset - 3) < 1e-3)
    #expect(result.notes.allSatisfy { $0.cents != nil })
  }

  @Test("tied and repeated notes may be played as one, and grace notes left out")
  func repeats() throws {
    var notes = [60, 62, 62, 62, 64].enumerated().map {
      PracticeNote(midiNumber: $1, onset: Double($0), duration: 1)
    }
    notes.insert(PracticeNote(midiNumber: 65, onset: 4, duration: 0, isGrace: true), at: 4)
    let score = PracticeScore(notes: notes)
    let played = [261.626, 293.665, 329.628].enumerated().map {
      PlayedNote(onset: Double($0), duration: 1, frequency: $1)
    }
    let result = Intonation(score, played: played, concertPitch: .standard)
    #expect(result.extraCount == 0)
    #expect(result.notes.compactMap(\.played).count == 3)
    #expect(result.notes.allSatisfy { !$0.isWrong })
    #expect(try #require(result.spread) < 0.1)
    #expect(result.wrongCount == 0 && result.missingCount == 0)
  }

  @Test("silence is no playing, and broken numbers do no harm")
  func nothing() throws {
    let score = try scale()
    let none = Intonation(score, played: [], concertPitch: .standard)
    #expect(none.spread == nil && none.steps.isEmpty)
    #expect(none.notes.allSatisfy { $0.played == nil } && none.missingCount == 15)
    let broken = [Double.nan, 0, -3, .infinity].map {
      PlayedNote(onset: 0, duration: 1, frequency: $0)
    }
    let result = Intonation(score, played: broken, concertPitch: .standard)
    #expect(result.spread == nil && result.extraCount == 0)
    let empty = Intonation(PracticeScore(notes: []), played: broken, concertPitch: .standard)
    #expect(empty.notes.isEmpty)
  }
}

import IntonationPractice
import MusicTheory
import Testing
import _TestSignals

@Suite("Mistakes of a playing in time")
struct MistakesInTimeTests {
  private func play(_ score: PracticeScore, skipping: Set<Int> = [], seed: UInt64) -> [PlayedNote] {
    var random = SeededRandom(seed: seed)
    return score.notes.enumerated().compactMap { index, note in
      let late = 0.015 * random.normal()
      guard !skipping.contains(index) else { return nil }
      let frequency = ConcertPitch.standard.frequency(of: Note(midiNumber: note.midiNumber))
      return PlayedNote(
        onset: 1 + note.onset * 0.6 + late, duration: note.duration * 0.5, frequency: frequency,
        hasAttack: true)
    }
  }

  private let repeated = PracticeScore(
    notes: [60, 62, 62, 62, 64, 65, 65, 67, 67, 67, 67, 65, 64, 62, 62, 60].enumerated().map {
      PracticeNote(midiNumber: $1, onset: Double($0), duration: 1)
    })

  @Test("of repeated notes, the one that was left out is missing", arguments: [2, 8, 9, 14])
  func missing(index: Int) {
    let played = play(repeated, skipping: [index], seed: 1)
    let result = Intonation(repeated, played: played, concertPitch: .standard)
    #expect(result.missingCount == 1 && result.isMissing(at: index), "\(index)")
    #expect(result.extraCount == 0 && result.wrongCount == 0)
    for (note, isMissing) in result.notes.indices.map({ (result.notes[$0], $0 == index) }) {
      let expected = 1 + note.note.onset * 0.6
      #expect(isMissing || abs((note.played?.onset ?? 0) - expected) < 0.1)
    }
  }

  @Test("a note that is struck once more is too many, and the one in time counts")
  func struckTwice() throws {
    var played = play(repeated, seed: 2)
    var more = played[4]
    more.onset += 0.3
    played.insert(more, at: 5)
    let result = Intonation(repeated, played: played, concertPitch: .standard)
    #expect(result.extra == [more] && result.missingCount == 0)
    #expect(abs(try #require(result.notes[4].played?.onset) - 3.4) < 0.1)
  }

  @Test("a wrong note between two beats is too many, beside the note that is missing")
  func betweenBeats() throws {
    var played = play(repeated, skipping: [11], seed: 3)
    var other = played[10]
    (other.onset, other.frequency) = (7.3, 450)
    played.append(other)
    played.sort { $0.onset < $1.onset }
    let late = Intonation(repeated, played: played, concertPitch: .standard)
    #expect(late.wrongCount == 0 && late.extra.map(\.frequency) == [450])
    #expect(late.isMissing(at: 11))
  }

  @Test("who slurs plays repeated notes as one: they are not missing")
  func slurred() {
    let played = play(repeated, skipping: [2, 3, 6, 8, 9, 10, 14], seed: 4).enumerated().map {
      var note = $1
      note.hasAttack = false
      if let next = [1: 2.0, 3: 1, 4: 3, 8: 1][$0] { note.duration += 0.6 * next }
      return note
    }
    let result = Intonation(repeated, played: played, concertPitch: .standard)
    #expect(result.extraCount == 0 && result.wrongCount == 0)
  }

  @Test("if nearly all notes have an attack, no time is claimed for one without")
  func withoutAttack() throws {
    var played = play(repeated, seed: 6)
    played[5].hasAttack = false
    played[5].onset += 0.1
    let result = Intonation(repeated, played: played, concertPitch: .standard)
    let timing = Timing(repeated, result)
    #expect(timing.notes[5].late == nil && timing.notes[5].onset != nil)
    #expect(timing.count == 15 && timing.notes[5].expected != nil)
    // Who slurs has times without attacks.
    for index in played.indices where index % 2 == 0 { played[index].hasAttack = false }
    let slurred = Intonation(repeated, played: played, concertPitch: .standard)
    #expect(Timing(repeated, slurred).count == 16)
  }

  @Test("in a swing, too, the repeated note that was left out is the one that is missing")
  func swung() throws {
    let score = PracticeScore(
      notes: (0..<48).map {
        let step = [60, 60, 60, 62, 64, 64, 65, 67, 67, 67, 65, 64][$0 % 12]
        return PracticeNote(midiNumber: step, onset: Double($0) / 2, duration: 0.5)
      })
    for (seed, index) in [1, 13, 20, 32, 33].enumerated() {
      let played = play(score, seed: UInt64(seed)).enumerated().compactMap { position, note in
        var note = note
        if position % 2 == 1 { note.onset += 0.1 }  // 2:1
        return position == index ? nil : note
      }
      let result = Intonation(score, played: played, concertPitch: .standard)
      #expect(result.isMissing(at: index) && result.missingCount == 1, "\(index)")
      #expect(result.extraCount == 0 && result.wrongCount == 0)
    }
  }

  @Test("in free time only pitches decide, and repeated notes may be played as one")
  func freeTime() {
    var random = SeededRandom(seed: 5)
    var time = 0.0
    let played = play(repeated, skipping: [2, 9], seed: 5).map { note in
      var note = note
      time += 0.3 + 2 * Double.random(in: 0..<1, using: &random)
      note.onset = time
      return note
    }
    let result = Intonation(repeated, played: played, concertPitch: .standard)
    #expect(result.missingCount == 0 && result.extraCount == 0)
  }
}

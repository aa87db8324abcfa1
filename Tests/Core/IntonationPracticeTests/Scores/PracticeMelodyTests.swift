import IntonationPractice
import MusicTheory
import Testing

@Suite("A score as tones to play along with")
struct PracticeMelodyTests {
  /// When each tone starts, in seconds, and its number.
  private func starts(_ melody: PracticeMelody) -> [(time: Double, number: Int)] {
    var time = 0.0
    return melody.tones.compactMap { tone in
      defer { time += tone.duration }
      return tone.midiNumber.map { (time, $0) }
    }
  }

  @Test("a note of a score is named, in any spelling, or numbered")
  func naming() throws {
    for name in ["Bb3", "A#3"] {
      let named = try PracticeNote(Note(name), onset: 2, duration: 1, microtone: 20)
      #expect(named == PracticeNote(midiNumber: 58, onset: 2, duration: 1, microtone: 20))
    }
  }

  @Test(
    "four beats are counted, then every note starts at its time to a microsecond",
    arguments: [20.0, 60, 80, 137.5, 300])
  func times(tempo: Double) throws {
    let onsets = [0.0, 1, 1.5, 2, 4, 4.25]
    let score = PracticeScore(
      notes: zip(onsets, [60, 62, 62, 64, 59, 60]).map {
        PracticeNote(midiNumber: $1, onset: $0, duration: $0 == 2 ? 1 : 0.25)
      })
    let found = starts(PracticeMelody(score, tempo: tempo))
    #expect(found.map(\.number) == [84, 84, 84, 84, 60, 62, 62, 64, 59, 60])
    for (tone, beat) in zip(found, [0, 1, 2, 3] + onsets.map { $0 + 4 }) {
      #expect((tone.time - beat * 60 / tempo).magnitude < 1e-6)
    }
  }

  @Test("a repeated note is heard twice: silence lies between two notes without a rest")
  func repeated() {
    let score = PracticeScore(
      notes: (0..<8).map { PracticeNote(midiNumber: 60, onset: Double($0), duration: 1) })
    let tones = PracticeMelody(score).tones.dropFirst(8)
    #expect(tones.count == 15)
    for (index, tone) in tones.enumerated() {
      #expect((tone.midiNumber == nil) == !index.isMultiple(of: 2) && tone.duration >= 0.03)
    }
  }

  @Test("grace notes begin on the beat, and the note after them ends when it would without them")
  func graces() {
    var notes = [65, 67, 69].map {
      PracticeNote(midiNumber: $0, onset: 1, duration: 0, isGrace: true)
    }
    notes.insert(PracticeNote(midiNumber: 60, onset: 0, duration: 1), at: 0)
    notes.append(PracticeNote(midiNumber: 71, onset: 1, duration: 0.5))
    notes.append(PracticeNote(midiNumber: 72, onset: 1.5, duration: 1))
    notes.append(PracticeNote(midiNumber: 74, onset: 2.5, duration: 0, isGrace: true))
    let found = starts(PracticeMelody(PracticeScore(notes: notes), tempo: 60)).dropFirst(4)
    #expect(found.map(\.number) == [60, 65, 67, 69, 71, 72, 74])
    let wanted = [4.0, 5, 5 + 0.25 / 3, 5 + 0.5 / 3, 5.25, 5.5, 6.5]
    #expect(zip(found, wanted).allSatisfy { ($0.time - $1).magnitude < 1e-6 })
  }

  @Test("a rest of years, as in a hostile score, leaves out what would come after a day")
  func endlessRest() {
    let score = PracticeScore(
      notes: [0, 1e9, 1e18, 1e300].map { PracticeNote(midiNumber: 60, onset: $0, duration: 1) })
    let melody = PracticeMelody(score)
    #expect(starts(melody).count == 5 && score.longestRest(at: 80) == 0)
    #expect(melody.tones.reduce(0) { $0 + $1.duration } < 86_400)
  }

  @Test("no notes are no tones, and a wild tempo is held within its limits")
  func limits() {
    #expect(PracticeMelody(PracticeScore(notes: [])).tones.isEmpty)
    let score = PracticeScore(notes: [PracticeNote(midiNumber: 127, onset: 0, duration: 1)])
    for tempo in [Double.nan, -1, 0, .infinity, 1e300] {
      let tones = PracticeMelody(score, tempo: tempo).tones
      #expect(tones.allSatisfy { $0.duration > 0 && $0.duration <= 3 })
      #expect(tones.allSatisfy { $0.midiNumber ?? 127 == 127 })
    }
  }
}

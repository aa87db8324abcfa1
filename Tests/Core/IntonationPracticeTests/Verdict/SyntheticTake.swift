import IntonationPractice
import MusicTheory
import SignalProcessing
import _TestSignals

/// A take as a list of notes, with faults that are known.
struct SyntheticTake {
  let score: PracticeScore
  /// For each note of the score what was played; `nil` for a note that was left out.
  var notes: [Played?]
  /// Notes that are not in the score: after which one of it, and which MIDI number.
  var extra: [(after: Int, number: Int)] = []

  struct Played {
    var number: Double  // a MIDI number, with its cents as a fraction
    var onset: Double  // in seconds
  }

  /// Seconds from one note to the next.
  static let step = 0.6

  /// A scale up and down, played with nothing but an even jitter of at most these sizes.
  init(octaves: Int = 1, cents: Double = 0, milliseconds: Double = 0, seed: UInt64 = 1) {
    var random = SeededRandom(seed: seed)
    let steps = [0, 2, 4, 5, 7, 9, 11]
    var up: [Int] = []
    for octave in 0..<octaves { up += steps.map { 60 + 12 * octave + $0 } }
    let numbers = up + [60 + 12 * octaves] + up.reversed()
    score = PracticeScore(
      title: "C major",
      notes: numbers.enumerated().map {
        PracticeNote(midiNumber: $1, onset: Double($0), duration: 1)
      }, key: try? Key(NoteName(.c)))
    notes = numbers.enumerated().map { index, number in
      let off = cents == 0 ? 0 : Double.random(in: -cents...cents, using: &random)
      let late =
        milliseconds == 0 ? 0 : Double.random(in: -milliseconds...milliseconds, using: &random)
      return Played(
        number: Double(number) + off / 100, onset: 1 + Double(index) * Self.step + late / 1000)
    }
  }

  mutating func detune(_ index: Int, by cents: Double) { notes[index]?.number += cents / 100 }
  mutating func delay(_ index: Int, by milliseconds: Double) {
    notes[index]?.onset += milliseconds / 1000
  }
  mutating func stop(after count: Int) {
    for index in count..<notes.count { notes[index] = nil }
  }

  var result: Intonation {
    var played: [PlayedNote] = []
    for (index, note) in notes.enumerated() {
      if let note { played.append(Self.note(note.number, note.onset)) }
      for extra in extra where extra.after == index {
        let onset = (note?.onset ?? 1 + Double(index) * Self.step) + 0.5 * Self.step
        played.append(Self.note(Double(extra.number), onset))
      }
    }
    return Intonation(score, played: played, concertPitch: .standard)
  }

  private static func note(_ number: Double, _ onset: Double) -> PlayedNote {
    PlayedNote(
      onset: onset, duration: 0.25,
      frequency: ConcertPitch.standard.frequency(ofMIDINumber: number), hasAttack: true)
  }

  /// What is said of the take, and what it stands on.
  var said: (finding: PracticeFinding, sentence: String, result: Intonation, timing: Timing) {
    let result = result
    let timing = Timing(score, result)
    let verdict = PracticeVerdict(result, timing)
    let sentence = verdict.sentence(of: score, timing: timing) { number, _ in
      Note(midiNumber: number, spelling: score.spelling).asciiDescription
    }
    return (verdict.finding, sentence, result, timing)
  }
}

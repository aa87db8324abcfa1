@testable import ChordPractice
import IntonationPractice
import MusicTheory
import SignalProcessing
import _TestSignals

/// A take of chords as a list of sounds, with faults that are known.
struct SyntheticChords {
  let score: ChordScore
  /// For each step the notes that were played, as MIDI numbers with their cents as fractions; none for a
  /// chord that was left out.
  var chords: [[Double]]
  /// For each step how late it was, in seconds.
  var late: [Double]
  /// Chords that are not in the score: after which step, and their notes.
  var extra: [(after: Int, notes: [Double])] = []

  /// Seconds from one chord to the next.
  static let step = 0.8

  /// A cadence in C major, four notes a chord, without octaves; played with nothing but an even jitter.
  init(cents: Double = 0, milliseconds: Double = 0, seed: UInt64 = 1) throws {
    score = try ChordScore(
      text: Array(
        """
        C3+G3+E4+B4 A2+E3+C4+G4 F3+C4+A4 D3+A3+F4 G2+D3+B3+F4 C3+G3+E4 A3+C4 B3+D4 C4+E4 G3+D4+B4
        """.utf8))
    var random = SeededRandom(seed: seed)
    chords = score.steps.map { step in
      step.notes.map { note in
        Double(note.midiNumber)
          + (cents == 0 ? 0 : Double.random(in: -cents...cents, using: &random)) / 100
      }
    }
    late = score.steps.map { _ in
      milliseconds == 0
        ? 0 : Double.random(in: -milliseconds...milliseconds, using: &random) / 1000
    }
  }

  /// What a perfect ear would hear.
  var sounds: [HeardSound] {
    var sounds: [HeardSound] = []
    for (index, chord) in chords.enumerated() {
      let start = 1 + Double(index) * Self.step + late[index]
      if !chord.isEmpty { sounds.append(Self.sound(chord, from: start, for: 0.5)) }
      for extra in extra where extra.after == index {
        sounds.append(Self.sound(extra.notes, from: start + 0.5 * Self.step, for: 0.25))
      }
    }
    return sounds
  }

  static func sound(
    _ notes: [Double], from start: Double, for duration: Double, hasAttack: Bool = true
  ) -> HeardSound {
    HeardSound(
      onset: start, end: start + duration, hasAttack: hasAttack,
      tones: notes.sorted().map {
        HeardSound.Tone(
          frequency: 440 * Elementary.exp2(($0 - 69) / 12), duration: duration - 0.08, share: 1,
          begins: true)
      })
  }

  /// The result of the take.
  var result: ChordResult { ChordResult(score, sounds, concertPitch: .standard) }

  /// What is said of the take.
  var said: (finding: ChordFinding, sentence: String, result: ChordResult) {
    let result = result
    let verdict = ChordVerdict(result, Timing(score.outline, onsets: result.onsets))
    let sentence = verdict.sentence(of: score, result) { number, _ in
      Note(midiNumber: number).asciiDescription
    }
    return (verdict.finding, sentence, result)
  }
}

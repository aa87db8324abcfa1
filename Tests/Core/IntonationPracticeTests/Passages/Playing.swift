import IntonationPractice
import MusicTheory

/// Returns a score of quarter notes in bars of four.
func quarters(_ numbers: [Int], key: Key? = nil) -> PracticeScore {
  let notes = numbers.enumerated().map {
    PracticeNote(midiNumber: $1, onset: Double($0), duration: 1)
  }
  let bars = stride(from: 0, to: numbers.count, by: 4).map {
    PracticeBar(number: $0 / 4 + 1, onset: Double($0), length: 4, meter: .common)
  }
  var score = PracticeScore(title: "Tune", notes: notes, key: key)
  score.bars = bars
  return score
}

/// Returns notes of half a second, one after another.
func played(
  _ numbers: [Double], from start: Double = 0, spacing: Double = 0.5
) -> [PlayedNote] {
  numbers.enumerated().map { index, number in
    PlayedNote(
      onset: start + spacing * Double(index), duration: 0.9 * spacing,
      frequency: ConcertPitch.standard.frequency(ofMIDINumber: number))
  }
}

import IntonationPractice
import MusicTheory
import PitchEstimation
import Testing

@testable import WebCore

@Suite("Practice with a frozen pitch, and a player who is waited for, in the page")
struct PracticeFrozenTests {
  private func stretch(_ midi: Double, at time: Double) -> StableStretch {
    StableStretch(
      start: time, duration: 0.2, frequency: ConcertPitch.standard.frequency(ofMIDINumber: midi))
  }

  @Test("a note has no pitch until its first stable one, which is that of the nearest note")
  func frozen() {
    let frozen = PracticeFrozen()
    #expect(frozen.facts[.midi].isNaN && frozen.facts[.changeCount] == 0)
    for (midi, note, side) in [(69.24, 69.0, 1.0), (56.91, 57, 0), (59.7, 60, -1)] {
      frozen.take(.began(1), under: .standard)
      #expect(frozen.facts[.midi].isNaN && frozen.facts[.time] == 1)
      frozen.take(.found(stretch(midi, at: 1.1)), under: .standard)
      #expect(frozen.facts[.midi] == note && frozen.facts[.side] == side)
      #expect(abs(frozen.facts[.cents] - 100 * (midi - note)) < 1e-6)
    }
    #expect(frozen.facts[.changeCount] == 6)
    frozen.clear()
    #expect(frozen.facts[.midi].isNaN && frozen.facts[.changeCount] == 0)
  }

  @Test("with the octave ignored, every octave of the note that is waited for is right")
  func octaves() throws {
    let score = try ScalePattern.all[0].score(on: Note(.c, octave: 4), octaves: 1)
    let answers = [false, true].map { ignoresOctaves in
      var practice = ScorePractice()
      practice.choose(.wait, ignoresOctaves: ignoresOctaves, tempo: nil)
      practice.start(score, under: .standard)
      return [60.0, 74, 52].map { midi in
        let isNew = practice.take([stretch(midi, at: midi)], [], silence: 0)
        #expect(isNew)
        return PracticeCore.PracticeAnswer.of(practice.waiting?.answer).0
      }
    }
    #expect(answers == [[.right, .octave, .wrong], [.right, .right, .right]])
  }
}

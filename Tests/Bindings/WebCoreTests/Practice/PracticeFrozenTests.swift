import IntonationPractice
import MusicTheory
import PitchEstimation
import Testing

@testable import WebCore

@Suite("Practice with a frozen pitch in the page")
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
}

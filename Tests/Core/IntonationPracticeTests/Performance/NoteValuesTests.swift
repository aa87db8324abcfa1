@testable import IntonationPractice
import Testing
import _TestSignals

@Suite("Note values of a performance")
struct NoteValuesTests {
  /// 4/4 with eighths, quarters, dotted quarters and halves.
  private let values = [1, 1, 0.5, 0.5, 1, 1.5, 0.5, 1, 1, 2, 1, 0.5, 0.5, 1, 1, 2, 1.0]

  private func onsets(_ beat: (Double) -> Double) -> [Double] {
    var (quarter, time) = (0.0, 0.3)
    return values.map { value in
      defer {
        time += value * beat(quarter)
        quarter += value
      }
      return time
    }
  }

  @Test("a steady tempo has the values as they are written", arguments: [0.4, 0.6, 0.8])
  func steady(beat: Double) {
    let found = NoteValues(onsets: onsets { _ in beat })
    #expect(found.values.dropLast() == values.dropLast())
    #expect(found.areCertain)
  }

  @Test("rubato of 15 percent within a phrase, and a ritardando, leave the values")
  func rubato() {
    let found = NoteValues(
      onsets: onsets { quarter in
        0.6 * (1 + 0.15 * ((quarter / 8).truncatingRemainder(dividingBy: 1) - 0.5))
          * (quarter > 15 ? 1 + 0.05 * (quarter - 15) : 1)
      })
    #expect(found.values.dropLast() == values.dropLast())
    #expect(found.areCertain)
  }

  @Test("times at random have no values that one can rely on")
  func random() {
    var random = SeededRandom(seed: 3)
    var time = 0.0
    let onsets = (0..<40).map { _ in
      time += Double.random(in: 0.15...1.4, using: &random)
      return time
    }
    #expect(!NoteValues(onsets: onsets).areCertain)
  }

  @Test("three notes have none")
  func few() { #expect(!NoteValues(onsets: [0, 1, 2]).areCertain) }
}

import IntonationPractice
import Testing

@Suite("Scores and the range of an instrument")
struct ScoreRangeTests {
  private func range(_ numbers: [Int], on instrument: ClosedRange<Int>) throws -> ScoreRange {
    let notes = numbers.enumerated().map {
      PracticeNote(midiNumber: $1, onset: Double($0), duration: 1)
    }
    return try #require(ScoreRange(of: PracticeScore(notes: notes), on: instrument))
  }

  @Test("notes that the instrument has need no octave")
  func fits() throws {
    let range = try range([55, 60, 103], on: 55...105)
    #expect(range.octaves == 0 && range.lowerCount == 0 && range.higherCount == 0)
    #expect(range.notes == 55...103)
  }

  @Test("a score too low by an octave fits an octave higher, and the other way round")
  func octaves() throws {
    let low = try range([43, 48, 60], on: 55...105)
    #expect(low.octaves == 1 && low.lowerCount == 2 && low.higherCount == 0)
    let high = try range([90, 95, 100], on: 40...88)
    #expect(high.octaves == -1 && high.lowerCount == 0 && high.higherCount == 3)
  }

  @Test("a score that is wider than the instrument, or two octaves away, fits in no octave")
  func none() throws {
    let wide = try range([40, 60, 90], on: 50...80)
    #expect(wide.octaves == nil && wide.lowerCount == 1 && wide.higherCount == 1)
    #expect(try range([20], on: 50...80).octaves == nil)
  }

  @Test("an empty score has no range")
  func empty() {
    #expect(ScoreRange(of: PracticeScore(notes: []), on: 0...127) == nil)
  }
}

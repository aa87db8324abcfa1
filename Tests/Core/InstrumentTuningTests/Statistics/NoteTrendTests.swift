import InstrumentTuning
import MusicTheory
import Testing

@Suite("Trends of notes")
struct NoteTrendTests {
  private static func note(
    _ name: String, mean: Double, readings: Int = 10, inTune: Double = 0
  ) throws -> HeardNote {
    HeardNote(
      startTime: 0, duration: 2, note: try Note(name), targetFrequency: 440, string: nil,
      meanCents: mean, spread: 1, timeInTune: inTune, readingCount: readings)
  }

  @Test("A4 was 8 cents off in the older sessions and is 2 off in the newer: 6 closer")
  func improvement() throws {
    let trends = NoteTrend.trends(of: [
      [try Self.note("A4", mean: -10), try Self.note("A4", mean: 6)],
      [try Self.note("A4", mean: 2, inTune: 1), try Self.note("Bb3", mean: 5)],
      [try Self.note("A4", mean: -2, inTune: 2), try Self.note("A#3", mean: 1, readings: 30)],
    ])
    #expect(trends.map(\.note.asciiDescription) == ["Bb3", "A4"])  // enharmonic notes are one
    #expect(trends[1].older.noteCount == 2 && trends[1].newer.noteCount == 2)
    #expect(trends[1].older.meanDeviation == 8 && trends[1].newer.meanDeviation == 2)
    #expect(trends[1].improvement == 6)
    #expect(trends[1].older.partInTune == 0 && trends[1].newer.partInTune == 0.75)
    #expect(trends[0].improvement == nil)
    #expect(trends[0].newer.meanDeviation == 2)  // 5 by 10 readings, 1 by 30
  }

  @Test("one session is newer, and none has no trends")
  func few() throws {
    #expect(NoteTrend.trends(of: []).isEmpty)
    let alone = NoteTrend.trends(of: [[try Self.note("A4", mean: 1)]])
    #expect(alone[0].older.noteCount == 0 && alone[0].newer.noteCount == 1)
  }
}

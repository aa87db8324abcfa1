import InstrumentTuning
import MusicTheory
import Testing
@testable import TuneCommands

@Suite("The summary of a file")
struct TunerSummaryTests {
  @Test("two notes of 10 and 30 readings: mean +2 cents, in tune three quarters of the time")
  func text() throws {
    var summary = TunerSummary()
    func note(mean: Double, readings: Int, inTune: Double) throws -> HeardNote {
      HeardNote(
        startTime: 0, duration: 2, note: try Note("A4"), targetFrequency: 440, string: nil,
        meanCents: mean, spread: 0, timeInTune: inTune, readingCount: readings)
    }
    #expect(summary.text(name: "a", time: 5) == "a: no note lasted long enough to count, in 0:05.")
    summary.add([try note(mean: -4, readings: 10, inTune: 1)])
    #expect(summary.text(name: "a", time: 2).hasPrefix("a: 1 note in 0:02, mean -4.0 cents"))
    summary.add([try note(mean: 4, readings: 30, inTune: 2)])
    #expect(
      summary.text(name: "a.wav", time: 65)
        == "a.wav: 2 notes in 1:05, mean +2.0 cents, spread 3.5 cents, in tune 75 % of the time.")
  }
}

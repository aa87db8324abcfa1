import InstrumentTuning
import MusicTheory
import PitchEstimation
import Testing
import _TestSignals

@Suite("Session statistics")
struct SessionStatisticsTests {
  @Test("mean and spread of 2 4 4 4 5 5 7 9 are 5 and 2.138")
  func welford() {
    var statistics = RunningStatistics()
    for value in [2.0, 4, 4, 4, 5, 5, 7, 9, .nan, .infinity] { statistics.add(value) }
    #expect(statistics.count == 8)
    #expect(statistics.mean == 5)
    #expect(abs(statistics.standardDeviation - 2.13809) < 0.00001)
    #expect(RunningStatistics().standardDeviation == 0)
  }

  @Test("a large offset costs no digits")
  func stability() {
    var statistics = RunningStatistics()
    for value in [4.0, 7, 13, 16] { statistics.add(1e9 + value) }
    #expect(abs(statistics.standardDeviation - 30.0.squareRoot()) < 1e-6)
  }

  @Test("merged statistics are those of all values")
  func merge() {
    var random = SeededRandom(seed: 2)
    for _ in 0..<100 {
      let values = (0..<50).map { _ in Double.random(in: -50...50, using: &random) }
      let cut = Int.random(in: 0...50, using: &random)
      var (all, first, second) = (RunningStatistics(), RunningStatistics(), RunningStatistics())
      for (index, value) in values.enumerated() {
        all.add(value)
        if index < cut { first.add(value) } else { second.add(value) }
      }
      first.merge(second)
      #expect(first.count == all.count)
      #expect(abs(first.mean - all.mean) < 1e-9)
      #expect(abs(first.standardDeviation - all.standardDeviation) < 1e-9)
    }
  }

  @Test("counts notes, their cents, and the time in tune")
  func session() throws {
    var tuner = TargetTuner()
    var session = SessionStatistics()
    func play(_ frequency: Double?, from start: Int) {
      for index in start..<start + 200 {
        let candidate = frequency.map { PitchCandidate(frequency: $0, periodicity: 0.9) }
        let reading = PitchReading(
          time: Double(index) / 100, candidate: candidate, isVoiced: frequency != nil, level: -20)
        session.add(tuner.process(reading))
      }
    }
    play(440 * Interval.ratio(ofCents: 2), from: 0)
    play(nil, from: 200)
    play(440 * Interval.ratio(ofCents: 8), from: 400)
    play(220, from: 600)
    #expect(session.notes.map(\.note.description) == ["A3", "A4"])
    let a4 = try #require(session.notes.last)
    #expect(a4.noteCount == 2)
    #expect(abs(a4.cents.mean - 5) < 0.2)
    #expect(abs(a4.cents.standardDeviation - 3) < 0.1)
    #expect(abs(a4.duration - 3.9) < 0.1)
    #expect(abs(a4.timeInTune - 1.96) < 0.05)
    #expect(abs(a4.partInTune - 0.5) < 0.02)
    #expect(session.notes.first?.partInTune == 1)
    #expect(session.total.count == session.notes.reduce(0) { $0 + $1.cents.count })
  }
}

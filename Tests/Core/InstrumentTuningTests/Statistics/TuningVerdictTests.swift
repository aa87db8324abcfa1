import InstrumentTuning
import MusicTheory
import PitchEstimation
import Testing

@Suite("Verdict on a tuning")
struct TuningVerdictTests {
  /// Notes of a guitar, a second each with silence between; the cents are those of a time in seconds.
  private func rows(
    _ notes: [(note: String, cents: (Double) -> Double)], tolerance: Double = 3
  ) throws -> [TuningVerdict.Row] {
    let guitar = try InstrumentCatalog.builtIn.instrument(named: "guitar")
    var tuner = TargetTuner(mode: .strings(guitar.standardTuning))
    var verdict = TuningVerdict()
    var time = 0.0
    for (name, cents) in notes {
      let frequency = ConcertPitch.standard.frequency(of: try Note(name))
      for step in 0..<200 {
        let sounds = step < 100
        let candidate = PitchCandidate(
          frequency: frequency * Interval.ratio(ofCents: cents(Double(step) / 100)),
          periodicity: 0.99)
        verdict.add(
          tuner.process(
            PitchReading(
              time: time, candidate: sounds ? candidate : nil, isVoiced: sounds,
              level: sounds ? -20 : -90)))
        time += 0.01
      }
    }
    verdict.finish()
    return verdict.rows
  }

  @Test("each string has its median, its beginning, its end and its drift, from the lowest on")
  func strings() throws {
    let rows = try rows([
      ("A2", { _ in -8 }), ("E2", { 2 - 10 * $0 }), ("A2", { _ in -8 }), ("E4", { _ in 1 }),
    ])
    #expect(rows.map(\.string) == [6, 5, 1])
    #expect(rows.map(\.note.asciiDescription) == ["E2", "A2", "E4"])
    #expect(rows.map(\.count) == [1, 2, 1])
    #expect(abs(rows[0].median + 3) < 1)  // the tuner steadies what it shows
    #expect(abs(rows[0].first - 0.5) < 1)
    #expect(abs(rows[0].last + 7) < 1.2)
    #expect(abs((rows[0].drift ?? 0) + 10) < 1)
    #expect(abs(rows[1].median + 8) < 0.1 && abs(rows[1].drift ?? 99) < 0.1)
  }

  @Test("the string that is farthest off is named, and one whose pitch moves")
  func finding() throws {
    let rows = try rows([
      ("E2", { 2 - 10 * $0 }), ("A2", { _ in -8 }), ("E4", { _ in 1 }),
    ])
    #expect(
      TuningVerdict.finding(rows, tolerance: 3) == .off(1, count: rows[0].median < -3 ? 2 : 1))
    #expect(TuningVerdict.moving(rows, tolerance: 3) == 0)
    #expect(TuningVerdict.moving(rows, tolerance: 6) == nil)
  }

  @Test("strings that are flat together agree, and strings within the tolerance are in tune")
  func together() throws {
    let flat = try rows([("E2", { _ in -12 }), ("A2", { _ in -11 }), ("E4", { _ in -13 })])
    guard case .together(let cents) = TuningVerdict.finding(flat, tolerance: 3) else {
      Issue.record("not together")
      return
    }
    #expect(abs(cents + 12) < 0.2)
    let good = try rows([("E2", { _ in 2 }), ("A2", { _ in -1 })])
    guard case .inTune(let limit) = TuningVerdict.finding(good, tolerance: 3) else {
      Issue.record("not in tune")
      return
    }
    #expect(abs(limit - 2) < 0.1)
    #expect(TuningVerdict.finding([], tolerance: 3) == nil)
  }

  @Test("a note of less than half a second has no drift")
  func short() throws {
    var tuner = TargetTuner()
    var verdict = TuningVerdict()
    for step in 0..<30 {
      verdict.add(
        tuner.process(
          PitchReading(
            time: Double(step) / 100,
            candidate: PitchCandidate(frequency: 440, periodicity: 0.99), isVoiced: true, level: -20
          )))
    }
    verdict.finish()
    #expect(verdict.rows.count == 1 && verdict.rows[0].drift == nil)
  }
}

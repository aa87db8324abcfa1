import IntonationPractice
import SignalProcessing
import Testing
import _TestSignals

@Suite("Times that change once")
struct TimingShiftTests {
  private let score = TimingTests.eighths(96)
  private let beat = 60 / 96.0

  private func onsets(
    milliseconds: Double, seed: UInt64, shift: (_ index: Int) -> Double
  ) -> [Double] {
    let jitter = TimingTests.jitter(96, milliseconds: milliseconds, seed: seed)
    return score.notes.indices.map { 2 + score.notes[$0].onset * beat + jitter[$0] + shift($0) }
  }

  @Test(
    "with a click a latency that changes is told with its bar, and each part is judged apart",
    arguments: [-0.06, 0.04, 0.12])
  func latency(change: Double) throws {
    for seed: UInt64 in 1...6 {
      let onsets = onsets(milliseconds: 8, seed: seed) { $0 >= 64 ? change : 0 }  // bar 9
      let timing = Timing(score, onsets: onsets, plan: TimingPlan(tempo: 96, clickStart: 2))
      let shift = try #require(timing.shifts.first)
      #expect(timing.shifts.count == 1 && shift.bar == 9 && abs(shift.index - 64) <= 1)
      #expect(shift.error < 5)
      #expect(abs(shift.milliseconds - 1000 * change) < 4 * shift.error)
      // Both parts are as good as they were played.
      #expect(try #require(timing.spread) < 12 && abs(try #require(timing.median)) < 6)
      #expect(!timing.leftClick && timing.entry == 0)
      let late = try #require(timing.notes[90].late)
      let played = 1000 * (onsets[90] - 2 - score.notes[90].onset * beat)
      #expect(abs(late - (played - 1000 * change)) < 4 * shift.error)
      let expected = try #require(timing.notes[90].expected)
      #expect(abs(expected - (2 + score.notes[90].onset * beat + change)) < 0.004 * shift.error)
      #expect(timing.advice.sentence.hasPrefix("The latency changed by "))
      #expect(timing.advice.sentence.contains(" ms at bar 9: "))
    }
  }

  @Test("without a click it is a stop, or a gap of the recording")
  func ownBeat() throws {
    let onsets = onsets(milliseconds: 10, seed: 7) { $0 >= 40 ? 0.3 : 0 }
    let timing = Timing(score, onsets: onsets)
    #expect(timing.shifts.map(\.bar) == [6] && !timing.isRubato)
    #expect(abs(try #require(timing.shifts.first).milliseconds - 300) < 12)
    #expect(abs(try #require(timing.tempo?.mean) - 96) < 0.3)
    #expect(try #require(timing.spread) < 14)
    // The change makes the tempo less certain, and that is said.
    let tempo = try #require(timing.tempo)
    #expect(abs(tempo.mean - 96) < 3 * tempo.error && tempo.error > 0.02)
    #expect(timing.advice.sentence.hasPrefix("Your beat jumps by "))
  }

  @Test("two changes are told, in order")
  func two() throws {
    let onsets = onsets(milliseconds: 8, seed: 8) { $0 < 32 ? 0 : $0 < 64 ? 0.09 : 0.02 }
    let timing = Timing(score, onsets: onsets, plan: TimingPlan(tempo: 96, clickStart: 2))
    #expect(timing.shifts.map(\.bar) == [5, 9])
    for (shift, change) in zip(timing.shifts, [90, -70]) {
      #expect(abs(shift.milliseconds - Double(change)) < 4 * shift.error)
    }
  }

  @Test(
    "unevenness, a drift, swing, rubato and slips are no such change",
    arguments: [5.0, 15, 25, 40])
  func none(milliseconds: Double) {
    for seed: UInt64 in 1...12 {
      let curves: [(_ index: Int) -> Double] = [
        { _ in 0 },
        { 0.0006 * Double($0) },
        { 1.5e-5 * Double($0 * $0) },
        { $0 % 2 == 1 ? 0.1 : 0 },
        { 0.3 * Elementary.sin(.pi * Double($0) / 16) },
        { [20, 21, 60].contains($0) ? 0.2 : 0 },
        { $0 > 84 ? 0.004 * Double(($0 - 84) * ($0 - 84)) : 0 },
      ]
      for (index, curve) in curves.enumerated() {
        let onsets = onsets(milliseconds: milliseconds, seed: 100 + seed, shift: curve)
        for plan in [TimingPlan(), TimingPlan(tempo: 96, clickStart: 2)] {
          let timing = Timing(score, onsets: onsets, plan: plan)
          #expect(timing.shifts.isEmpty, "\(index), seed \(seed)")
        }
      }
    }
  }

  @Test("who stops again and again is in no tempo that jumps")
  func often() throws {
    let onsets = onsets(milliseconds: 8, seed: 9) { 0.25 * Double($0 / 16) }
    let timing = Timing(score, onsets: onsets)
    #expect(timing.shifts.isEmpty)
    // The steady tempo through all stops, of 250 ms in each 16 eighths, from which none is far.
    #expect(abs(try #require(timing.tempo?.mean) - 96 / 1.05) < 1)
    #expect(timing.notes.allSatisfy { abs($0.late ?? .infinity) < 250 })
  }

  @Test("more than three changes are none, and all notes are compared with one tempo")
  func unsteady() throws {
    let levels = [0, 0.05, -0.07, 0.23, -0.57]
    let onsets = onsets(milliseconds: 4, seed: 11) { levels[min(4, $0 / 19)] }
    let timing = Timing(score, onsets: onsets)
    #expect(timing.shifts.isEmpty)
    // Somebody who is up to half a second away from every steady beat is not steady.
    #expect(try #require(timing.spread) > 40)
  }

  @Test("a beat that was lost is no latency")
  func lostBeat() {
    let onsets = onsets(milliseconds: 8, seed: 10) { $0 >= 64 ? 60 / 96.0 : 0 }
    let timing = Timing(score, onsets: onsets, plan: TimingPlan(tempo: 96, clickStart: 2))
    guard case .jumps(let shift, bar: 9) = timing.advice else {
      Issue.record("\(timing.advice)")
      return
    }
    #expect(abs(shift - 625) < 10)
  }
}

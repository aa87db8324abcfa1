import CommandKit
import IntonationPractice
import Metronome
@testable import PracticeCommands
import Testing

@Suite("The lane of a practice")
struct PracticeLaneTests {
  private func state() -> LaneState {
    var state = LaneState()
    state.title = "C major"
    state.notes = [(60, "C4"), (62, "D4"), (64, "E4"), (65, "F4")].enumerated().map {
      LaneState.Note(
        name: $1.1, midiNumber: $1.0, onset: Double($0), duration: 1, played: nil)
    }
    state.bars = [(number: 1, onset: 0)]
    state.notes[0].played = LaneState.Played(cents: -14, late: 31)
    state.notes[1].played = LaneState.Played(cents: nil, late: nil)
    state.position = 2
    return state
  }

  private func lines(_ columns: Int, _ rows: Int, _ capabilities: Capabilities = .none) -> [String]
  {
    PracticeLaneView(
      state: state(), size: TerminalSize(columns: columns, rows: rows), capabilities: capabilities
    ).lines()
  }

  @Test("notes that come stand to the right of now, and those that were played have their signs")
  func lane() throws {
    let shown = lines(120, 24)
    let now = 120 / 4
    let next = try #require(shown.first { $0.contains("E4") })
    let column = next.distance(
      from: next.startIndex, to: try #require(next.firstRange(of: "E4")).lowerBound)
    #expect(column == now)
    #expect(shown.contains { $0.contains("-14") } && shown.contains { $0.contains("+31") })
    #expect(shown.contains { $0.contains("wrong") })
    #expect(shown.allSatisfy { $0.allSatisfy(\.isASCII) })
  }

  @Test("it fits terminals of any size", arguments: [(1, 1), (20, 5), (40, 9), (200, 60)])
  func sizes(columns: Int, rows: Int) {
    let shown = lines(columns, rows)
    #expect(shown.count == rows && shown.allSatisfy { $0.count <= columns })
  }

  @Test("what became of a note is said in words")
  func words() {
    #expect(
      PracticeLaneView.words(LaneState.Played(cents: -14.2, late: 31))
        == "14 cents low, 31 ms late")
    #expect(PracticeLaneView.words(LaneState.Played(cents: 0.2, late: -0.3)) == "in tune, in time")
    #expect(PracticeLaneView.words(LaneState.Played(cents: nil, late: 3)) == "wrong note")
    #expect(PracticeLaneView.words(nil) == "missing")
  }
}

@Suite("Clicks beside a score")
struct PracticeClickTests {
  private func score(_ bars: [PracticeBar], tempos: [PracticeTempo] = []) -> PracticeScore {
    PracticeScore(
      notes: [PracticeNote(midiNumber: 60, onset: 0, duration: 1)], bars: bars, tempos: tempos)
  }

  @Test("a bar counts in, and two beats more before a pickup of one; the score is on the beat")
  func pickup() throws {
    let three = try #require(PracticeMeter(beatCount: 3, beatUnit: 4))
    let click = try #require(
      try PracticeClick(
        score([
          PracticeBar(number: 0, onset: 0, length: 1, meter: three, lead: 2),
          PracticeBar(number: 1, onset: 1, length: 3, meter: three),
        ]), tempo: 120, rests: .none))
    #expect(click.leadTime == 2.5)
    let times = try click.times(until: 60)
    #expect(times.countIn.map { ($0 * 2).rounded() } == [-5, -4, -3, -2, -1])
    #expect(times.others.map { ($0 * 2).rounded() } == [0, 1, 2, 3])
  }

  @Test("clicks follow the tempos of the score, also in the middle of a bar")
  func tempos() throws {
    let tempos = [
      PracticeTempo(onset: 0, quartersPerMinute: 60),
      PracticeTempo(onset: 2, quartersPerMinute: 120),
    ]
    let bars = (0..<2).map {
      PracticeBar(number: $0 + 1, onset: 4 * Double($0), length: 4, meter: .common)
    }
    let click = try #require(
      try PracticeClick(score(bars, tempos: tempos), tempo: nil, rests: .none))
    let times = try click.times(until: 60).others
    for (time, expected) in zip(times, [0, 1, 2, 2.5, 3, 3.5, 4, 4.5]) {
      #expect(abs(time - expected) < 1e-3)
    }
  }

  @Test("bars without a click are silent, but not those that count in")
  func muted() throws {
    let bars = (0..<4).map {
      PracticeBar(number: $0 + 1, onset: 4 * Double($0), length: 4, meter: .common)
    }
    let click = try #require(
      try PracticeClick(
        score(bars), tempo: 60, rests: .alternating(sounding: 1, silent: 1)))
    let times = try click.times(until: 60)
    #expect(times.countIn.count == 4)
    #expect(times.others.map { $0.rounded() } == [0, 1, 2, 3, 8, 9, 10, 11])
  }

  @Test("without a tempo there is no click")
  func noTempo() throws {
    let bar = PracticeBar(number: 1, onset: 0, length: 4, meter: .common)
    #expect(try PracticeClick(score([bar]), tempo: nil, rests: .none) == nil)
  }
}

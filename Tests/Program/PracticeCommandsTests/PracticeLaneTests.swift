import CommandKit
import IntonationPractice
import LiveAudio
import Metronome
import MusicTheory
@testable import PracticeCommands
import Testing

@Suite("The lane of a practice")
struct PracticeLaneTests {
  private func state() -> LaneState {
    var state = LaneState()
    state.title = "C major"
    state.notes = [(60, "C4"), (62, "D4"), (64, "E4"), (65, "F4")].enumerated().map {
      LaneState.Note(
        name: $1.1, number: Double($1.0), onset: Double($0), duration: 1, played: nil)
    }
    state.bars = [(number: "1", onset: 0)]
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

  @Test("a lost microphone is told until it works again, and that for three seconds")
  func notices() throws {
    let score = PracticeScore(notes: [PracticeNote(midiNumber: 60, onset: 0, duration: 1)])
    let lane = PracticeLane(PracticeSession(score), naming: PracticeNaming())
    let size = TerminalSize(columns: 80, rows: 24)
    func last(after seconds: Double) -> String {
      lane.lines(size, .none, at: .now + .seconds(seconds)).last ?? ""
    }
    lane.begin()
    lane.show(try #require(LiveEvent<Int>.lost(reason: "pulse stopped by itself").notice))
    #expect(last(after: 3600).contains("The microphone stopped: pulse stopped by itself."))
    lane.show(try #require(LiveEvent<Int>.resumed.notice))
    #expect(last(after: 0).contains("The microphone works again."))
    #expect(last(after: 4).contains("Play, and stop for some seconds"))
    #expect(!last(after: 0).contains("microphone"))
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

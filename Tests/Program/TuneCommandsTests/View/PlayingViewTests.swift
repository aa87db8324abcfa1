@testable import CommandKit
import InstrumentTuning
import LiveAudio
import MusicTheory
import PitchEstimation
import Testing
@testable import TuneCommands

@Suite("The playing view")
struct PlayingViewTests {
  private static func state(
    _ note: Note, cents: Double = 0, _ side: NoteDeviation.State = .inTune, isHeld: Bool = false
  ) -> TunerScreenState {
    var state = TunerScreenState()
    state.setup.view = .playing
    state.playing = PlayingNote.Display(note: note, cents: cents, state: side, isHeld: isHeld)
    for index in 0..<1000 {
      state.playingHistory.append(time: Double(index) / 100, cents: Double(index % 80) - 40)
    }
    return state
  }

  /// The rows and columns of the block letters.
  private func letters(_ lines: [String]) -> (rows: [Int], columns: ClosedRange<Int>)? {
    var rows: [Int] = []
    var columns: [Int] = []
    for (index, line) in lines.enumerated() where line.contains("██") {
      rows.append(index)
      columns += line.enumerated().filter { $0.element == "█" }.map(\.offset)
    }
    guard let low = columns.min(), let high = columns.max() else { return nil }
    return (rows, low...high)
  }

  @Test("letters are at least 10 of 24 rows high, in the middle, and of one size for all notes")
  func size() throws {
    for (columns, rows, least) in [(80, 24, 10), (120, 40, 15), (200, 60, 25), (60, 20, 5)] {
      var heights: Set<Int> = []
      for note in [Note(.a, octave: 4), Note(.a, .sharp, octave: 4), Note(.c, octave: 3)] {
        let lines = TunerViewTests.frame(Self.state(note), columns, rows)
        let found = try #require(letters(lines))
        heights.insert(found.rows.count)
        #expect(found.rows.count >= least, "\(columns)×\(rows)")
        let middle = (found.columns.lowerBound + found.columns.upperBound) / 2
        #expect(abs(middle - columns / 2) <= 5)
      }
      #expect(heights.count == 1)
    }
  }

  @Test("words say what the colour says, in whole cents")
  func words() {
    let note = Note(.e, .flat, octave: 5)
    func text(_ state: TunerScreenState, _ capabilities: Capabilities = TunerViewTests.text)
      -> String
    {
      TunerViewTests.frame(state, 80, 24, capabilities).joined(separator: "\n")
    }
    #expect(text(Self.state(note, cents: 3)).contains("in tune ✓"))
    #expect(text(Self.state(note, cents: 14.6, .sharp)).contains("♯ 15 sharp"))
    #expect(text(Self.state(note, cents: -14.6, .flat)).contains("♭ 15 flat"))
    #expect(text(Self.state(note, cents: -14.6, .flat, isHeld: true)).contains("flat held"))
    let ascii = text(Self.state(note, cents: 14.6, .sharp), TunerViewTests.ascii)
    #expect(ascii.contains("# 15 sharp"))
  }

  @Test("the last ten seconds are a line below the note, and nothing else moves there")
  func history() throws {
    let lines = TunerViewTests.frame(Self.state(Note(.g, octave: 3)), 80, 24)
    let note = try #require(letters(lines)).rows
    let dots = lines.indices.filter { row in
      lines[row].unicodeScalars.contains { (0x2801...0x28FF).contains($0.value) }
    }
    #expect(dots.count >= 3 && dots.allSatisfy { $0 > note[note.count - 1] })
    #expect(TuningHistory(duration: 10).duration == 10)
  }

  @Test("y shows the view and returns to the one before")
  func key() {
    var model = TunerModelTests.model()
    model.press(.character("v"))
    let before = model.state.setup.view
    model.press(.character("y"))
    #expect(model.state.setup.view == .playing)
    model.press(.character("y"))
    #expect(model.state.setup.view == before)
  }

  @Test("vibrato keeps the note of the view, and a held note stays for three seconds")
  func model() throws {
    var model = TunerModel()
    _ = model.take(.started(deviceName: "Test", sampleRate: 48_000))
    var shown: Set<Int> = []
    for index in 0..<300 {
      let cents = 50 * (index / 9 % 2 == 0 ? 1.0 : -1)  // as a square, the hardest vibrato
      _ = model.take(TunerModelTests.reading(index, 440 * Interval.ratio(ofCents: cents)))
      if index >= 60, let note = model.state.playing?.note { shown.insert(note.midiNumber) }
    }
    #expect(shown == [69])
    for index in 300..<590 {
      _ = model.take(TunerModelTests.reading(index, nil))
      #expect(model.state.playing?.note == Note(.a, octave: 4))
    }
    #expect(try #require(model.state.playing).isHeld)
    for index in 590..<620 { _ = model.take(TunerModelTests.reading(index, nil)) }
    #expect(model.state.playing == nil)
  }

  @Test("a new setup, and a lost device, forget the note")
  func forgets() {
    var model = TunerModelTests.model()
    #expect(model.state.playing != nil)
    model.press(.right)  // A4 = 441 Hz
    #expect(model.state.playing == nil)
    model = TunerModelTests.model()
    _ = model.take(.lost(reason: "gone"))
    #expect(model.state.playing == nil)
  }
}

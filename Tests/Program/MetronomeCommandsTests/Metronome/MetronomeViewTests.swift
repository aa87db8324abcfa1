@testable import CommandKit
import Connections
import Metronome
@testable import MetronomeCommands
import Testing

@Suite("Metronome view")
struct MetronomeViewTests {
  private func frame(
    _ state: MetronomeState, _ columns: Int = 80, _ rows: Int = 24,
    capabilities: Capabilities = Capabilities(
      hasColor: false, hasUnicode: true, canMoveCursor: true)
  ) -> [String] {
    MetronomeView(
      state: state, size: TerminalSize(columns: columns, rows: rows), capabilities: capabilities
    ).lines()
  }

  private func state(_ text: String, beat: Int, phase: Double = 0) throws -> MetronomeState {
    var model = try MetronomeModelTests.model(text)
    model.advance(to: try MetronomeModelTests.entry(bar: 11, beat: beat), at: 0, time: 0)
    model.state.phase = phase
    return model.state
  }

  @Test("says the beat in words, in brackets and by a mark that moves: not by colour alone")
  func beat() throws {
    let lines = frame(try state("* 7/8=2+2+3 120", beat: 4))
    let text = lines.joined(separator: "\n")
    for part in ["7/8=2+2+3", "beat 5/7", "bar 12", "[5]", " 4 ", "space tap", "BPM"] {
      #expect(text.contains(part), "\(part) is missing")
    }
    let signs = lines.first { $0.contains("X       x") }
    #expect(signs?.filter { "XOxo.".contains($0) } == "XxOxOxx")
  }

  @Test("a session is said: how many share it, that it is stopped, and the key")
  func session() throws {
    var state = try state("* 4/4 120", beat: 1)
    #expect(!frame(state).joined().contains("Link"))
    state.session = SharedSession(peerCount: 1, isPlaying: nil)
    #expect(frame(state)[0].contains("Link: 1 peer"))
    #expect(!frame(state).joined().contains("p start"))
    state.session = SharedSession(peerCount: 3, isPlaying: false)
    let stopped = frame(state).joined(separator: "\n")
    #expect(stopped.contains("Link: 3 peers") && stopped.contains("stopped"))
    #expect(stopped.contains("p start"))
    state.session = SharedSession(peerCount: nil, isPlaying: true)
    #expect(frame(state)[0].contains("Link: no answer"))
    state.session?.peerCount = 2
    #expect(frame(state, 60, 1)[0].contains("Link: 2 peers"))
  }

  @Test("the mark moves from the left to the right during the bar")
  func mark() throws {
    var last = -1
    for step in 0..<16 {
      let state = try state("* 4/4 120", beat: step / 4, phase: Double(step % 4) / 4)
      let track = try #require(frame(state).first { $0.contains("──") })
      let mark = try #require(Array(track).firstIndex(of: "█"))
      #expect(mark > last)
      last = mark
    }
  }

  @Test("silence is said: a silent bar, a rest, muted")
  func silence() throws {
    var state = try state("* 4/4 120 Xx.x", beat: 2)
    #expect(frame(state).joined().contains("rest"))
    state.isSilentBar = true
    #expect(frame(state).joined().contains("silent bar"))
    (state.isSilentBar, state.isSilentBeat) = (false, true)
    #expect(frame(state).joined().contains("silent beat"))
    state.isMuted = true
    #expect(frame(state).joined().contains("muted"))
    state.underrunCount = 3
    #expect(frame(state).joined().contains("underruns: 3"))
  }

  @Test(
    "fits every terminal, with and without Unicode",
    arguments: [(200, 60), (80, 24), (68, 14), (40, 10), (20, 3), (1, 1)])
  func sizes(columns: Int, rows: Int) throws {
    for text in ["* 4/4 120", "* 128/8 120", "* 21/16=3+3+3+3+3+3+3 3/16=137.5"] {
      let state = try state(text, beat: 3)
      for hasUnicode in [true, false] {
        let lines = frame(
          state, columns, rows,
          capabilities: Capabilities(hasColor: false, hasUnicode: hasUnicode, canMoveCursor: true))
        #expect(lines.count == rows)
        #expect(lines.allSatisfy { $0.columns <= columns })
        if columns >= 40 { #expect(lines.joined().contains("beat 4/")) }
        if !hasUnicode { #expect(lines.joined().utf8.allSatisfy { $0 < 0x80 }) }
      }
    }
  }
}

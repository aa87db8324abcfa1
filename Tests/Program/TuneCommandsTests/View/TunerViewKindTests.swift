@testable import CommandKit
import InstrumentTuning
import LiveAudio
import MusicTheory
import PitchEstimation
import Testing
@testable import TuneCommands

@Suite("Views of the tuner")
struct TunerViewKindTests {
  private static func state(_ view: TunerViewKind, cents: Double = 0) -> TunerScreenState {
    var state = TunerViewTests.state(cents: cents, verdict: .inTune)
    state.setup.view = view
    state.target = (try? TargetPitch(Note(.a, .sharp, octave: 4))).map { TuningTarget(pitch: $0) }
    state.scope.stripes = (1...8).map {
      ScopeState.Stripe(number: $0, turns: 0, level: -20 - Double($0), deviation: cents)
    }
    state.playing = PlayingNote.Display(
      note: Note(.a, .sharp, octave: 4), cents: cents, state: .inTune, isHeld: false)
    state.scope.spectrum = (0..<240).map { $0 == 120 ? -10 : -90 }
    state.scope.wave = (0..<512).map { Float($0 % 128) / 64 - 1 }
    return state
  }

  @Test(
    "every view fills exactly the terminal, with and without Unicode",
    arguments: TunerViewKind.allCases)
  func fits(view: TunerViewKind) {
    for (columns, rows) in [(40, 10), (40, 16), (67, 14), (80, 24), (120, 40), (200, 60)] {
      for capabilities in [TunerViewTests.text, TunerViewTests.ascii] {
        let lines = TunerViewTests.frame(Self.state(view), columns, rows, capabilities)
        #expect(lines.count == rows)
        #expect(lines.allSatisfy { $0.columns <= columns })
        if !capabilities.hasUnicode { #expect(lines.joined().utf8.allSatisfy { $0 < 0x80 }) }
        let text = lines.joined(separator: "\n")
        #expect(text.contains("A4 = 440.0 Hz"))
        #expect(text.contains("? keys"))
        #expect(text.contains("dBFS"))
      }
    }
  }

  @Test("hostile values are drawn as something", arguments: TunerViewKind.allCases)
  func hostile(view: TunerViewKind) {
    var state = Self.state(view)
    state.scope.stripes[0].turns = .nan
    state.scope.stripes[1].level = .infinity
    state.scope.stripes[2].deviation = .nan
    state.scope.spectrum = [.nan, .infinity, -.infinity]
    state.scope.wave = [.nan, .infinity, 1]
    #expect(TunerViewTests.frame(state, 80, 24).count == 24)
  }

  /// The columns of the strobe's first line that are lit.
  private func lit(turns: Double) -> [Int] {
    var state = Self.state(.strobe)
    for index in state.scope.stripes.indices { state.scope.stripes[index].turns = turns }
    let line = TunerViewTests.frame(state, 80, 24).first { $0.hasPrefix("  1 ") } ?? ""
    return line.enumerated().filter { $0.element == "█" }.map(\.offset)
  }

  @Test("the stripes of the strobe stand at their phase, and move right as it grows")
  func strobe() {
    let still = lit(turns: 0)
    #expect(!still.isEmpty)
    #expect(lit(turns: 1) == still)
    // Two stripes over 64 columns: a quarter turn is 8 columns.
    let moved = lit(turns: 0.25)
    #expect(Set(moved).isSuperset(of: still.map { $0 + 8 }.filter { $0 < 60 && $0 > 20 }))
    #expect(moved != still)
  }

  @Test("the knob shows five neighbours, the note at the top in tune")
  func knob() throws {
    let lines = TunerViewTests.frame(Self.state(.knob), 90, 30)
    let text = lines.joined(separator: "\n")
    for name in ["G♯4", "A4", "A♯4", "B4", "C5"] { #expect(text.contains(name)) }
    let row = try #require(lines.firstIndex { $0.contains("A♯4") })
    let pointer = try #require(lines.firstIndex { $0.contains("┃") })
    #expect(row < pointer)
    let column = lines[row].distance(
      from: lines[row].startIndex, to: try #require(lines[row].firstIndex(of: "A")))
    #expect((43...46).contains(column))
  }

  @Test(
    "with a capo or on a trumpet the neighbours have names that players know",
    arguments: [
      (TranspositionChoice.capo(1), ["G♯4", "A4", "A♯4", "B4"]),
      (.capo(3), ["F♯4", "G4", "G♯4", "F4"]),
      (
        TranspositionChoice(try TransposingInstrument(named: "bb-trumpet")),
        ["C5", "B4", "A♯4", "C♯5"]
      ),
    ])
  func knobNames(transposition: TranspositionChoice, names: [String]) throws {
    var state = Self.state(.knob)
    state.setup.transposition = transposition
    let text = TunerViewTests.frame(state, 90, 30).joined(separator: "\n")
    for name in names { #expect(text.contains(name), "\(name) is missing") }
    for odd in ["♯♯", "B♯", "E♯", "C♭", "F♭", "𝄪"] { #expect(!text.contains(odd)) }
  }

  @Test("a sharp note turns the knob to the left: its label leaves the top")
  func turned() throws {
    func column(cents: Double) throws -> Int {
      let lines = TunerViewTests.frame(Self.state(.knob, cents: cents), 90, 30)
      let line = try #require(lines.first { $0.contains("A♯4") })
      return line.distance(
        from: line.startIndex, to: try #require(line.firstIndex(of: "♯"))) - 1
    }
    #expect(try column(cents: 40) < column(cents: 0))
    #expect(try column(cents: -40) > column(cents: 0))
  }

  /// The rows below the dial of a terminal with 30 rows: three of waves, then the level.
  private func waveRows(_ state: TunerScreenState) -> [String] {
    let lines = TunerViewTests.frame(state, 90, 30)
    return Array(lines.prefix { !$0.contains("dBFS") }.suffix(3))
  }

  @Test("under the knob, five waves lie flat in silence and rise with the level")
  func waves() {
    var state = Self.state(.knob)
    #expect(waveRows(state).filter { !$0.isEmpty }.count == 1)
    for _ in 0..<100 { state.scope.waves.advance(by: 0.03, frequency: 440, level: -20) }
    #expect(waveRows(state).allSatisfy { $0.count > 20 })
  }

  @Test("an arrow inside the ring points at the target, in the colour of warnings")
  func arrow() throws {
    let view = TunerView(
      state: Self.state(.knob), size: TerminalSize(columns: 90, rows: 30),
      capabilities: .full)
    let lines = view.lines().filter { $0.contains(/\u{1b}\[0;1;31m[\u{2801}-\u{28FF}]/) }
    #expect((1...6).contains(lines.count))
  }

  @Test("the loudest band of the spectrum is the highest bar")
  func spectrum() throws {
    let lines = TunerViewTests.frame(Self.state(.spectrum), 80, 24)
    let top = try #require(lines.dropFirst(6).first { $0.contains("█") })
    let column = top.distance(
      from: top.startIndex, to: try #require(top.firstIndex(of: "█")))
    #expect((41...43).contains(column))  // the middle of columns 5...79
  }
}

@Suite("What the views are drawn from")
struct ScopeReaderTests {
  /// A history that holds half a second of a sine.
  private static func history(_ frequency: Double, count: Int = 24_000) throws -> SoundHistory {
    let history = SoundHistory()
    history.process(.started(deviceName: "Test", sampleRate: 48_000))
    let samples = (0..<count).map { index in
      Float(0.5 * sine(2 * .pi * frequency * Double(index) / 48_000))
    }
    history.process(.block(samples))
    return history
  }

  private static func state(_ view: TunerViewKind, frequency: Double) throws -> TunerScreenState {
    var model = TunerModelTests.model(hearing: frequency)
    model.change { $0.view = view }
    return model.state
  }

  @Test("the strobe turns once a second for each hertz above the target")
  func strobe() throws {
    let state = try Self.state(.strobe, frequency: 442)
    var phases: [Double] = []
    for count in [24_000, 24_000 + 12_000] {  // a quarter of a second apart
      var reader = ScopeReader(try Self.history(442, count: count))
      let stripe = try #require(reader.read(state).stripes.first)
      #expect(abs(try #require(stripe.deviation) - 7.85) < 0.05)
      #expect(abs(stripe.level + 6.02) < 0.2)
      phases.append(stripe.turns)
    }
    let turned = phases[1] - phases[0]
    #expect(abs(turned - turned.rounded(.down) - 0.5) < 0.01)  // 2 Hz for 0.25 s
  }

  @Test("the spectrum has its peak at the tone")
  func spectrum() throws {
    var reader = ScopeReader(try Self.history(1000))
    let scope = reader.read(try Self.state(.spectrum, frequency: 1000))
    let peak = try #require(scope.spectrum.enumerated().max { $0.element < $1.element })
    let octaves = 9.643856  // 20 Hz to 16 kHz
    #expect(abs(Double(peak.offset) / 240 * octaves - 5.643856) < octaves / 240 * 1.5)
    #expect(abs(peak.element + 6.02) < 1)
  }

  @Test("a wave that goes on looks the same")
  func wave() throws {
    let state = try Self.state(.wave, frequency: 441.3)
    var pictures: [[Float]] = []
    for count in [20_000, 23_456] {
      var reader = ScopeReader(try Self.history(441.3, count: count))
      pictures.append(reader.read(state).wave)
    }
    let distance = zip(pictures[0], pictures[1]).map { abs($0 - $1) }.max() ?? 1
    #expect(distance < 0.05)
  }

  @Test("paused, the picture stays; without sound there is none")
  func paused() throws {
    var reader = ScopeReader(SoundHistory())
    var state = try Self.state(.spectrum, frequency: 440)
    #expect(reader.read(state) == ScopeState())
    state.scope.wave = [1]
    state.isPaused = true
    #expect(reader.read(state).wave == [1])
  }
}

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

private func sine(_ angle: Double) -> Double { sin(angle) }

@testable import CommandKit
import InstrumentTuning
import MusicTheory
import Testing
@testable import TuneCommands

@Suite("Tuner view")
struct TunerViewTests {
  static let text = Capabilities(hasColor: false, hasUnicode: true, canMoveCursor: true)
  static let ascii = Capabilities(hasColor: false, hasUnicode: false, canMoveCursor: true)

  static func state(cents: Double = -12.3, verdict: NoteDeviation.State = .flat) -> TunerScreenState
  {
    var state = TunerScreenState()
    state.deviation = NoteDeviation(
      note: Note(.a, .sharp, octave: 4), targetFrequency: 466.16, frequency: 462.86, cents: cents,
      state: verdict)
    state.level = -24
    state.gateThreshold = -60
    state.source = "Built-in microphone"
    for index in 0..<600 {
      state.history.append(time: Double(index) / 100, cents: Double(index % 100) - 50)
    }
    return state
  }

  static func frame(
    _ state: TunerScreenState, _ columns: Int, _ rows: Int, _ capabilities: Capabilities = text
  ) -> [String] {
    TunerView(
      state: state, size: TerminalSize(columns: columns, rows: rows), capabilities: capabilities
    ).lines()
  }

  @Test(
    "fills exactly the terminal at every size from 1×1 to 200×60",
    arguments: [
      (1, 1), (20, 5), (39, 24), (40, 9), (40, 10), (40, 11), (67, 14), (80, 24), (120, 40),
      (200, 60),
    ])
  func fits(columns: Int, rows: Int) {
    for capabilities in [Self.text, Self.ascii] {
      let lines = Self.frame(Self.state(), columns, rows, capabilities)
      #expect(lines.count == rows)
      for line in lines { #expect(line.columns <= columns) }
    }
  }

  @Test("shows on the meter the noise that the gate has learned, as a number where there is room")
  func noise() throws {
    var state = Self.state()
    #expect(!Self.frame(state, 80, 24).joined().contains("noise"))
    state.noiseLevel = -52
    let wide = try #require(Self.frame(state, 80, 24).first { $0.contains("dBFS") })
    #expect(wide.contains("noise −52 −24 dBFS"))
    #expect(wide.contains("┊"))
    let narrow = try #require(Self.frame(state, 40, 24).first { $0.contains("dBFS") })
    #expect(narrow.contains("−24 dBFS") && !narrow.contains("noise") && narrow.contains("┊"))
    #expect(
      Self.frame(state, 80, 24, Self.ascii).contains {
        $0.contains(":") && $0.contains("noise -52")
      })
  }

  @Test("shows note, verdict, numbers, level and keys", arguments: [(80, 24), (40, 10), (200, 60)])
  func content(columns: Int, rows: Int) {
    let text = Self.frame(Self.state(), columns, rows).joined(separator: "\n")
    for part in [
      "A4 = 440.0 Hz", "Built-in", "♭ 12.3 flat ▸ tune up", "462.86 Hz", "target 466.16 Hz",
      "−24 dBFS", "q quit", "? keys", "v view", "▲", "┃",
    ] {
      #expect(text.contains(part), "\(part) is missing")
    }
  }

  @Test("keeps to ASCII where the locale has no Unicode", arguments: [(80, 24), (40, 10), (20, 5)])
  func ascii(columns: Int, rows: Int) {
    let text = Self.frame(Self.state(), columns, rows, Self.ascii).joined(separator: "\n")
    #expect(text.utf8.allSatisfy { $0 < 0x80 })
    #expect(text.contains("b 12.3 flat"))
  }

  @Test("says the three verdicts by sign and word")
  func verdicts() {
    let inTune = Self.frame(Self.state(cents: 1.2, verdict: .inTune), 80, 24)
    #expect(inTune.contains { $0.contains("in tune ✓ +1.2") })
    let sharp = Self.frame(Self.state(cents: 8, verdict: .sharp), 80, 24)
    #expect(sharp.contains { $0.contains("♯ 8.0 sharp ◂ tune down") })
  }

  @Test("puts the needle on the column of 0, −50 and +50 cents")
  func needle() {
    func column(_ cents: Double) -> Int? {
      let lines = Self.frame(Self.state(cents: cents), 80, 24)
      let line = lines.first { $0.contains("▲") }
      return line?.firstIndex(of: "▲").map {
        line?.distance(from: line?.startIndex ?? $0, to: $0) ?? 0
      }
    }
    #expect(column(0) == 39)
    #expect(column(-50) == 4)
    #expect(column(50) == 74)
  }

  @Test("falls back to one line below 40×10")
  func oneLine() {
    let lines = Self.frame(Self.state(), 20, 5)
    #expect(lines[0] == "A♯4 ♭ 12.3 flat ▸ t…")
    #expect(lines.dropFirst().joined().isEmpty)
  }

  @Test("a held note is faint, and says held where there is no colour")
  func held() {
    var state = Self.state()
    state.isHeld = true
    #expect(Self.frame(state, 80, 24).contains { $0.contains("held") })
    let colored = Self.frame(state, 80, 24, .full).joined()
    #expect(colored.contains("\u{1B}[0;2;36m"))
    #expect(!colored.contains("\u{1B}[0;1;36m♭"))
  }

  @Test("a device name cannot move the cursor")
  func hostileName() {
    var state = Self.state()
    state.source = "Mic\u{1B}[2J\n録音"
    state.notice = "lost \u{7}\u{1B}"
    let lines = Self.frame(state, 80, 24)
    #expect(lines[0].contains("Mic?[2J?録音"))
    #expect(lines.allSatisfy { !$0.contains("\u{1B}") && $0.columns <= 80 })
  }

  @Test("draws a flat line in the middle of the history strip")
  func history() throws {
    var state = Self.state()
    state.history = TuningHistory()
    for index in 0..<1000 { state.history.append(time: Double(index) / 100, cents: 0) }
    let layout = try #require(
      TunerLayout(size: TerminalSize(columns: 80, rows: 24), hasUnicode: true))
    let rows = layout.viewRows.count - (layout.viewRows.count.isMultiple(of: 2) ? 1 : 0)
    let middle = layout.viewRows.lowerBound + (rows - 1) / 2
    let line = Self.frame(state, 80, 24)[middle]
    #expect(line.unicodeScalars.filter { (0x2801...0x28FF).contains($0.value) }.count > 70)
  }
}

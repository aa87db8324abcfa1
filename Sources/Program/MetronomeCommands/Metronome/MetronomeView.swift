import CommandKit
import Connections
import Metronome

/// Draws the metronome as text: a pure function of the state, the size and the capabilities.
struct MetronomeView {
  let state: MetronomeState
  let size: TerminalSize
  let capabilities: Capabilities

  var symbols: Symbols { capabilities.hasUnicode ? .unicode : .ascii }
  private var meter: Meter { state.section.meter }
  private var accents: [Accent?] { state.section.accents ?? meter.accents }

  /// One string per row of the terminal.
  func lines() -> [String] {
    var canvas = Canvas(size: size)
    if size.holdsFullScreen {
      draw(on: &canvas)
    } else {
      canvas.draw(oneLine(), row: 0, column: 0, style: beatStyle)
    }
    return canvas.lines(hasColor: capabilities.hasColor)
  }

  /// Returns the whole metronome in one line, the most important first.
  func oneLine() -> String {
    let session = sessionText.isEmpty ? "" : "  \(sessionText)"
    return "\(beatText)  \(state.tempo.text)  \(barText)\(session)"
      .fitted(to: size.columns, ellipsis: symbols.ellipsis)
  }

  private func draw(on canvas: inout Canvas) {
    drawHeader(on: &canvas)
    let number = state.tempo.number
    let letters = BigText(number, plain: number, scales: [scale], dot: symbols.dot)
    let spare = max(0, size.rows - letters.lines.count - 6)
    let top = 1 + spare / 4
    drawTempo(letters, row: top, on: &canvas)
    let beatRow = top + letters.lines.count + (spare >= 2 ? 1 : 0)
    drawBeats(row: beatRow, on: &canvas)
    drawTrack(row: beatRow + 2, on: &canvas)
    drawFooter(on: &canvas)
  }

  private var scale: BlockLetters.Scale {
    if size.columns >= 110, size.rows >= 30 { return .cells(width: 4, height: 2) }
    if size.columns >= 68, size.rows >= 14 { return .cells(width: 2, height: 1) }
    return capabilities.hasUnicode && size.rows < 14
      ? .halfBlocks : .cells(width: 1, height: 1)
  }
}

// MARK: - Words

extension MetronomeView {
  /// The beat in words, such as `beat 3/4`.
  private var beatText: String {
    state.bar == nil ? "starting" + symbols.waiting : "beat \(state.beat + 1)/\(meter.beatCount)"
  }

  private var barText: String {
    guard let bar = state.bar else { return "" }
    let count = state.section.barCount.map { "/\($0)" } ?? ""
    return (state.section.isCountIn ? "count-in " : "bar ") + "\(bar + 1)\(count)"
  }

  /// The session in words, such as `Link: 2 peers`; empty without one.
  private var sessionText: String {
    guard let session = state.session else { return "" }
    guard let count = session.peerCount else { return "Link: no answer" }
    return "Link: \(count) \(count == 1 ? "peer" : "peers")"
  }

  /// The reason for silence, in words; empty if the beat sounds.
  private var soundText: String {
    if state.session?.isPlaying == false { return "stopped" }
    if state.isMuted { return "muted" }
    if state.isSilentBar { return "silent bar" }
    if state.isSilentBeat { return "silent beat" }
    return state.bar == nil || accents[min(state.beat, accents.count - 1)] != nil ? "" : "rest"
  }

  private var beatStyle: TextStyle {
    let isStopped = state.session?.isPlaying == false
    let isSilent = state.isMuted || state.isSilentBar || state.isSilentBeat
    if isSilent || state.bar == nil || isStopped { return .faint }
    switch accents[min(state.beat, accents.count - 1)] {
    case .strong: return .good
    case .medium: return .high
    case .normal, .weak: return .low
    case nil: return .faint
    }
  }
}

// MARK: - Parts

extension MetronomeView {
  private func drawHeader(on canvas: inout Canvas) {
    let label = state.section.label.isEmpty ? "" : state.section.label.printable + "  "
    let room = size.columns - 4
    let title = (label + meter.text).fitted(to: room, ellipsis: symbols.ellipsis)
    canvas.draw(title, row: 0, column: 1, style: .strong)
    let left = room - title.columns - 2
    guard left > 4 else { return }
    let source = [sessionText, state.source.printable].filter { !$0.isEmpty }.joined(
      separator: "  ")
    canvas.draw(
      source.fitted(to: left, ellipsis: symbols.ellipsis), row: 0,
      endColumn: size.columns - 1, style: .faint)
  }

  /// Draws the tempo, and beside it the beat and the bar in words.
  private func drawTempo(_ letters: BigText, row: Int, on canvas: inout Canvas) {
    let wordColumns = 16
    let gap = 3
    let start = max(1, (size.columns - letters.columns - gap - wordColumns) / 2)
    for (index, line) in letters.lines.enumerated() {
      canvas.draw(line, row: row + index, column: start)
    }
    let column = start + letters.columns + gap
    let unit = state.tempo.note
    let words: [(String, TextStyle)] = [
      (unit == .quarter ? "BPM" : "BPM of \(unit.numerator)/\(unit.denominator)", .faint),
      (beatText, beatStyle), (barText, .plain), (soundText, .warning),
    ]
    for (index, word) in words.enumerated() where index < max(3, letters.lines.count) {
      canvas.draw(word.0, row: row + index, column: column, style: word.1)
    }
    if letters.lines.count < 4, !soundText.isEmpty {
      canvas.draw(soundText, row: 0, endColumn: size.columns - 1, style: .warning)
    }
  }

  /// Draws every beat with its number and a sign for its strength; the current one is in brackets.
  private func drawBeats(row: Int, on canvas: inout Canvas) {
    let count = meter.beatCount
    let width = min(8, (size.columns - 2) / count)
    guard width >= 4 else { return }  // the words and the track show it too
    let start = (size.columns - width * count) / 2
    for (beat, accent) in accents.enumerated() {
      let isNow = state.bar != nil && beat == state.beat
      let column = start + beat * width
      let number = isNow ? "[\(beat + 1)]" : " \(beat + 1) "
      canvas.draw(number, row: row, column: column, style: isNow ? beatStyle : .plain)
      canvas.draw(
        " " + sign(of: accent), row: row + 1, column: column, style: isNow ? beatStyle : .faint)
    }
  }

  /// Returns the sign of tempo maps for an accent.
  private func sign(of accent: Accent?) -> String {
    switch accent {
    case .strong: "X"
    case .medium: "O"
    case .normal: "x"
    case .weak: "o"
    case nil: "."
    }
  }

  /// Draws the bar as a line, with a mark that moves along it from beat to beat.
  private func drawTrack(row: Int, on canvas: inout Canvas) {
    let columns = min(size.columns - 4, 64)
    let start = (size.columns - columns) / 2
    for column in 0..<columns {
      canvas.draw(String(symbols.scaleLine), row: row, column: start + column, style: .faint)
    }
    let count = Double(meter.beatCount)
    if meter.beatCount * 2 <= columns {
      for beat in 0..<meter.beatCount {
        let column = Int(Double(beat) / count * Double(columns))
        canvas.draw(String(symbols.scaleTick), row: row, column: start + column, style: .faint)
      }
    }
    guard state.bar != nil else { return }
    let position = (Double(state.beat) + state.phase) / count
    let column = min(columns - 1, Int(position * Double(columns)))
    canvas.draw(String(symbols.dot), row: row, column: start + column, style: beatStyle)
  }

  private func drawFooter(on canvas: inout Canvas) {
    let isWide = size.columns >= 72
    var keys = ["q quit", isWide ? "space tap" : "tap", "\(symbols.arrowKeys) ±1"]
    if isWide { keys.append(capabilities.hasUnicode ? "↑/↓ ±5  [/] ±0.1" : "up/down 5  [/] 0.1") }
    keys.append(state.isMuted ? "m sound" : "m mute")
    if state.hasSections { keys.append("n/b part") }
    if let isPlaying = state.session?.isPlaying { keys.append(isPlaying ? "p stop" : "p start") }
    if isWide { keys.append("s save") }
    let help = keys.joined(separator: "  ")
    canvas.draw(
      capabilities.hasUnicode ? help : help.replacing("±", with: ""), row: size.rows - 1, column: 1,
      style: .faint)
    var notices: [String] = []
    if let notice = state.notice { notices.append(notice) }
    if state.underrunCount > 0 { notices.append("underruns: \(state.underrunCount)") }
    if state.overCount > 0 { notices.append("clipped: \(state.overCount)") }
    guard !notices.isEmpty else { return }
    let text = "! " + notices.joined(separator: "  ").printable
    canvas.draw(
      text.fitted(to: size.columns - 2, ellipsis: symbols.ellipsis), row: size.rows - 2, column: 1,
      style: .warning)
  }
}

import CommandIO
import PianoTuning
import TerminalUI

/// Draws the key that sounds: its name in large letters, a strobe of its partial, cents and a word.
struct PianoView {
  /// What is shown.
  struct State: Sendable {
    var reading: KeyListener.Reading?
    var notice: String?
    /// Cycles that the partial has run ahead of its target.
    private(set) var phase = 0.0

    mutating func take(_ reading: KeyListener.Reading) {
      if reading.isNewStroke { phase = 0 }
      // A cent at a high partial is fast: as a strobe disc does, the pattern slows down there.
      phase += KeyListener.interval * min(4, max(-4, reading.cents))
      self.reading = reading
    }
  }

  let setup: PianoTuningSetup
  let state: State
  let size: TerminalSize
  let capabilities: Capabilities

  private var symbols: Symbols { capabilities.hasUnicode ? .unicode : .ascii }

  func lines() -> [String] {
    var canvas = Canvas(size: size)
    canvas.draw(
      setup.title.printable.fitted(to: size.columns - 2, ellipsis: symbols.ellipsis), row: 0,
      column: 1, style: .strong)
    if let reading = state.reading { draw(reading, on: &canvas) }
    if let notice = state.notice {
      canvas.draw("! \(notice.printable)", row: size.rows - 2, column: 1, style: .warning)
    }
    canvas.draw("Play one key at a time.  q quit", row: size.rows - 1, column: 1, style: .faint)
    return canvas.lines(hasColor: capabilities.hasColor)
  }

  private func draw(_ reading: KeyListener.Reading, on canvas: inout Canvas) {
    let word = reading.word(setup.tolerance)
    let style: TextStyle = word == "in tune" ? .good : word == "flat" ? .low : .high
    let big = BigText(
      reading.key.name, plain: reading.key.name,
      scales: [.cells(width: 2, height: 1), .halfBlocks],
      columns: size.columns - 2, dot: symbols.dot)
    var row = 2
    for text in big.lines where row < size.rows - 5 {
      canvas.draw(text, row: row, column: (size.columns - big.columns) / 2, style: style)
      row += 1
    }
    row = min(row + 1, size.rows - 4)
    canvas.drawCentered(strobe, row: row, style: style)
    let target = setup.targets[reading.key.index]
    canvas.drawCentered(
      "\(reading.cents.signed(decimals: 2)) cents  \(word)   partial \(reading.partial): "
        + "\(reading.frequency.formatted(decimals: 2)) of "
        + "\(target.partialFrequency.formatted(decimals: 2)) Hz", row: row + 1, style: style)
  }

  /// Bars that move to the right while the key is sharp, and stand still when it is in tune.
  private var strobe: String {
    let period = 8
    let shift = Int((state.phase * Double(period)).rounded())
    let columns = max(period, size.columns - 8)
    return String(
      (0..<columns).map { column in
        let place = ((column - shift) % period + period) % period
        return place < period / 2 ? symbols.dot : " "
      })
  }
}

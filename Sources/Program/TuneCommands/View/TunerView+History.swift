import CommandKit
import InstrumentTuning

extension TunerView {
  /// Draws the last seconds, cents over time, the newest at the right.
  func drawHistory(on canvas: inout Canvas, _ rows: Range<Int>) {
    drawHistory(state.history, on: &canvas, rows)
  }

  func drawHistory(_ history: TuningHistory, on canvas: inout Canvas, _ rows: Range<Int>) {
    // Odd where it is a plot, so that 0 cents has a row of its own.
    let isEven = rows.count >= 3 && rows.count.isMultiple(of: 2)
    let rows = isEven ? rows.lowerBound..<rows.upperBound - 1 : rows
    guard !rows.isEmpty else { return }
    let left = rows.count >= 3 ? 5 : 1
    let columns = size.columns - left - 1
    if rows.count >= 3 { drawHistoryAxis(on: &canvas, rows, left: left, columns: columns) }
    if rows.count < 3 {
      drawSparkline(history, on: &canvas, row: rows.lowerBound, left, columns)
    } else if capabilities.hasUnicode {
      drawBraille(history, on: &canvas, rows, left, columns)
    } else {
      drawStars(history, on: &canvas, rows, left, columns)
    }
  }

  private func drawHistoryAxis(
    on canvas: inout Canvas, _ rows: Range<Int>, left: Int, columns: Int
  ) {
    let middle = (rows.lowerBound + rows.upperBound - 1) / 2
    let line = String(repeating: capabilities.hasUnicode ? "┈" : ".", count: columns)
    canvas.draw(line, row: middle, column: left, style: .faint)
    canvas.draw("0", row: middle, endColumn: left - 1, style: .faint)
    canvas.draw("+50", row: rows.lowerBound, endColumn: left - 1, style: .faint)
    canvas.draw("\(symbols.minus)50", row: rows.upperBound - 1, endColumn: left - 1, style: .faint)
  }

  private func drawSparkline(
    _ history: TuningHistory, on canvas: inout Canvas, row: Int, _ left: Int, _ columns: Int
  ) {
    let steps = Array(capabilities.hasUnicode ? "▁▂▃▄▅▆▇█" : "_-^")
    for (column, cents) in history.slices(columns).enumerated() {
      guard let cents else { continue }
      let step = Self.level(of: cents, among: steps.count)
      canvas.draw(String(steps[step]), row: row, column: left + column, style: style(of: cents))
    }
  }

  private func drawStars(
    _ history: TuningHistory, on canvas: inout Canvas, _ rows: Range<Int>, _ left: Int,
    _ columns: Int
  ) {
    let height = rows.count
    for (column, cents) in history.slices(columns).enumerated() {
      guard let cents else { continue }
      let row = rows.lowerBound + height - 1 - Self.level(of: cents, among: height)
      canvas.draw("*", row: row, column: left + column, style: style(of: cents))
    }
  }

  /// Draws two slices of time and four steps of pitch per cell.
  private func drawBraille(
    _ history: TuningHistory, on canvas: inout Canvas, _ rows: Range<Int>, _ left: Int,
    _ columns: Int
  ) {
    var bitmap = BrailleBitmap(columns: columns, rows: rows.count)
    let slices = history.slices(bitmap.width)
    for (x, cents) in slices.enumerated() {
      guard let cents else { continue }
      bitmap.set(x, bitmap.height - 1 - Self.level(of: cents, among: bitmap.height))
    }
    canvas.draw(bitmap, row: rows.lowerBound, column: left) { _, column in
      (slices[2 * column + 1] ?? slices[2 * column]).map(style(of:)) ?? .plain
    }
  }

  /// Returns the step of a deviation, from 0 at -50 cents.
  private static func level(of cents: Double, among steps: Int) -> Int {
    let position = (min(max(cents, -50), 50) + 50) / 100
    return min(steps - 1, Int(position * Double(steps)))
  }

  private func style(of cents: Double) -> TextStyle {
    if cents.magnitude <= state.setup.tolerance { return .good }
    return cents < 0 ? .low : .high
  }
}

extension TunerView {
  /// Draws the note in the middle, large enough to be read from some metres, its deviation below
  /// it, and the last ten seconds. Both colour and words show the side.
  func drawPlaying(on canvas: inout Canvas, _ rows: Range<Int>) {
    let historyRows = rows.count >= 14 ? max(5, rows.count / 5) : rows.count >= 8 ? 3 : 0
    let noteRows = rows.lowerBound..<rows.upperBound - historyRows
    guard let shown = state.playing else {
      return canvas.drawCentered(
        statusWithoutNote, row: (noteRows.lowerBound + noteRows.upperBound) / 2, style: .faint)
    }
    let style = playingStyle(of: shown)
    let text = largeName(of: shown, rows: noteRows.count - 2)
    let top = noteRows.lowerBound + max(0, noteRows.count - text.lines.count - 2) / 2
    for (index, line) in text.lines.enumerated() {
      canvas.draw(
        line, row: top + index, column: (size.columns - text.columns) / 2, style: style)
    }
    let words = min(noteRows.upperBound - 1, top + text.lines.count + 1)
    canvas.drawCentered(playingWords(of: shown), row: words, style: style)
    if historyRows > 0 {
      drawHistory(
        state.playingHistory, on: &canvas, rows.upperBound - historyRows..<rows.upperBound)
    }
  }

  /// Returns the name, in one size for all names up to that of a sharp, so that notes do not grow
  /// and shrink.
  private func largeName(of shown: PlayingNote.Display, rows: Int) -> BigText {
    let name = written(heard: shown, state.setup.noteDisplay(hasUnicode: true))
    let large = stride(from: 12, through: 1, by: -1).map {
      BlockLetters.Scale.cells(width: 2 * $0, height: $0)
    }
    let small: BlockLetters.Scale =
      capabilities.hasUnicode ? .halfBlocks : .cells(width: 1, height: 1)
    let scales = (large + [small]).filter { scale in
      guard let usual = BlockLetters("A♯4", scale: scale)?.size else { return false }
      return scale.rows <= rows && usual.columns <= size.columns - 2
    }
    return BigText(
      name, plain: written(heard: shown, display), scales: scales, columns: size.columns - 2,
      dot: symbols.dot)
  }

  private func written(heard shown: PlayingNote.Display, _ display: NoteDisplay) -> String {
    display.written(heard: shown.note)
  }

  /// Returns the deviation in whole cents, because tenths never stand still.
  private func playingWords(of shown: PlayingNote.Display) -> String {
    let amount = shown.cents.magnitude.formatted(decimals: 0)
    let words =
      switch shown.state {
      case .flat: "\(symbols.flat) \(amount) flat"
      case .inTune: "in tune \(symbols.check)"
      case .sharp: "\(symbols.sharp) \(amount) sharp"
      }
    return shown.isHeld ? words + " held" : words
  }

  private func playingStyle(of shown: PlayingNote.Display) -> TextStyle {
    let style: TextStyle =
      switch shown.state {
      case .flat: .low
      case .inTune: .good
      case .sharp: .high
      }
    return shown.isHeld ? style.faded : style
  }
}

extension TunerView {
  /// The last seconds, cents over time, the newest at the right.
  func drawHistory(on canvas: inout Canvas, _ layout: TunerLayout) {
    let rows = layout.historyRows
    let left = rows.count >= 3 ? 5 : 1
    let columns = size.columns - left - 1
    if rows.count >= 3 { drawHistoryAxis(on: &canvas, rows, left: left, columns: columns) }
    if rows.count < 3 {
      drawSparkline(on: &canvas, row: rows.lowerBound, left, columns)
    } else if capabilities.hasUnicode {
      drawBraille(on: &canvas, rows, left, columns)
    } else {
      drawStars(on: &canvas, rows, left, columns)
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
    on canvas: inout Canvas, row: Int, _ left: Int, _ columns: Int
  ) {
    let steps = Array(capabilities.hasUnicode ? "▁▂▃▄▅▆▇█" : "_-^")
    for (column, cents) in state.history.slices(columns).enumerated() {
      guard let cents else { continue }
      let step = Self.level(of: cents, among: steps.count)
      canvas.draw(String(steps[step]), row: row, column: left + column, style: style(of: cents))
    }
  }

  private func drawStars(
    on canvas: inout Canvas, _ rows: Range<Int>, _ left: Int, _ columns: Int
  ) {
    let height = rows.count
    for (column, cents) in state.history.slices(columns).enumerated() {
      guard let cents else { continue }
      let row = rows.lowerBound + height - 1 - Self.level(of: cents, among: height)
      canvas.draw("*", row: row, column: left + column, style: style(of: cents))
    }
  }

  /// Eight dots a cell: two slices of time, four steps of pitch.
  private func drawBraille(
    on canvas: inout Canvas, _ rows: Range<Int>, _ left: Int, _ columns: Int
  ) {
    let height = rows.count
    let slices = state.history.slices(2 * columns)
    for column in 0..<columns {
      var dots = Array(repeating: UInt32(0), count: height)
      var cents: Double?
      for half in 0..<2 {
        guard let value = slices[2 * column + half] else { continue }
        let step = 4 * height - 1 - Self.level(of: value, among: 4 * height)
        dots[step / 4] |= Self.brailleDots[half][step % 4]
        cents = value
      }
      guard let cents else { continue }
      for (row, pattern) in dots.enumerated() where pattern != 0 {
        guard let scalar = Unicode.Scalar(0x2800 + pattern) else { continue }
        canvas.draw(
          String(Character(scalar)), row: rows.lowerBound + row, column: left + column,
          style: style(of: cents))
      }
    }
  }

  /// The bits of the left and the right column of a Braille pattern, from the top.
  private static let brailleDots: [[UInt32]] = [
    [0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80],
  ]

  /// The step, from 0 at -50 cents, of a distance.
  private static func level(of cents: Double, among steps: Int) -> Int {
    let position = (min(max(cents, -50), 50) + 50) / 100
    return min(steps - 1, Int(position * Double(steps)))
  }

  private func style(of cents: Double) -> TextStyle {
    if cents.magnitude <= state.tolerance { return .good }
    return cents < 0 ? .low : .high
  }
}

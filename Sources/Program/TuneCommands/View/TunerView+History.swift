import CommandKit

extension TunerView {
  /// The last seconds, cents over time, the newest at the right.
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

  /// Two slices of time and four steps of pitch in a cell.
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

  /// The step, from 0 at -50 cents, of a distance.
  private static func level(of cents: Double, among steps: Int) -> Int {
    let position = (min(max(cents, -50), 50) + 50) / 100
    return min(steps - 1, Int(position * Double(steps)))
  }

  private func style(of cents: Double) -> TextStyle {
    if cents.magnitude <= state.setup.tolerance { return .good }
    return cents < 0 ? .low : .high
  }
}

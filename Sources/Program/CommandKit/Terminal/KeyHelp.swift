extension Canvas {
  /// Draws the keys of a screen and their meanings, over everything but the first row.
  ///
  /// - Parameter keys: Each key, or keys that belong together, with what they do.
  package mutating func drawKeyHelp(_ keys: [(key: String, text: String)]) {
    clear(1..<size.rows)
    for (index, line) in keys.prefix(size.rows - 3).enumerated() {
      draw(line.key, row: 2 + index, column: 3, style: .strong)
      draw(line.text, row: 2 + index, column: 16)
    }
    draw("press any key to go back", row: size.rows - 1, column: 1, style: .faint)
  }

  /// Clears whole rows.
  package mutating func clear(_ rows: Range<Int>) {
    let blank = String(repeating: " ", count: size.columns)
    for row in rows { draw(blank, row: row, column: 0) }
  }
}

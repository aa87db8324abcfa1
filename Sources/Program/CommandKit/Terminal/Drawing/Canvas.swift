/// A grid of character cells that views draw on; what falls outside is cut off.
package struct Canvas {
  package let size: TerminalSize
  private var cells: [Cell]

  private struct Cell: Equatable {
    var character: Character = " "
    var style = TextStyle.plain
    var isCovered = false  // the right half of a wide character
  }

  package init(size: TerminalSize) {
    self.size = size
    cells = Array(repeating: Cell(), count: max(0, size.columns * size.rows))
  }

  /// Writes text to the right of a cell.
  package mutating func draw(
    _ text: String, row: Int, column: Int, style: TextStyle = .plain
  ) {
    guard (0..<size.rows).contains(row) else { return }
    var column = column
    for character in text {
      let width = character.columns
      defer { column += width }
      guard width > 0, column >= 0, column + width <= size.columns else { continue }
      let index = row * size.columns + column
      cells[index] = Cell(character: character, style: style)
      if width == 2 { cells[index + 1] = Cell(style: style, isCovered: true) }
    }
  }

  /// Writes text so that it ends before a column.
  package mutating func draw(_ text: String, row: Int, endColumn: Int, style: TextStyle = .plain) {
    draw(text, row: row, column: endColumn - text.columns, style: style)
  }

  /// Writes text in the middle of a row.
  package mutating func drawCentered(_ text: String, row: Int, style: TextStyle = .plain) {
    draw(text, row: row, column: (size.columns - text.columns) / 2, style: style)
  }

  /// One string per row, without trailing blanks; with escape sequences if colour is asked for.
  package func lines(hasColor: Bool) -> [String] {
    (0..<size.rows).map { row in
      let start = row * size.columns
      var line = cells[start..<start + size.columns]
      while let last = line.last, last.character == " ", !last.isCovered { line.removeLast() }
      guard hasColor else { return String(line.lazy.filter { !$0.isCovered }.map(\.character)) }
      return Self.colored(line)
    }
  }

  private static func colored(_ line: ArraySlice<Cell>) -> String {
    var text = ""
    var style = TextStyle.plain
    for cell in line where !cell.isCovered {
      if cell.style != style {
        style = cell.style
        text += "\u{1B}[\(style.parameters)m"
      }
      text.append(cell.character)
    }
    return style == .plain ? text : text + "\u{1B}[0m"
  }
}

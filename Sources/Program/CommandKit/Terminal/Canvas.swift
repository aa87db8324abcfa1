#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A grid of character cells that views draw on; anything outside is clipped.
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

  /// Writes text that starts in a cell.
  package mutating func draw(
    _ text: String, row: Int, column: Int, style: TextStyle = .plain
  ) {
    guard (0..<size.rows).contains(row) else { return }
    var column = column
    for character in text.printable {
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

/// The meaning of a piece of text; the terminal decides its look.
///
/// A colour never stands alone: sign, word or position say the same.
package enum TextStyle: Hashable, Sendable {
  case plain
  case strong
  case faint
  case good
  case low
  case high
  case warning
  case faintGood
  case faintLow
  case faintHigh

  /// The parameters of "select graphic rendition", from the 16 colours that every theme adapts.
  var parameters: String {
    switch self {
    case .plain: "0"
    case .strong: "0;1"
    case .faint: "0;2"
    case .good: "0;1;32"
    case .low: "0;1;36"
    case .high: "0;1;33"
    case .warning: "0;1;31"
    case .faintGood: "0;2;32"
    case .faintLow: "0;2;36"
    case .faintHigh: "0;2;33"
    }
  }

  /// The style of a text that fades away.
  package var faded: TextStyle {
    switch self {
    case .good: .faintGood
    case .low: .faintLow
    case .high: .faintHigh
    default: .faint
    }
  }
}

/// A picture in dots, eight to a cell of the terminal: two columns and four rows.
package struct BrailleBitmap {
  /// In cells.
  package let columns: Int
  package let rows: Int
  private var patterns: [UInt32]

  package init(columns: Int, rows: Int) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
    patterns = Array(repeating: 0, count: self.columns * self.rows)
  }

  /// In dots.
  package var width: Int { 2 * columns }
  /// In dots.
  package var height: Int { 4 * rows }

  /// Sets one dot, unless it lies outside. Rows count downward.
  package mutating func set(_ x: Int, _ y: Int) {
    guard (0..<width).contains(x), (0..<height).contains(y) else { return }
    patterns[y / 4 * columns + x / 2] |= Self.bits[x % 2][y % 4]
  }

  /// Draws a line between two positions, in dots.
  package mutating func line(from start: (x: Double, y: Double), to end: (x: Double, y: Double)) {
    let length = max(abs(end.x - start.x), abs(end.y - start.y))
    let count = max(1, Int(min(length, 10_000).rounded(.up)))
    for index in 0...count {
      let part = Double(index) / Double(count)
      set(
        Int((start.x + part * (end.x - start.x)).rounded(.down)),
        Int((start.y + part * (end.y - start.y)).rounded(.down)))
    }
  }

  /// The character of a cell; `nil` where it is empty.
  func character(row: Int, column: Int) -> Character? {
    let pattern = patterns[row * columns + column]
    guard pattern != 0, let scalar = Unicode.Scalar(0x2800 + pattern) else { return nil }
    return Character(scalar)
  }

  /// The bits of the left and the right column of a Braille pattern, from the top.
  private static let bits: [[UInt32]] = [
    [0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80],
  ]
}

extension Canvas {
  /// Draws a bitmap with its upper left corner in a cell.
  package mutating func draw(
    _ bitmap: BrailleBitmap, row: Int, column: Int, style: (Int, Int) -> TextStyle
  ) {
    for line in 0..<bitmap.rows {
      for position in 0..<bitmap.columns {
        guard let character = bitmap.character(row: line, column: position) else { continue }
        draw(
          String(character), row: row + line, column: column + position,
          style: style(line, position))
      }
    }
  }
}

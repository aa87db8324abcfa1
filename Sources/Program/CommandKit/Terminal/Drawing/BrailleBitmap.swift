#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

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

  /// Sets one dot; what falls outside is cut off. Rows count downward.
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
  package func character(row: Int, column: Int) -> Character? {
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

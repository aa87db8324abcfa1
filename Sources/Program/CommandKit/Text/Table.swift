/// Rows of text in columns, each as wide as its widest cell.
package struct Table: Sendable {
  /// A column: its header, its alignment and its width.
  package struct Column: Sendable {
    fileprivate let header: String
    fileprivate let isRight: Bool
    fileprivate let unit: String
    fileprivate let least: Int
    fileprivate let gap: Int

    /// Creates a column for text, which begins at its left edge.
    ///
    /// - Parameters:
    ///   - header: The first line.
    ///   - least: The smallest width, in cells of a terminal.
    ///   - gap: The number of blanks before the column, unless it is the first.
    /// - Returns: The column.
    package static func left(_ header: String = "", least: Int = 0, gap: Int = 2) -> Self {
      Self(header: header, isRight: false, unit: "", least: least, gap: gap)
    }

    /// Creates a column for numbers, which ends at its right edge.
    ///
    /// - Parameters:
    ///   - header: The first line.
    ///   - unit: The text after each value, such as ` ms`.
    ///   - least: The smallest width, in cells of a terminal.
    /// - Returns: The column.
    package static func right(_ header: String = "", unit: String = "", least: Int = 0) -> Self {
      Self(header: header, isRight: true, unit: unit, least: least, gap: 2)
    }
  }

  private let indent: String
  private let columns: [Column]
  private var rows: [[String]] = []

  /// - Parameters:
  ///   - indent: The number of blanks before each line.
  ///   - columns: The columns, from the left.
  package init(indent: Int = 0, _ columns: [Column]) {
    self.indent = "".left(indent)
    self.columns = columns
    if columns.contains(where: { !$0.header.isEmpty }) { rows = [columns.map(\.header)] }
  }

  /// Appends a row.
  ///
  /// - Parameter cells: One text per column; `nil`, for a value that does not exist, prints `-`.
  package mutating func append(_ cells: [String?]) {
    rows.append(zip(columns, cells).map { column, cell in cell.map { $0 + column.unit } ?? "-" })
  }

  /// The header, unless it is empty, and the rows, without blanks at their ends.
  package var lines: [String] {
    let widths = columns.indices.map { index in
      rows.map { $0[index].columns }.reduce(columns[index].least, max)
    }
    return rows.map { row in
      var line = indent
      for (index, column) in columns.enumerated() {
        line += "".left(index > 0 ? column.gap : 0)
        line += column.isRight ? row[index].right(widths[index]) : row[index].left(widths[index])
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  /// The lines, each with a line feed at its end.
  package var text: String { lines.map { $0 + "\n" }.joined() }
}

/// A note name in letters of up to 7 × 5 dots, readable from across a room.
package struct BlockLetters {
  /// The size of a dot.
  package enum Scale: Hashable, Sendable {
    /// Two dots above each other share a cell: 3 rows.
    case halfBlocks
    /// Every dot fills `width` × `height` cells.
    case cells(width: Int, height: Int)

    /// The rows of cells of a name.
    package var rows: Int {
      switch self {
      case .halfBlocks: 3
      case .cells(_, let height): 5 * height
      }
    }
  }

  private let rows: [[Bool]]
  private let scale: Scale

  /// Lays out a name; there are letters for all notations.
  ///
  /// - Returns: `nil` if a letter is missing: a part of a name would be the name of another note.
  package init?(_ text: String, scale: Scale) {
    let glyphs = text.compactMap { Self.glyphs[$0] }
    guard !glyphs.isEmpty, glyphs.count == text.count else { return nil }
    rows = (0..<5).map { row in
      Array(glyphs.map { $0[row].map { $0 == "#" } }.joined(separator: [false]))
    }
    self.scale = scale
  }

  /// The cells of a drawn name.
  package var size: TerminalSize {
    switch scale {
    case .halfBlocks: TerminalSize(columns: rows[0].count, rows: scale.rows)
    case .cells(let width, _):
      TerminalSize(columns: rows[0].count * width, rows: scale.rows)
    }
  }

  /// One string per row of cells, all of the same width.
  func lines(dot: Character) -> [String] {
    switch scale {
    case .halfBlocks:
      return stride(from: 0, to: 5, by: 2).map { row in
        let lower = row + 1 < 5 ? rows[row + 1] : Array(repeating: false, count: rows[row].count)
        return String(zip(rows[row], lower).map(Self.halfBlock))
      }
    case .cells(let width, let height):
      return rows.flatMap { row in
        let line = row.map { String(repeating: $0 ? dot : " ", count: width) }.joined()
        return Array(repeating: line, count: height)
      }
    }
  }

  private static func halfBlock(upper: Bool, lower: Bool) -> Character {
    switch (upper, lower) {
    case (true, true): "█"
    case (true, false): "▀"
    case (false, true): "▄"
    case (false, false): " "
    }
  }

  private static let glyphs: [Character: [String]] = [
    "A": [" ### ", "#   #", "#####", "#   #", "#   #"],
    "B": ["#### ", "#   #", "#### ", "#   #", "#### "],
    "C": [" ####", "#    ", "#    ", "#    ", " ####"],
    "D": ["#### ", "#   #", "#   #", "#   #", "#### "],
    "E": ["#####", "#    ", "#### ", "#    ", "#####"],
    "F": ["#####", "#    ", "#### ", "#    ", "#    "],
    "G": [" ####", "#    ", "#  ##", "#   #", " ####"],
    "H": ["#   #", "#   #", "#####", "#   #", "#   #"],
    "K": ["#   #", "#  # ", "###  ", "#  # ", "#   #"],
    "L": ["#   ", "#   ", "#   ", "#   ", "####"],
    "M": ["#   #", "## ##", "# # #", "#   #", "#   #"],
    "N": ["#   #", "##  #", "# # #", "#  ##", "#   #"],
    "P": ["#### ", "#   #", "#### ", "#    ", "#    "],
    "R": ["#### ", "#   #", "#### ", "#  # ", "#   #"],
    "S": [" ####", "#    ", " ### ", "    #", "#### "],
    "T": ["#####", "  #  ", "  #  ", "  #  ", "  #  "],
    "V": ["#   #", "#   #", "#   #", " # # ", "  #  "],
    "Z": ["#####", "   # ", "  #  ", " #   ", "#####"],
    "Đ": [" ### ", " #  #", "### #", " #  #", " ### "],
    "a": ["     ", " ### ", "#  # ", "#  # ", " ## #"],
    "b": ["#   ", "#   ", "### ", "#  #", "### "],
    "c": ["   ", " ##", "#  ", "#  ", " ##"],
    "d": ["   #", "   #", " ###", "#  #", " ###"],
    "e": ["    ", " ## ", "####", "#   ", " ###"],
    "f": [" ##", "#  ", "###", "#  ", "#  "],
    "g": [" ###", "#  #", " ###", "   #", " ## "],
    "h": ["#   ", "#   ", "### ", "#  #", "#  #"],
    "i": ["#", " ", "#", "#", "#"],
    "l": ["# ", "# ", "# ", "# ", "##"],
    "m": ["     ", "#### ", "# # #", "# # #", "# # #"],
    "n": ["    ", "### ", "#  #", "#  #", "#  #"],
    "o": ["    ", " ## ", "#  #", "#  #", " ## "],
    "r": ["   ", "# #", "## ", "#  ", "#  "],
    "s": ["    ", " ###", "##  ", "  ##", "### "],
    "t": [" # ", "###", " # ", " # ", " ##"],
    "u": ["    ", "#  #", "#  #", "#  #", " ###"],
    "v": ["   ", "   ", "# #", "# #", " # "],
    "x": ["   ", "# #", " # ", "# #", "   "],
    "é": ["  ##", "    ", " ## ", "####", " ###"],
    "ê": [" ## ", "    ", " ## ", "####", " ###"],
    "ô": [" ## ", "    ", " ## ", "#  #", " ## "],
    "♯": [" # # ", "#####", " # # ", "#####", " # # "],
    "♭": ["#  ", "#  ", "## ", "# #", "## "],
    "𝄪": ["   ", "   ", "# #", " # ", "# #"],
    "𝄫": ["#  #  ", "#  #  ", "## ## ", "# ## #", "## ## "],
    "^": [" # ", "# #", "   ", "   ", "   "],
    "′": ["#", "#", " ", " ", " "],
    "'": ["#", "#", " ", " ", " "],
    ",": ["  ", "  ", "  ", " #", "# "],
    ".": [" ", " ", " ", " ", "#"],
    "-": ["   ", "   ", "###", "   ", "   "],
    "+": ["   ", " # ", "###", " # ", "   "],
    "#": [" # # ", "#####", " # # ", "#####", " # # "],
    "0": ["###", "# #", "# #", "# #", "###"],
    "1": [" # ", "## ", " # ", " # ", "###"],
    "2": ["###", "  #", "###", "#  ", "###"],
    "3": ["###", "  #", "###", "  #", "###"],
    "4": ["# #", "# #", "###", "  #", "  #"],
    "5": ["###", "#  ", "###", "  #", "###"],
    "6": ["###", "#  ", "###", "# #", "###"],
    "7": ["###", "  #", "  #", "  #", "  #"],
    "8": ["###", "# #", "###", "# #", "###"],
    "9": ["###", "# #", "###", "  #", "###"],
  ]
}

/// A name as large as there is room for: in block letters, or in plain text if one of its letters
/// is missing or it would be too wide. It is never cut: a part could be the name of another note.
package struct BigText {
  /// The drawn name, one string per row.
  package let lines: [String]
  /// The cells of the widest row.
  package let columns: Int

  /// - Parameters:
  ///   - text: The name to draw in block letters.
  ///   - plain: The same name in plain text.
  ///   - scales: The sizes to try, the best first.
  ///   - columns: The available width, in cells.
  ///   - dot: The character that fills a cell.
  package init(
    _ text: String, plain: String, scales: [BlockLetters.Scale], columns: Int = .max, dot: Character
  ) {
    let letters = scales.lazy.compactMap { BlockLetters(text, scale: $0) }
      .first { $0.size.columns <= columns }
    lines = letters?.lines(dot: dot) ?? [plain]
    self.columns = letters?.size.columns ?? plain.columns
  }
}

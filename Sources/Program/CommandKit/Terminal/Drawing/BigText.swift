/// A name as large as there is room for: in block letters, or in plain text where one of its letters is
/// missing or it would be too wide. Never a part of it: that could be the name of another note.
package struct BigText {
  /// What to draw, one string per row.
  package let lines: [String]
  /// The cells of the widest row.
  package let columns: Int

  /// - Parameters:
  ///   - text: What is drawn in block letters.
  ///   - plain: The same as the terminal can write it.
  ///   - scales: The sizes to try, the best first.
  ///   - columns: The room there is.
  ///   - dot: What the letters are made of.
  package init(
    _ text: String, plain: String, scales: [BlockLetters.Scale], columns: Int = .max, dot: Character
  ) {
    let letters = scales.lazy.compactMap { BlockLetters(text, scale: $0) }
      .first { $0.size.columns <= columns }
    lines = letters?.lines(dot: dot) ?? [plain]
    self.columns = letters?.size.columns ?? plain.columns
  }
}

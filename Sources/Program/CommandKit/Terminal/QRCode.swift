import CQRencode

/// A QR code (ISO/IEC 18004) as text.
package struct QRCode {
  /// The number of modules per side, without the quiet zone.
  let width: Int
  private let modules: [Bool]  // row by row; true is dark

  /// Encodes a text in the smallest code that restores 7 % of it; `nil` if it is too long.
  package init?(_ text: String) {
    guard let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_L) else { return nil }
    defer { QRcode_free(code) }
    let width = Int(code.pointee.width)
    self.width = width
    modules = (0..<width * width).map { code.pointee.data[$0] & 1 == 1 }
  }

  /// Returns true if the module in a column and row is dark; those around the code are light.
  func isDark(column: Int, row: Int) -> Bool {
    (0..<width).contains(column) && (0..<width).contains(row) && modules[row * width + column]
  }

  /// The width of the light border, in modules: the standard asks for four, which readers do not
  /// need, and a terminal has few rows.
  static let quietZone = 2

  /// Returns the code in half blocks: two modules per character, drawn light on dark.
  ///
  /// - Parameter hasColor: True to choose white for light and black for dark by escape sequences.
  ///   Without them a terminal with dark writing on a light ground shows the code inverted, which
  ///   some readers refuse.
  /// - Returns: The lines from top to bottom, all of one width.
  package func lines(hasColor: Bool) -> [String] {
    let range = -Self.quietZone..<width + Self.quietZone
    return stride(from: range.lowerBound, to: range.upperBound, by: 2).map { row in
      let line = range.map { column in
        switch (isDark(column: column, row: row), isDark(column: column, row: row + 1)) {
        case (false, false): "█"
        case (false, true): "▀"
        case (true, false): "▄"
        case (true, true): " "
        }
      }.joined()
      return hasColor ? "\u{1B}[97;40m\(line)\u{1B}[0m" : line
    }
  }
}

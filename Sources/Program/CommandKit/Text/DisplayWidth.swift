extension Character {
  /// The cells that a terminal gives to the character: 0 for controls and marks, 2 for wide East
  /// Asian characters and emoji, 1 else.
  ///
  /// Device names come from outside; a wrong width would push the rest of the line away.
  package var columns: Int {
    guard let scalar = unicodeScalars.first else { return 0 }
    switch scalar.value {
    case 0x20..<0x7F: return 1
    case ..<0x20, 0x7F..<0xA0, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF: return 0
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      return 2
    default:
      let properties = scalar.properties
      return properties.generalCategory == .nonspacingMark || properties.isBidiControl ? 0 : 1
    }
  }
}

extension String {
  /// The cells that a terminal gives to the text.
  package var columns: Int { reduce(0) { $0 + $1.columns } }

  /// The text cut to a number of cells, with an ellipsis if something was cut.
  package func fitted(to columns: Int, ellipsis: Character = "…") -> String {
    guard self.columns > columns else { return self }
    var text = ""
    var used = ellipsis.columns
    for character in self {
      used += character.columns
      guard used <= columns else { break }
      text.append(character)
    }
    return columns > 0 ? text + String(ellipsis) : ""
  }

  /// Filled with blanks on the right.
  package func left(_ width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - columns))
  }

  /// Filled with blanks on the left.
  package func right(_ width: Int) -> String {
    String(repeating: " ", count: max(0, width - columns)) + self
  }

  /// The text with every control character made visible as `?`, so that a device or file name
  /// cannot move the cursor.
  package var printable: String {
    String(map { $0.columns == 0 ? "?" : $0 })
  }
}

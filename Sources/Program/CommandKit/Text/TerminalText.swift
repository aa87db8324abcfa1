internal import FileWriting

/// Text from outside, made safe for a terminal.
package enum TerminalText {
  /// Returns the text with the code of every character that would control a terminal or hide text:
  /// `\u{1b}` for escape, and `\xff` for a byte of a file name that is not text. Line ends and tabs
  /// stay.
  package static func escaped(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: drives) else { return text }
    var shown = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if drives(scalar) {
        shown += code(of: scalar).unicodeScalars
      } else {
        shown.append(scalar)
      }
    }
    return String(shown)
  }

  /// Returns such text on one line: line ends and tabs are shown by their codes, too.
  package static func onOneLine(_ text: String) -> String {
    let line = text.unicodeScalars.map { scalar in
      scalar == "\n" || scalar == "\t" ? code(of: scalar) : String(scalar)
    }
    return escaped(line.joined())
  }

  /// Returns a message without what could drive a terminal, where the values of arguments that it
  /// repeats are on one line.
  ///
  /// - Parameters:
  ///   - message: A message of several lines, such as that of the argument parser.
  ///   - arguments: The arguments of the program.
  /// - Returns: The message, whose own line ends stay.
  package static func escaped(_ message: String, quoting arguments: [String]) -> String {
    var message = message
    for argument in arguments {
      let value = argument.split(separator: "=", maxSplits: 1).last.map(String.init) ?? ""
      for text in [argument, argument.hasPrefix("-") ? value : ""] where text.contains("\n") {
        message = message.split(separator: text, omittingEmptySubsequences: false)
          .joined(separator: onOneLine(text))
      }
    }
    return escaped(message)
  }

  /// Returns the code of a character, or the byte that it stands for.
  static func code(of scalar: Unicode.Scalar) -> String {
    guard let byte = FileName.byte(of: scalar) else {
      return "\\u{\(String(scalar.value, radix: 16))}"
    }
    return code(of: byte)
  }

  private static func code(of byte: UInt8) -> String {
    "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }

  /// Returns bytes as such text; those that are not UTF-8 show as `\x9b`.
  package static func escaped(_ bytes: [UInt8]) -> String {
    var (text, rest) = ("", bytes[...])
    while !rest.isEmpty {
      let count = lengthOfText(rest)
      text += escaped(String(decoding: rest.prefix(count), as: UTF8.self))
      rest = rest.dropFirst(count)
      if let byte = rest.popFirst() {
        text += code(of: byte)
      }
    }
    return text
  }

  /// Returns true for control characters, line ends that only some programs know, marks that change
  /// the direction of text or are invisible, and bytes of file names that are not text.
  static func drives(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x7F { return scalar.value < 0x20 && scalar != "\n" && scalar != "\t" }
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: return true
    // Persian and Indian words, and emoji, need joiners.
    case .format: return scalar.value != 0x200C && scalar.value != 0x200D
    case .privateUse, .unassigned: return FileName.byte(of: scalar) != nil
    default: return false
    }
  }

  /// The number of bytes at the start that are valid UTF-8.
  private static func lengthOfText(_ bytes: ArraySlice<UInt8>) -> Int {
    if String(validating: bytes, as: UTF8.self) != nil { return bytes.count }
    var (decoder, iterator, count) = (UTF8(), bytes.makeIterator(), 0)
    while case .scalarValue(let scalar) = decoder.decode(&iterator) {
      count += UTF8.width(scalar)
    }
    return count
  }
}

extension Character {
  /// The cells that a terminal gives to the character: 0 for controls and marks, 2 for wide East
  /// Asian characters and emoji, 1 otherwise.
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

  /// Returns the text cut to a number of cells, with an ellipsis if something was cut.
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

  /// Returns the text padded with blanks on the right.
  package func left(_ width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - columns))
  }

  /// Returns the text padded with blanks on the left.
  package func right(_ width: Int) -> String {
    String(repeating: " ", count: max(0, width - columns)) + self
  }

  /// The text on one line, with every control character made visible as `?`, so that a device or
  /// file name cannot move the cursor or the columns of a table. Bytes of file names that are not
  /// text show as `\xff`.
  package var printable: String {
    var shown = ""
    for character in self {
      if character.columns == 0 || character.unicodeScalars.contains(where: TerminalText.drives) {
        let first = character.unicodeScalars.first
        let isByte = first.flatMap(FileName.byte) != nil
        shown += isByte ? TerminalText.escaped(String(character)) : "?"
      } else {
        shown.append(character)
      }
    }
    return shown
  }
}

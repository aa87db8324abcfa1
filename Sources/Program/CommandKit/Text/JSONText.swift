extension String {
  /// The text as a JSON string (RFC 8259, section 7).
  package var jsonQuoted: String {
    var text = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      // Also what JSON would allow: the line may be shown on a terminal.
      case _ where scalar == "\n" || scalar == "\t" || TerminalText.drives(scalar):
        let code = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - code.count) + code
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}

/// What stands on the screen, so that only changed lines are sent.
struct TerminalScreen {
  private var shown: [String] = []

  /// To the alternate screen, without cursor and line wrap.
  static let enter = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[2J"
  /// Back to the screen as it was.
  static let leave = "\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  /// Forgets what is shown: the next update clears the screen and draws everything.
  mutating func invalidate() {
    shown = []
  }

  /// Returns the bytes that turn the shown frame into `lines`, or nothing if they are equal.
  ///
  /// All of them are one synchronized update, which terminals show at once or, if they do not know
  /// it, ignore; written in one piece, nothing flickers either way.
  mutating func update(to lines: [String]) -> String {
    guard lines != shown else { return "" }
    var output = "\u{1B}[?2026h"
    if lines.count != shown.count { output += "\u{1B}[0m\u{1B}[2J" }
    for (row, line) in lines.enumerated() {
      let isShown = lines.count == shown.count && shown[row] == line
      // Wiped before: behind a line as wide as the terminal, its last character would be.
      if !isShown { output += "\u{1B}[\(row + 1);1H\u{1B}[K\(line)" }
    }
    shown = lines
    return output + "\u{1B}[?2026l"
  }
}

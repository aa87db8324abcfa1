/// The abilities of the terminal that views draw on.
package struct Capabilities: Hashable, Sendable {
  /// Colours and weights by escape sequences.
  package var hasColor: Bool
  /// Characters beyond ASCII.
  package var hasUnicode: Bool
  /// Cursor movement and an alternate screen: false for pipes, files and `TERM=dumb`.
  package var canMoveCursor: Bool

  /// Everything a modern terminal has.
  static let full = Capabilities(hasColor: true, hasUnicode: true, canMoveCursor: true)
  /// Plain text only.
  package static let none = Capabilities(hasColor: false, hasUnicode: false, canMoveCursor: false)

  package init(hasColor: Bool, hasUnicode: Bool, canMoveCursor: Bool) {
    self.hasColor = hasColor
    self.hasUnicode = hasUnicode
    self.canMoveCursor = canMoveCursor
  }

  /// Reads the conventions of the environment.
  ///
  /// - Parameters:
  ///   - environment: `TERM`, `NO_COLOR` (no-color.org: set and not empty) and the locale in
  ///     `LC_ALL`, `LC_CTYPE` or `LANG`, the first that is set and not empty.
  ///   - isTerminal: True if the output is a terminal.
  package init(environment: [String: String], isTerminal: Bool) {
    let term = environment["TERM"] ?? ""
    let isCapable = isTerminal && !term.isEmpty && term != "dumb"
    let forbidsColor = !(environment["NO_COLOR"] ?? "").isEmpty
    let locale =
      ["LC_ALL", "LC_CTYPE", "LANG"].lazy
      .compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    let codeset = locale.uppercased()
    self.init(
      hasColor: isCapable && !forbidsColor,
      hasUnicode: codeset.contains("UTF-8") || codeset.contains("UTF8"),
      canMoveCursor: isCapable)
  }
}

/// The characters of the view: two complete sets, so that nothing is lost without Unicode.
package struct Symbols: Sendable {
  package var dot: Character
  package var sharp: String
  package var flat: String
  package var check: String
  package var tuneUp: String
  package var tuneDown: String
  package var minus: String
  var separator: String
  package var ellipsis: Character
  package var scaleLine: Character
  package var scaleTick: Character
  package var scaleCenter: Character
  package var zone: Character
  package var needleAbove: Character
  package var needleBelow: Character
  package var beyondLeft: Character
  package var beyondRight: Character
  package var meterFull: Character
  package var meterEmpty: Character
  package var meterGate: Character
  package var meterNoise: Character
  package var arrowKeys: String
  var fineKeys: String
  package var waiting: String

  package static let unicode = Symbols(
    dot: "█", sharp: "♯", flat: "♭", check: "✓", tuneUp: "▸", tuneDown: "◂", minus: "−",
    separator: "·", ellipsis: "…", scaleLine: "─", scaleTick: "┼", scaleCenter: "╋", zone: "━",
    needleAbove: "▼", needleBelow: "▲", beyondLeft: "◀", beyondRight: "▶", meterFull: "█",
    meterEmpty: "·", meterGate: "┃", meterNoise: "┊", arrowKeys: "←/→", fineKeys: "±1  ↑/↓ ±0.1",
    waiting: " …")

  package static let ascii = Symbols(
    dot: "#", sharp: "#", flat: "b", check: "OK", tuneUp: ">", tuneDown: "<", minus: "-",
    separator: "|", ellipsis: ".", scaleLine: "-", scaleTick: "+", scaleCenter: "|", zone: "=",
    needleAbove: "v", needleBelow: "^", beyondLeft: "<", beyondRight: ">", meterFull: "#",
    meterEmpty: ".", meterGate: "|", meterNoise: ":", arrowKeys: "</>",
    fineKeys: "+-1  up/down +-0.1",
    waiting: " ...")
}

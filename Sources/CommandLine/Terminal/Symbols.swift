/// The characters of the view: two complete sets, so that nothing is lost without Unicode.
struct Symbols: Sendable {
  var dot: Character
  var sharp: String
  var flat: String
  var check: String
  var tuneUp: String
  var tuneDown: String
  var minus: String
  var separator: String
  var ellipsis: Character
  var scaleLine: Character
  var scaleTick: Character
  var scaleCenter: Character
  var zone: Character
  var needleAbove: Character
  var needleBelow: Character
  var beyondLeft: Character
  var beyondRight: Character
  var meterFull: Character
  var meterEmpty: Character
  var meterGate: Character
  var arrowKeys: String
  var fineKeys: String
  var waiting: String

  static let unicode = Symbols(
    dot: "█", sharp: "♯", flat: "♭", check: "✓", tuneUp: "▸", tuneDown: "◂", minus: "−",
    separator: "·", ellipsis: "…", scaleLine: "─", scaleTick: "┼", scaleCenter: "╋", zone: "━",
    needleAbove: "▼", needleBelow: "▲", beyondLeft: "◀", beyondRight: "▶", meterFull: "█",
    meterEmpty: "·", meterGate: "┃", arrowKeys: "←/→", fineKeys: "±1  ↑/↓ ±0.1", waiting: " …")

  static let ascii = Symbols(
    dot: "#", sharp: "#", flat: "b", check: "OK", tuneUp: ">", tuneDown: "<", minus: "-",
    separator: "|", ellipsis: ".", scaleLine: "-", scaleTick: "+", scaleCenter: "|", zone: "=",
    needleAbove: "v", needleBelow: "^", beyondLeft: "<", beyondRight: ">", meterFull: "#",
    meterEmpty: ".", meterGate: "|", arrowKeys: "</>", fineKeys: "+-1  up/down +-0.1",
    waiting: " ...")
}

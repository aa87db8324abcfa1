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

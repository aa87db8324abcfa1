import CommandKit
import Connections

extension TunerView {
  /// Draws the list that the user chooses from, over everything but the header.
  func drawPicker(_ picker: SetupPicker, on canvas: inout Canvas) {
    canvas.clear(1..<size.rows)
    let query = picker.query.isEmpty ? "type to search" : picker.query.printable
    canvas.draw("\(picker.subject.title): ", row: 1, column: 2, style: .strong)
    canvas.draw(
      query, row: 1, column: 4 + picker.subject.title.columns,
      style: picker.query.isEmpty ? .faint : .plain)
    let found = picker.found
    let rows = 3..<max(3, size.rows - 2)
    if found.isEmpty {
      canvas.draw("nothing contains all these words", row: 3, column: 4, style: .faint)
    }
    let first = max(0, min(picker.cursor - rows.count / 2, found.count - rows.count))
    for (row, index) in zip(rows, first..<max(first, found.count)) {
      let isChosen = index == picker.cursor
      let mark = isChosen ? (capabilities.hasUnicode ? "▸ " : "> ") : "  "
      let text = plain(mark + found[index].text.printable)
        .fitted(to: size.columns - 4, ellipsis: symbols.ellipsis)
      canvas.draw(text, row: row, column: 2, style: isChosen ? .good : .plain)
    }
    let arrows = capabilities.hasUnicode ? "↑/↓" : "up/down"
    canvas.draw(
      "Enter choose  \(arrows) move  Esc back", row: size.rows - 1, column: 1, style: .faint)
  }

  /// Draws all keys and their meanings.
  func drawHelp(on canvas: inout Canvas) {
    canvas.drawKeyHelp(Self.keys(hasUnicode: capabilities.hasUnicode))
  }

  private func plain(_ text: String) -> String {
    capabilities.hasUnicode ? text : display.plain(text)
  }

  private static func keys(hasUnicode: Bool) -> [(key: String, text: String)] {
    [
      ("v V", "view: " + TunerViewKind.allCases.map(\.rawValue).joined(separator: " ")),
      ("y", "playing view: a large calm note, and back"),
      ("i t", "instrument, tuning"),
      ("s S 1-9 a", "string down, up, by number; automatic"),
      ("m k", "temperament or scale, its root"),
      ("n x", "notation; transposing instrument, capo or strings tuned down"),
      (hasUnicode ? "♯ ♭ or # b" : "# b", "spelling"),
      (hasUnicode ? "← → ↑ ↓" : "arrows", "A4 by 1 Hz and 0.1 Hz"),
      ("h", "set A4 from a note you hold for two seconds"),
      ("[ ]", "tolerance: 1, 2, 3, 5, 10 cents"),
      ("r", "reference tone"),
      ("p", "pause"),
      ("q Esc", "quit and save what you chose with keys"),
    ]
  }
}

import CommandKit
import InstrumentTuning

extension TunerView {
  /// Instrument, tuning and how the string is chosen; `nil` for the chromatic tuner.
  var targetTitle: String? {
    switch state.mode {
    case .chromatic, .scale: nil
    case .strings: "\(state.setup.tuningTitle ?? ""), auto"
    case .string(let number, _): "\(state.setup.tuningTitle ?? ""), string \(number)"
    case .note(let pitch): "only \(display.written(pitch.note))"
    }
  }

  /// The strings in the order of the tuning; none without one.
  var stringItems: [TuningString] { state.mode.tuning?.strings ?? [] }

  /// One line: ` 6 E2   5 A2  [4 D3]  3 G3 …`. The string that is tuned stands in brackets, with a
  /// check once it is in tune, so that it needs no colour.
  func drawStrings(on canvas: inout Canvas, _ layout: TunerLayout) {
    guard let row = layout.stringRow else { return }
    let items = stringItems
    let current = currentString(among: items)
    let texts = items.indices.map { text(of: items[$0], isCurrent: $0 == current) }
    let range = Self.visibleRange(of: texts.map(\.columns), around: current, in: size.columns - 4)
    let width = texts[range].reduce(0) { $0 + $1.columns }
    var column = max(2, (size.columns - width) / 2)
    let ellipsis = String(symbols.ellipsis)
    if range.lowerBound > 0 { canvas.draw(ellipsis, row: row, column: column - 1) }
    for index in range {
      let style: TextStyle = index == current ? (state.isInTune ? .good : .strong) : .faint
      canvas.draw(texts[index], row: row, column: column, style: style)
      column += texts[index].columns
    }
    if range.upperBound < items.count { canvas.draw(ellipsis, row: row, column: column) }
  }

  /// The string that is tuned, or the one that is locked while nothing sounds.
  private func currentString(among items: [TuningString]) -> Int? {
    if let target = state.target {
      return items.firstIndex { $0.number == target.string && $0.pitch == target.pitch }
    }
    return state.mode.lockedString.flatMap { number in items.firstIndex { $0.number == number } }
  }

  private func text(of string: TuningString, isCurrent: Bool) -> String {
    let text = "\(string.number) \(display.written(string.pitch.note))"
    guard isCurrent else { return " \(text) " }
    return state.isInTune ? "[\(text) \(symbols.check)]" : "[\(text)]"
  }

  /// As many neighbours of the current string as fit.
  private static func visibleRange(
    of widths: [Int], around current: Int?, in columns: Int
  ) -> Range<Int> {
    guard !widths.isEmpty else { return 0..<0 }
    let middle = current ?? 0
    var range = middle..<middle + 1
    var used = widths[middle]
    while true {
      let start = range
      if range.upperBound < widths.count, used + widths[range.upperBound] <= columns {
        used += widths[range.upperBound]
        range = range.lowerBound..<range.upperBound + 1
      }
      if range.lowerBound > 0, used + widths[range.lowerBound - 1] <= columns {
        used += widths[range.lowerBound - 1]
        range = range.lowerBound - 1..<range.upperBound
      }
      if range == start { return range }
    }
  }
}

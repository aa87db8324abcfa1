import CommandKit
import InstrumentTuning
import PolyphonicTuning

/// Draws all strings, each with its scale, its cents and a word; a single one in large letters.
struct StrumView {
  let setup: StrumSetup
  let state: StrumState
  let size: TerminalSize
  let capabilities: Capabilities

  private var symbols: Symbols { capabilities.hasUnicode ? .unicode : .ascii }

  /// Draws one string per row, with a blank row between them where there is room.
  func draw(on canvas: inout Canvas, _ rows: Range<Int>) {
    let count = state.rows.count
    let spacing = rows.count > 2 * count ? 2 : 1
    let top = rows.lowerBound + (rows.count > spacing * count ? 1 : 0)
    for index in state.rows.indices where top + index * spacing < rows.upperBound {
      draw(state.rows[index], on: &canvas, row: top + index * spacing)
    }
    let below = top + count * spacing + 1
    if case .string(let index) = state.view {
      drawFine(state.rows[index], on: &canvas, below..<max(below, rows.upperBound))
    } else if state.strumCount == 0, below < rows.upperBound {
      canvas.drawCentered("Strum all open strings, or pick one.", row: below, style: .faint)
    }
  }

  /// Number and note on the left, then the scale, then cents, the word and the beat of a course:
  /// ` 6 E2  ──▲──┃─────  −12.3 flat ~1.25 Hz`.
  private func draw(_ row: StrumState.Row, on canvas: inout Canvas, row line: Int) {
    let name =
      "\(row.string.number)".right(2) + " "
      + setup.name(row.string, hasUnicode: capabilities.hasUnicode)
    let style = style(of: row)
    canvas.draw(name, row: line, column: 1, style: row.cents == nil ? .faint : style)
    let scale = RowScale(columns: size.columns)
    scale.draw(row.cents, on: &canvas, row: line, style: style, capabilities)
    let column = scale.start + max(0, scale.columns) + 1
    guard let cents = row.cents else {
      canvas.draw("-".right(6), row: line, column: column, style: .faint)
      return
    }
    let number = cents.signed(decimals: 1).right(6)
    let arrow =
      row.beat.isMerged
      ? "two, not separated yet" : row.verdict(setup.tolerance).text(capabilities)
    let glide = row.isGliding ? " \(symbols.ellipsis)" : ""
    let beat = row.beatText.map { " ~\($0)" } ?? ""
    canvas.draw("\(number) \(arrow)\(glide)\(beat)", row: line, column: column, style: style)
  }

  /// The only string that sounds, large, with hundredths of a cent.
  private func drawFine(_ row: StrumState.Row, on canvas: inout Canvas, _ rows: Range<Int>) {
    guard let cents = row.cents else { return }
    let name = setup.name(row.string, hasUnicode: true)
    let big = BigText(
      name, plain: setup.name(row.string, hasUnicode: capabilities.hasUnicode),
      scales: [.cells(width: 2, height: 1), .halfBlocks],
      columns: size.columns - 2, dot: symbols.dot)
    var line = rows.lowerBound
    if line + big.lines.count + 1 < rows.upperBound {
      for text in big.lines {
        canvas.draw(
          text, row: line, column: (size.columns - big.columns) / 2, style: style(of: row))
        line += 1
      }
      line += 1
    }
    guard line < rows.upperBound else { return }
    let text =
      "\(cents.signed(decimals: 2)) cents   \(row.frequency.formatted(decimals: 3)) Hz   "
      + (row.beat.isMerged ? StrumState.Row.mergedText : row.verdict(setup.tolerance).word)
      + (row.beatText.map { "   beat \($0)" } ?? "")
    canvas.drawCentered(text, row: line, style: style(of: row))
  }

  private func style(of row: StrumState.Row) -> TextStyle {
    guard row.cents != nil else { return .faint }
    if row.beat.isMerged { return .plain }
    return row.verdict(setup.tolerance).style
  }
}

extension NoteDeviation.State {
  /// The word with its sign, such as `▸ flat`.
  func text(_ capabilities: Capabilities) -> String {
    let symbols: Symbols = capabilities.hasUnicode ? .unicode : .ascii
    let sign =
      switch self {
      case .flat: symbols.tuneUp
      case .inTune: symbols.check
      case .sharp: symbols.tuneDown
      }
    return sign + " " + word
  }

  /// The colour of the word.
  var style: TextStyle {
    switch self {
    case .flat: .low
    case .inTune: .good
    case .sharp: .high
    }
  }
}

/// The scale of one string: ±50 cents, between its name and its number.
struct RowScale: Hashable {
  static let limit = 50.0
  let start = 9
  /// An odd number, so that 0 has a column of its own.
  let columns: Int

  init(columns available: Int) {
    let room = available - start - 29
    columns = room < 5 ? 0 : room - (room + 1) % 2
  }

  func column(of cents: Double) -> Int {
    let position = (min(max(cents, -Self.limit), Self.limit) / Self.limit + 1) / 2
    return Int((position * Double(columns - 1)).rounded())
  }

  /// Draws the scale, with a mark at the cents, if there is room for it.
  func draw(
    _ cents: Double?, on canvas: inout Canvas, row: Int, style: TextStyle,
    _ capabilities: Capabilities
  ) {
    guard columns >= 5 else { return }
    let symbols: Symbols = capabilities.hasUnicode ? .unicode : .ascii
    let track = String(repeating: symbols.scaleLine, count: columns)
    canvas.draw(track, row: row, column: start, style: .faint)
    canvas.draw(
      String(symbols.scaleCenter), row: row, column: start + columns / 2, style: .faintGood)
    guard let cents else { return }
    canvas.draw(String(symbols.dot), row: row, column: start + column(of: cents), style: style)
  }
}

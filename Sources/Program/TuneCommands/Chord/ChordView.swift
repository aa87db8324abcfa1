import ChordEstimation
import CommandKit
import InstrumentTuning
import MusicTheory

/// Draws the chord that sounds: its name in large letters, a row for each note, and the beats.
struct ChordView {
  let setup: ChordSetup
  let chord: HeardChord
  let size: TerminalSize
  let capabilities: Capabilities

  private var text: ChordText {
    ChordText(chord: chord, setup: setup, hasUnicode: capabilities.hasUnicode)
  }

  /// Draws the name above the notes, the lowest first, and the beats below; what has no room is left
  /// out from the end.
  func draw(on canvas: inout Canvas, _ rows: Range<Int>) {
    guard !chord.notes.isEmpty else {
      return canvas.drawCentered(
        "Play or sing several notes at once.", row: rows.lowerBound + rows.count / 2, style: .faint)
    }
    var line = rows.lowerBound
    let needed = chord.notes.count + min(chord.beats.count, 3) + 3
    for name in title(rows: rows.count - needed) where line < rows.upperBound {
      canvas.drawCentered(name, row: line, style: .strong)
      line += 1
    }
    line += rows.count > needed ? 1 : 0
    for index in chord.notes.indices where line < rows.upperBound {
      draw(index, on: &canvas, row: line)
      line += 1
    }
    line += rows.count > needed + 1 ? 1 : 0
    for beat in chord.beats where line < rows.upperBound {
      canvas.draw(
        "~ " + text.text(beat), row: line, column: 1, style: beat.isLocked ? .good : .plain)
      line += 1
    }
  }

  private func title(rows: Int) -> [String] {
    let scales: [BlockLetters.Scale] =
      capabilities.hasUnicode
      ? [.cells(width: 2, height: 1), .halfBlocks] : [.cells(width: 1, height: 1)]
    let full = ChordText(chord: chord, setup: setup, hasUnicode: true)
    let big = BigText(
      full.title, plain: text.title, scales: scales.filter { $0.rows <= rows },
      columns: size.columns - 2, dot: capabilities.hasUnicode ? "█" : "#")
    return big.lines
  }

  /// Note, scale, cents and word, and the pure interval if there is room.
  private func draw(_ index: Int, on canvas: inout Canvas, row: Int) {
    let heard = chord.notes[index]
    let style = style(of: index)
    canvas.draw(text.note(index), row: row, column: 1, style: style)
    let scale = RowScale(columns: size.columns - 10)  // the interval needs more room than a beat
    scale.draw(heard.cents, on: &canvas, row: row, style: style, capabilities)
    let column = scale.start + max(0, scale.columns) + 1
    let words =
      "\(heard.cents.signed(decimals: 1).right(6)) \(text.verdict(index).text(capabilities))"
    canvas.draw(words, row: row, column: column, style: style)
    guard let purity = text.purity(index) else { return }
    let place = column + max(18, words.columns + 2)
    if place + purity.columns < size.columns {
      canvas.draw(purity, row: row, column: place, style: .faint)
    }
  }

  private func style(of index: Int) -> TextStyle {
    guard chord.notes[index].isSounding else { return .faint }
    return text.verdict(index).style
  }
}

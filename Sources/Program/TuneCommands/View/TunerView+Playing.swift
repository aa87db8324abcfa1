import CommandKit
import InstrumentTuning

extension TunerView {
  /// For players: the note in the middle, as large as it can be and readable from some metres, how far
  /// it is off below it, and the last ten seconds. The colour tells the side, and so do the words.
  func drawPlaying(on canvas: inout Canvas, _ rows: Range<Int>) {
    let historyRows = rows.count >= 14 ? max(5, rows.count / 5) : rows.count >= 8 ? 3 : 0
    let noteRows = rows.lowerBound..<rows.upperBound - historyRows
    guard let shown = state.playing else {
      return canvas.drawCentered(
        statusWithoutNote, row: (noteRows.lowerBound + noteRows.upperBound) / 2, style: .faint)
    }
    let style = playingStyle(of: shown)
    let text = largeName(of: shown, rows: noteRows.count - 2)
    let top = noteRows.lowerBound + max(0, noteRows.count - text.lines.count - 2) / 2
    for (index, line) in text.lines.enumerated() {
      canvas.draw(
        line, row: top + index, column: (size.columns - text.columns) / 2, style: style)
    }
    let words = min(noteRows.upperBound - 1, top + text.lines.count + 1)
    canvas.drawCentered(playingWords(of: shown), row: words, style: style)
    if historyRows > 0 {
      drawHistory(
        state.playingHistory, on: &canvas, rows.upperBound - historyRows..<rows.upperBound)
    }
  }

  /// In one size for all names up to that of a sharp, so that notes do not grow and shrink.
  private func largeName(of shown: PlayingNote.Display, rows: Int) -> BigText {
    let name = written(heard: shown, state.setup.noteDisplay(hasUnicode: true))
    let large = stride(from: 12, through: 1, by: -1).map {
      BlockLetters.Scale.cells(width: 2 * $0, height: $0)
    }
    let small: BlockLetters.Scale =
      capabilities.hasUnicode ? .halfBlocks : .cells(width: 1, height: 1)
    let scales = (large + [small]).filter { scale in
      guard let usual = BlockLetters("A♯4", scale: scale)?.size else { return false }
      return scale.rows <= rows && usual.columns <= size.columns - 2
    }
    return BigText(
      name, plain: written(heard: shown, display), scales: scales, columns: size.columns - 2,
      dot: symbols.dot)
  }

  private func written(heard shown: PlayingNote.Display, _ display: NoteDisplay) -> String {
    display.written(heard: shown.note)
  }

  /// Whole cents: tenths never stand still.
  private func playingWords(of shown: PlayingNote.Display) -> String {
    let amount = shown.cents.magnitude.formatted(decimals: 0)
    let words =
      switch shown.state {
      case .flat: "\(symbols.flat) \(amount) flat"
      case .inTune: "in tune \(symbols.check)"
      case .sharp: "\(symbols.sharp) \(amount) sharp"
      }
    return shown.isHeld ? words + " held" : words
  }

  private func playingStyle(of shown: PlayingNote.Display) -> TextStyle {
    let style: TextStyle =
      switch shown.state {
      case .flat: .low
      case .inTune: .good
      case .sharp: .high
      }
    return shown.isHeld ? style.faded : style
  }
}

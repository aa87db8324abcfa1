import CommandKit
import InstrumentTuning
import MusicTheory

#if canImport(Darwin)
  import Darwin  // sine and cosine
#else
  import Glibc
#endif

extension TunerView {
  /// Draws a dial that turns under a pointer fixed at the top: ``TunerDial`` with five upright
  /// neighbours around it and an arrow at the target; the note stands in the middle. Where there is
  /// room, five waves follow below.
  func drawKnob(on canvas: inout Canvas, _ rows: Range<Int>) {
    let waveRows = rows.count >= Dial.fewestRows + 2 * Self.waveRows ? Self.waveRows : 0
    let dialRows = rows.lowerBound..<rows.upperBound - waveRows
    guard let dial = Dial(columns: size.columns, rows: dialRows) else { return }
    let cents = state.deviation?.cents ?? 0
    let turn = -cents / 100 * Dial.semitone
    drawDashes(on: &canvas, dial, turn: turn)
    drawArrow(on: &canvas, dial, turn: turn)
    drawNeighbours(on: &canvas, dial, turn: turn)
    drawPointer(on: &canvas, dial)
    drawMiddle(on: &canvas, dial)
    if waveRows > 0 { drawWaves(on: &canvas, dialRows.upperBound..<rows.upperBound) }
  }

  private static let waveRows = 3

  private func drawDashes(on canvas: inout Canvas, _ dial: Dial, turn: Double) {
    var bitmap = BrailleBitmap(columns: size.columns, rows: dial.rows.count)
    let count = TunerDial.thinDashCount
    for dash in 0..<count {
      let angle = turn + Double(dash) * 2 * .pi / Double(count)
      let isThick = dash.isMultiple(of: count / TunerDial.thickDashCount)
      // Where dashes would touch, only every other thin one is drawn.
      guard isThick || dial.radius > 30 || dash.isMultiple(of: 2) else { continue }
      let length = dial.radius / (isThick ? 5 : 10)
      bitmap.line(
        from: dial.place(angle, dial.radius), to: dial.place(angle, dial.radius - length))
      guard isThick else { continue }
      bitmap.line(
        from: dial.place(angle + 0.7 / dial.radius, dial.radius),
        to: dial.place(angle + 0.7 / dial.radius, dial.radius - length))
    }
    let style: TextStyle = state.deviation == nil || state.isHeld ? .faint : .plain
    canvas.draw(bitmap, row: dial.rows.lowerBound, column: 0) { _, _ in style }
  }

  /// Draws a triangle inside the ring that points at the target; none while nothing sounds.
  private func drawArrow(on canvas: inout Canvas, _ dial: Dial, turn: Double) {
    guard state.deviation != nil else { return }
    var bitmap = BrailleBitmap(columns: size.columns, rows: dial.rows.count)
    let tip = dial.place(turn, 0.78 * dial.radius)
    for step in -4...4 {
      bitmap.line(from: dial.place(turn + Double(step) * 0.02, 0.68 * dial.radius), to: tip)
    }
    canvas.draw(bitmap, row: dial.rows.lowerBound, column: 0) { _, _ in .warning }
  }

  /// Draws five overlaid waves that follow pitch and level; the tallest stands out.
  private func drawWaves(on canvas: inout Canvas, _ rows: Range<Int>) {
    for trace in PitchWaves.amplifiers.indices.reversed() {
      var bitmap = BrailleBitmap(columns: size.columns - 2, rows: rows.count)
      var last: (x: Double, y: Double)?
      for x in 0..<bitmap.width {
        let position = Double(x) / Double(max(1, bitmap.width - 1))
        let height = state.scope.waves.value(ofTrace: trace, at: position)
        let here = (x: Double(x), y: (0.5 - 0.48 * height) * Double(bitmap.height))
        bitmap.line(from: last ?? here, to: here)
        last = here
      }
      canvas.draw(bitmap, row: rows.lowerBound, column: 1) { _, _ in
        trace == 0 && state.deviation != nil ? noteStyle : .faint
      }
    }
  }

  /// Draws the notes around the target; none while nothing sounds.
  private func drawNeighbours(on canvas: inout Canvas, _ dial: Dial, turn: Double) {
    guard let reading = state.deviation else { return }
    for offset in TunerDial.labelOffsets {
      let text = neighbour(offset, of: reading)
      let position = dial.place(turn + Double(offset) * Dial.semitone, dial.radius + 4)
      let row = dial.rows.lowerBound + Int((position.y / 4).rounded(.down))
      guard dial.rows.contains(row) else { continue }
      let column = position.x / 2
      // Outside the ring: to the right of it on the right, to the left on the left.
      let side = (position.x - dial.center.x) / (dial.radius + 4)
      let start = column - Double(text.columns) * (0.5 - 0.5 * side)
      let style: TextStyle = offset == 0 ? noteStyle : .plain
      canvas.draw(text, row: row, column: Int(start.rounded()), style: style)
    }
  }

  private func neighbour(_ offset: Int, of reading: NoteDeviation) -> String {
    if let degree = state.target?.degree {
      return state.setup.name(ofDegree: degree + offset, hasUnicode: capabilities.hasUnicode)
    }
    guard offset != 0 else { return written(reading.note, display) }
    let number = reading.note.midiNumber + offset
    return display.written(heard: Note(midiNumber: number, spelling: state.setup.spelling))
  }

  private func drawPointer(on canvas: inout Canvas, _ dial: Dial) {
    let column = Int(dial.center.x / 2)
    let top = dial.rows.lowerBound + Int((dial.center.y - dial.radius) / 4)
    let bar = capabilities.hasUnicode ? "┃" : "|"
    for row in top...top + max(1, Int(dial.radius / 20)) {
      canvas.draw(bar, row: row, column: column, style: state.deviation == nil ? .faint : .warning)
    }
  }

  private func drawMiddle(on canvas: inout Canvas, _ dial: Dial) {
    let scale: BlockLetters.Scale =
      dial.radius >= 34
      ? .cells(width: 2, height: 1)
      : capabilities.hasUnicode ? .halfBlocks : .cells(width: 1, height: 1)
    let letters = bigText(scale: scale, columns: Int(dial.radius) - 6)
    let row = dial.rows.lowerBound + Int(dial.center.y / 4) - letters.lines.count / 2 - 1
    let middle = Int(dial.center.x / 2)
    for (index, line) in letters.lines.enumerated() {
      canvas.draw(
        line, row: row + index, column: middle - letters.columns / 2, style: noteStyle)
    }
    let words = state.deviation.map { [verdict(of: $0), frequencyText($0)] } ?? [statusWithoutNote]
    for (index, word) in words.enumerated() {
      let text = word.fitted(to: Int(dial.radius) - 4, ellipsis: symbols.ellipsis)
      canvas.draw(
        text, row: row + letters.lines.count + 1 + index, column: middle - text.columns / 2,
        style: index == 0 ? noteStyle : .faint)
    }
  }
}

/// The position of the dial, in dots of a Braille bitmap.
private struct Dial {
  let rows: Range<Int>
  let center: (x: Double, y: Double)
  let radius: Double

  /// The angle of a semitone, in radians.
  static let semitone = TunerDial.degreesPerSemitone * .pi / 180
  /// The fewest rows that hold ring, labels and note.
  static let fewestRows = 9

  /// Returns `nil` if there is no room for a dial.
  init?(columns: Int, rows: Range<Int>) {
    guard rows.count >= Self.fewestRows, columns >= 40 else { return nil }
    self.rows = rows
    let height = 4 * Double(rows.count)
    // A row of labels above, and room for them at the sides.
    radius = min((height - 6) / 2, Double(columns) - 14)
    center = (x: Double(columns), y: height / 2 + 2)
  }

  /// Returns the dot at an angle, clockwise from the top.
  func place(_ angle: Double, _ distance: Double) -> (x: Double, y: Double) {
    (x: center.x + distance * sin(angle), y: center.y - distance * cos(angle))
  }
}

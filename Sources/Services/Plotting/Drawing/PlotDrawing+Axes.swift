internal import MusicTheory

extension PlotDrawing {
  private var grid: NoteGrid { NoteGrid(pitchAxis, height: layout.pitches.height) }

  /// Draws the lines at notes and times.
  func drawGrid(on canvas: inout some PlotCanvas) {
    let panel = layout.pitches
    for note in grid.lines {
      let y = point(time: 0, pitch: Double(note)).y
      let color = NoteGrid.startsOctave(note) ? Theme.octaveLine : Theme.noteLine
      canvas.stroke(
        from: Point(x: panel.x, y: y), to: Point(x: panel.right, y: y),
        LineStyle(width: 0.75, color: color))
    }
    for tick in timeAxis.ticks(width: panel.width).dropFirst() {
      let x = point(time: tick.time, pitch: 0).x
      for panel in [layout.pitches, layout.levels] {
        canvas.stroke(
          from: Point(x: x, y: panel.y), to: Point(x: x, y: panel.bottom),
          LineStyle(width: 0.75, color: Theme.timeLine))
      }
    }
  }

  /// Draws the edges of the panels.
  func drawFrames(on canvas: inout some PlotCanvas) {
    for panel in [layout.pitches, layout.voicing, layout.levels] {
      canvas.outline(panel, Theme.frame)
    }
  }

  /// Writes the numbers and names along the panels.
  func drawAxes(on canvas: inout some PlotCanvas) {
    drawNoteNames(on: &canvas)
    drawFrequencies(on: &canvas)
    drawTimes(on: &canvas)
    canvas.write(
      "voiced", at: Point(x: layout.voicing.right + 8, y: layout.voicing.bottom), .left,
      Theme.quietLabel)
  }

  private func drawNoteNames(on canvas: inout some PlotCanvas) {
    for number in grid.labels {
      let note = Note(midiNumber: number, spelling: plot.caption.spelling)
      let position = point(time: 0, pitch: Double(number))
      var style = Theme.label
      style.isBold = NoteGrid.startsOctave(number)
      canvas.write(
        note.description, at: Point(x: position.x - 7, y: position.y + 3.7), .right, style)
    }
  }

  private func drawFrequencies(on canvas: inout some PlotCanvas) {
    let panel = layout.pitches
    let concertPitch = plot.caption.concertPitch
    let values = FrequencyTicks.values(
      along: pitchAxis, under: concertPitch, height: panel.height)
    for frequency in values {
      let y = point(time: 0, pitch: concertPitch.midiNumber(of: frequency)).y
      canvas.stroke(
        from: Point(x: panel.right, y: y), to: Point(x: panel.right + 4, y: y),
        LineStyle(width: 0.75, color: Theme.frame))
      canvas.write(
        frequency.rounded(decimals: frequency == frequency.rounded() ? 0 : 1),
        at: Point(x: panel.right + 8, y: y + 3.7), .left, Theme.label)
    }
    canvas.write("Hz", at: Point(x: panel.right + 8, y: panel.y - 9), .left, Theme.quietLabel)
  }

  private func drawTimes(on canvas: inout some PlotCanvas) {
    let panel = layout.levels
    for tick in timeAxis.ticks(width: panel.width) {
      let x = point(time: tick.time, pitch: 0).x
      canvas.stroke(
        from: Point(x: x, y: panel.bottom), to: Point(x: x, y: panel.bottom + 4),
        LineStyle(width: 0.75, color: Theme.frame))
      canvas.write(tick.label, at: Point(x: x, y: panel.bottom + 17), .center, Theme.label)
    }
    canvas.write(
      "time, \(timeAxis.unit.rawValue)", at: Point(x: panel.middle.x, y: panel.bottom + 37),
      .center, Theme.quietLabel)
  }
}

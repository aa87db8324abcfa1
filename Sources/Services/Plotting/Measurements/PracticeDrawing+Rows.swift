extension PracticeDrawing {
  /// Draws a line of the page: the lane, the cents and the milliseconds.
  func draw(_ row: Row, on canvas: inout some PlotCanvas) {
    let lane = Rectangle(
      x: Self.left, y: row.top + 12, width: Self.right - Self.left, height: laneHeight)
    var strips: [(Rectangle, Strip)] = []
    var top = lane.bottom + Self.gap
    func add(_ strip: Strip) {
      strips.append(
        (Rectangle(x: lane.x, y: top, width: lane.width, height: Self.stripHeight), strip))
      top += Self.stripHeight + Self.gap
    }
    if plot.hasPitch {
      add(Strip(unit: "cents", tolerance: plot.centsTolerance, decimals: 0) { $0.cents })
    }
    if let tolerance = plot.timeTolerance {
      add(Strip(unit: "ms late", tolerance: tolerance, decimals: 0) { $0.late })
    }
    drawBarLines(row, lane, bottom: strips.last?.0.bottom ?? lane.bottom, on: &canvas)
    for (panel, strip) in strips { draw(strip, row, panel, on: &canvas) }
    for index in row.notes { draw(plot.notes[index], row, lane, on: &canvas) }
    for note in plot.extra where note.start >= row.start && note.start < row.end {
      draw(note, row, lane, on: &canvas)
    }
    canvas.outline(lane, Theme.frame)
    drawLabels(row, lane, on: &canvas)
  }

  /// A deviation below the lane.
  private struct Strip {
    let unit: String
    let tolerance: Double
    let decimals: Int
    let value: (PracticePlot.Note) -> Double?

    /// The deviation at the edge of the strip.
    var limit: Double { 3 * tolerance }
  }

  private func x(_ quarter: Double, _ row: Row, _ panel: Rectangle) -> Double {
    let share = (quarter - row.start) / (row.end - row.start)
    return panel.x + min(1, max(0, share.isFinite ? share : 0)) * panel.width
  }

  private func isGood(_ note: PracticePlot.Note) -> Bool {
    let isInTune = !plot.hasPitch || (note.cents?.magnitude ?? .infinity) <= plot.centsTolerance
    let isInTime = plot.timeTolerance.map { (note.late?.magnitude ?? 0) <= $0 } ?? true
    return isInTune && isInTime
  }

  private func color(of note: PracticePlot.Note) -> Color {
    note.wrongPitch != nil
      ? PracticeColors.wrong : isGood(note) ? PracticeColors.good : PracticeColors.off
  }

  private func drawBarLines(
    _ row: Row, _ lane: Rectangle, bottom: Double, on canvas: inout some PlotCanvas
  ) {
    for (index, bar) in plot.bars.enumerated() {
      guard bar.start >= row.start - 1e-6, bar.start < row.end - 1e-6 else { continue }
      let x = x(bar.start, row, lane)
      canvas.stroke(
        from: Point(x: x, y: lane.y), to: Point(x: x, y: bottom),
        LineStyle(width: 1, color: Theme.octaveLine))
      canvas.write(
        "\(bar.number)", at: Point(x: x + 2, y: lane.y - 4), .left, Theme.quietLabel)
      let next = index + 1 < plot.bars.count ? plot.bars[index + 1].start : row.end
      let count = bar.beat > 0 ? Int(min(128, (next - bar.start) / bar.beat - 1e-6)) : 0
      for beat in 0..<max(0, count) {
        let start = bar.start + Double(beat + 1) * bar.beat
        guard start < row.end else { break }
        let x = self.x(start, row, lane)
        canvas.stroke(
          from: Point(x: x, y: lane.y), to: Point(x: x, y: bottom),
          LineStyle(width: 0.75, color: Theme.noteLine))
      }
    }
  }

  private func y(_ pitch: Double, _ lane: Rectangle) -> Double {
    guard plot.hasPitch else { return lane.y + lane.height / 2 }
    let count = Double(pitches.count)
    let place = (pitch - Double(pitches.lowerBound) + 0.5) / count
    return lane.bottom - min(1, max(0, place)) * lane.height
  }

  /// Draws a note: as written in grey, and as played over its lower half.
  private func draw(
    _ note: PracticePlot.Note, _ row: Row, _ lane: Rectangle, on canvas: inout some PlotCanvas
  ) {
    let height = plot.hasPitch ? max(5, min(11, lane.height / Double(pitches.count) + 1)) : 16
    let start = x(note.start, row, lane)
    // A gap at the end, so that repeated notes are two.
    let end = max(start + 2, x(note.end, row, lane) - 1.5)
    let written = Rectangle(
      x: start, y: y(Double(note.pitch), lane) - height / 2, width: end - start, height: height)
    if note.playedStart != nil || note.isPlayedAsOne {
      canvas.fill(written, PracticeColors.written)
    } else {
      canvas.outline(written, PracticeColors.off)
    }
    guard let playedStart = note.playedStart else { return }
    let center = y(note.wrongPitch ?? Double(note.pitch), lane)
    let from = x(playedStart, row, lane)
    let to = max(from + 2, x(note.playedEnd ?? note.end, row, lane) - 1.5)
    let bar = Rectangle(
      x: from, y: center - 0.28 * height, width: to - from, height: 0.56 * height)
    canvas.fill(bar, color(of: note))
    // The onset is what is judged.
    canvas.fill(
      Rectangle(x: from, y: center - 0.5 * height - 1, width: 2, height: height + 2),
      color(of: note))
  }

  private func draw(
    _ note: PracticePlot.Extra, _ row: Row, _ lane: Rectangle, on canvas: inout some PlotCanvas
  ) {
    let (from, center) = (x(note.start, row, lane), y(note.pitch, lane))
    let to = max(from + 4, x(note.end, row, lane) - 1.5)
    canvas.fill(
      Rectangle(x: from, y: center - 1.5, width: to - from, height: 3), PracticeColors.wrong)
    canvas.fill(
      Rectangle(x: from, y: center - 6, width: 2, height: 12), PracticeColors.wrong)
  }

  /// Draws the deviations of a line as stems from the middle, with the band that is tolerated.
  private func draw(
    _ strip: Strip, _ row: Row, _ panel: Rectangle, on canvas: inout some PlotCanvas
  ) {
    func y(_ value: Double) -> Double {
      panel.y + panel.height * (0.5 - 0.5 * min(1, max(-1, value / strip.limit)))
    }
    canvas.fill(
      Rectangle(
        x: panel.x, y: y(strip.tolerance), width: panel.width,
        height: y(-strip.tolerance) - y(strip.tolerance)), PracticeColors.band)
    canvas.stroke(
      from: Point(x: panel.x, y: y(0)), to: Point(x: panel.right, y: y(0)),
      LineStyle(width: 0.75, color: Theme.octaveLine))
    let room = panel.width / Double(max(1, row.notes.count))
    let number = LabelStyle(size: 8.5)
    for index in row.notes {
      guard let value = strip.value(plot.notes[index]), value.isFinite else { continue }
      let note = plot.notes[index]
      let x = x(note.start, row, panel) + 4
      let color =
        value.magnitude <= strip.tolerance ? PracticeColors.good : PracticeColors.off
      canvas.stroke(
        from: Point(x: x, y: y(0)), to: Point(x: x, y: y(value)),
        LineStyle(width: min(5, max(1.5, room / 8)), color: color))
      guard room >= 26 else { continue }
      let size = value.magnitude.rounded(decimals: strip.decimals)
      let text = size == "0" ? size : (value > 0 ? "+" : "\u{2212}") + size
      canvas.write(
        text, at: Point(x: x + 5, y: value < 0 ? y(0) + 11 : y(0) - 4), .left, number)
    }
    canvas.outline(panel, Theme.frame)
    for share in [-1.0, 1] {
      let value = share * strip.tolerance
      canvas.write(
        "\(value > 0 ? "+" : "")\(value.rounded(decimals: 0))",
        at: Point(x: panel.x - 6, y: y(value) + 3.5), .right, Theme.quietLabel)
    }
    canvas.write(
      strip.unit, at: Point(x: panel.x - 34, y: y(0) + 3.5), .right, Theme.quietLabel)
  }

  /// Writes the names of the notes above them, where there is room.
  private func drawLabels(_ row: Row, _ lane: Rectangle, on canvas: inout some PlotCanvas) {
    guard plot.hasPitch else { return }
    let style = LabelStyle(size: 8.5)
    var free = lane.x - 20
    for index in row.notes {
      let note = plot.notes[index]
      let x = x(note.start, row, lane)
      guard x + 3 > free else { continue }
      let top = y(Double(note.pitch), lane) - 8
      let width = TextMeasure.width(of: note.label, style)
      canvas.write(
        note.label, at: Point(x: x + 3, y: top < lane.y + 8 ? top + 21 : top), .left, style)
      free = x + 3 + width
    }
  }
}

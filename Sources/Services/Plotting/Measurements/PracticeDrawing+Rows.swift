extension PracticeDrawing {
  /// Draws a line of the page: the lane, the cents and the milliseconds.
  func draw(_ row: Row, on canvas: inout some PlotCanvas) {
    let lane = Chart.Panel(
      frame: Rectangle(
        x: Self.left, y: row.top + 12, width: Self.right - Self.left, height: laneHeight),
      across: Chart.Axis(range: row.start...row.end),
      // The notes of a rhythm, which have no pitch, are in the middle.
      up: Chart.Axis(
        range: plot.hasPitch
          ? (Double(pitches.lowerBound) - 0.5)...(Double(pitches.upperBound) + 0.5) : -1e6...1e6))
    let strips = strips(below: lane)
    drawBarLines(row, lane, bottom: (strips.last?.panel ?? lane).frame.bottom, on: &canvas)
    for strip in strips { draw(strip, row, on: &canvas) }
    for index in row.notes { draw(plot.notes[index], lane, on: &canvas) }
    for note in plot.extra where note.start >= row.start && note.start < row.end {
      draw(note, lane, on: &canvas)
    }
    canvas.outline(lane.frame, Theme.frame)
    drawLabels(row, lane, on: &canvas)
  }

  /// A deviation below the lane.
  private struct Strip {
    let panel: Chart.Panel
    let unit: String
    let tolerance: Double
    let value: @Sendable (PracticePlot.Note) -> Double?
  }

  /// Returns the cents and the milliseconds, each with the band that is tolerated.
  private func strips(below lane: Chart.Panel) -> [Strip] {
    var frame = lane.frame
    func strip(
      _ unit: String, _ tolerance: Double,
      _ value: @escaping @Sendable (PracticePlot.Note) -> Double?
    ) -> Strip {
      frame.y = frame.bottom + Self.gap
      frame.height = Self.stripHeight
      let ends = [-tolerance, tolerance].map {
        Chart.Axis.Tick(value: $0, label: $0.signed(decimals: 0), line: .none)
      }
      let up = Chart.Axis(
        range: -3 * tolerance...3 * tolerance,
        ticks: ends + [Chart.Axis.Tick(value: 0, line: .grid(Theme.octaveLine))],
        labelStyle: Theme.quietLabel)
      return Strip(
        panel: Chart.Panel(
          frame: frame, across: lane.across, up: up, inTune: -tolerance...tolerance),
        unit: unit, tolerance: tolerance, value: value)
    }
    let cents = plot.hasPitch ? [strip("cents", plot.centsTolerance, { $0.cents })] : []
    return cents + (plot.timeTolerance.map { [strip("ms late", $0, { $0.late })] } ?? [])
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
    _ row: Row, _ lane: Chart.Panel, bottom: Double, on canvas: inout some PlotCanvas
  ) {
    for (index, bar) in plot.bars.enumerated() {
      guard bar.start >= row.start - 1e-6, bar.start < row.end - 1e-6 else { continue }
      let x = lane.point(bar.start, 0).x
      canvas.stroke(
        from: Point(x: x, y: lane.frame.y), to: Point(x: x, y: bottom),
        LineStyle(width: 1, color: Theme.octaveLine))
      canvas.write(
        "\(bar.number)", at: Point(x: x + 2, y: lane.frame.y - 4), .left, Theme.quietLabel)
      let next = index + 1 < plot.bars.count ? plot.bars[index + 1].start : row.end
      let count = bar.beat > 0 ? Int(min(128, (next - bar.start) / bar.beat - 1e-6)) : 0
      for beat in 0..<max(0, count) {
        let start = bar.start + Double(beat + 1) * bar.beat
        guard start < row.end else { break }
        let x = lane.point(start, 0).x
        canvas.stroke(
          from: Point(x: x, y: lane.frame.y), to: Point(x: x, y: bottom),
          LineStyle(width: 0.75, color: Theme.noteLine))
      }
    }
  }

  /// Draws a note: as written in grey, and as played over its lower half.
  private func draw(
    _ note: PracticePlot.Note, _ lane: Chart.Panel, on canvas: inout some PlotCanvas
  ) {
    let height = plot.hasPitch ? max(5, min(11, lane.frame.height / Double(pitches.count) + 1)) : 16
    let start = lane.point(note.start, Double(note.pitch))
    // A gap at the end, so that repeated notes are two.
    let end = max(start.x + 2, lane.point(note.end, 0).x - 1.5)
    let written = Rectangle(
      x: start.x, y: start.y - height / 2, width: end - start.x, height: height)
    if note.playedStart != nil || note.isPlayedAsOne {
      canvas.fill(written, PracticeColors.written)
    } else {
      canvas.outline(written, PracticeColors.off)
    }
    guard let playedStart = note.playedStart else { return }
    let played = lane.point(playedStart, note.wrongPitch ?? Double(note.pitch))
    let to = max(played.x + 2, lane.point(note.playedEnd ?? note.end, 0).x - 1.5)
    let bar = Rectangle(
      x: played.x, y: played.y - 0.28 * height, width: to - played.x, height: 0.56 * height)
    canvas.fill(bar, color(of: note))
    // The onset is what is judged.
    canvas.fill(
      Rectangle(x: played.x, y: played.y - 0.5 * height - 1, width: 2, height: height + 2),
      color(of: note))
  }

  private func draw(
    _ note: PracticePlot.Extra, _ lane: Chart.Panel, on canvas: inout some PlotCanvas
  ) {
    let start = lane.point(note.start, note.pitch)
    let to = max(start.x + 4, lane.point(note.end, 0).x - 1.5)
    canvas.fill(
      Rectangle(x: start.x, y: start.y - 1.5, width: to - start.x, height: 3),
      PracticeColors.wrong)
    canvas.fill(
      Rectangle(x: start.x, y: start.y - 6, width: 2, height: 12), PracticeColors.wrong)
  }

  /// Draws the deviations of a line as stems from the middle, with the band that is tolerated.
  private func draw(_ strip: Strip, _ row: Row, on canvas: inout some PlotCanvas) {
    strip.panel.drawAxes(on: &canvas)
    let room = strip.panel.frame.width / Double(max(1, row.notes.count))
    for note in plot.notes[row.notes] {
      guard let value = strip.value(note), value.isFinite else { continue }
      let color =
        value.magnitude <= strip.tolerance ? PracticeColors.good : PracticeColors.off
      var (foot, end) = (strip.panel.point(note.start, 0), strip.panel.point(note.start, value))
      (foot.x, end.x) = (foot.x + 4, end.x + 4)
      canvas.stroke(
        from: foot, to: end, LineStyle(width: min(5, max(1.5, room / 8)), color: color))
      guard room >= 26 else { continue }
      let text = Point(x: foot.x + 5, y: value < 0 ? foot.y + 11 : foot.y - 4)
      canvas.write(value.signed(decimals: 0), at: text, .left, LabelStyle(size: 8.5))
    }
    let frame = strip.panel.frame
    canvas.outline(frame, Theme.frame)
    canvas.write(
      strip.unit, at: Point(x: frame.x - 34, y: frame.middle.y + 3.5), .right, Theme.quietLabel)
  }

  /// Writes the names of the notes above them, where there is room.
  private func drawLabels(_ row: Row, _ lane: Chart.Panel, on canvas: inout some PlotCanvas) {
    guard plot.hasPitch else { return }
    let style = LabelStyle(size: 8.5)
    var free = lane.frame.x - 20
    for index in row.notes {
      let note = plot.notes[index]
      let start = lane.point(note.start, Double(note.pitch))
      guard start.x + 3 > free else { continue }
      let top = start.y - 8
      let width = TextMeasure.width(of: note.label, style)
      canvas.write(
        note.label, at: Point(x: start.x + 3, y: top < lane.frame.y + 8 ? top + 21 : top), .left,
        style)
      free = start.x + 3 + width
    }
  }
}

extension PlotDrawing {
  /// Greys out unvoiced columns; those with voiced readings too, in proportion.
  func drawUnvoicedSpans(on canvas: inout some PlotCanvas) {
    for run in runs where run.share < 1 {
      var color = Theme.unvoiced
      color.opacity = Theme.unvoicedOpacity * (1 - run.share)
      canvas.fill(rectangle(of: run, in: layout.pitches), color)
    }
  }

  /// Fills the band under the pitches where readings are voiced.
  func drawVoicing(on canvas: inout some PlotCanvas) {
    for run in runs where run.share > 0 {
      var color = Theme.pitch
      color.opacity = 0.15 + 0.85 * run.share
      canvas.fill(rectangle(of: run, in: layout.voicing), color)
    }
  }

  /// Neighbouring columns of equal voicing.
  private struct Run {
    var columns: Range<Int>
    var share: Double
  }

  private var runs: [Run] {
    var runs: [Run] = []
    for (index, column) in plot.readings.columns.enumerated() {
      let share = (column.voicedShare * 8).rounded() / 8
      if let last = runs.last, last.share == share {
        runs[runs.count - 1].columns = last.columns.lowerBound..<(index + 1)
      } else {
        runs.append(Run(columns: index..<(index + 1), share: share))
      }
    }
    return runs
  }

  private func rectangle(of run: Run, in panel: Rectangle) -> Rectangle {
    let left = edge(ofReading: run.columns.lowerBound * plot.readings.span)
    let isLast = run.columns.upperBound == plot.readings.columns.count
    let right =
      isLast ? panel.right : edge(ofReading: run.columns.upperBound * plot.readings.span)
    return Rectangle(x: left, y: panel.y, width: right - left, height: panel.height)
  }
}

extension PlotDrawing {
  private static let scale = LevelScale(-70...0)

  /// Draws the level of the recording under its pitches.
  func drawLevels(on canvas: inout some PlotCanvas) {
    let panel = layout.levels
    canvas.beginClip(panel)
    var outline: [Point] = []
    for (index, column) in plot.readings.columns.enumerated() {
      let time = (Double(index) + 0.5) * Double(plot.readings.span) * plot.hop - 0.5 * plot.hop
      outline.append(
        panel.point(
          across: timeAxis.position(of: time), up: Self.scale.position(of: column.level)))
    }
    if let first = outline.first, let last = outline.last {
      let corners = [
        Point(x: panel.right, y: last.y), Point(x: panel.right, y: panel.bottom),
        Point(x: panel.x, y: panel.bottom), Point(x: panel.x, y: first.y),
      ]
      canvas.fill(polygon: outline + corners, Theme.level)
    }
    canvas.endClip()
    drawLevelAxis(on: &canvas)
  }

  private func drawLevelAxis(on canvas: inout some PlotCanvas) {
    let panel = layout.levels
    for level in [-60.0, -40, -20] {
      let start = panel.point(across: 0, up: Self.scale.position(of: level))
      canvas.stroke(
        from: start, to: Point(x: panel.right, y: start.y),
        LineStyle(width: 0.75, color: Theme.noteLine))
    }
    for level in [-60.0, -30, 0] {
      let start = panel.point(across: 0, up: Self.scale.position(of: level))
      canvas.write(
        level.rounded(decimals: 0), at: Point(x: start.x - 7, y: start.y + 3.7), .right,
        Theme.label)
    }
    canvas.write(
      "level, dBFS", at: Point(x: panel.right + 8, y: panel.middle.y + 3.7), .left,
      Theme.quietLabel)
  }
}

extension PlotDrawing {
  /// Marks when sounds start, from the pitches down to the levels.
  func drawOnsets(on canvas: inout some PlotCanvas) {
    var last = -Double.infinity
    for time in plot.onsets where time <= timeAxis.end {
      let x = layout.levels.x + timeAxis.position(of: time) * layout.levels.width
      guard x - last >= 0.5 else { continue }  // closer ones cannot be told apart
      last = x
      canvas.stroke(
        from: Point(x: x, y: layout.voicing.y - 6), to: Point(x: x, y: layout.levels.bottom),
        LineStyle(width: 1, color: Theme.text))
    }
  }
}

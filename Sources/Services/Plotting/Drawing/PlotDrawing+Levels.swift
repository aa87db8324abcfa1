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

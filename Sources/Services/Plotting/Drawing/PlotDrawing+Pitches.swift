extension PlotDrawing {
  /// Draws the contour as lines, or for long recordings as a cloud.
  func drawPitches(on canvas: inout some PlotCanvas) {
    canvas.beginClip(layout.pitches)
    // The first estimator comes last, so that it lies above the others. Each of them is broader than
    // the one above it: where all agree, they show as seams.
    let contours = Array(zip([plot.contour] + plot.others, [Theme.pitch] + otherColors))
    for (number, (contour, _)) in contours.enumerated() { drawCasing(contour, number, on: &canvas) }
    for (number, (contour, color)) in contours.enumerated().reversed() {
      draw(contour, number, color, on: &canvas)
    }
    drawOutliers(on: &canvas)
    canvas.endClip()
  }

  /// The colour of each further estimator.
  var otherColors: [Color] {
    plot.others.indices.map { Theme.otherPitches[$0 % Theme.otherPitches.count] }
  }

  /// The width of the line of an estimator, by its number, in points.
  private func lineWidth(_ number: Int) -> Double {
    (timeAxis.end < 60 ? 2 : 1.5) + 2.5 * Double(number)
  }

  private func drawCasing(
    _ contour: PitchDistribution, _ number: Int, on canvas: inout some PlotCanvas
  ) {
    guard let points = contour.points else { return }
    canvas.stroke(
      lines(through: points), LineStyle(width: lineWidth(number) + 2, color: Theme.pitchCasing))
  }

  private func draw(
    _ contour: PitchDistribution, _ number: Int, _ color: Color, on canvas: inout some PlotCanvas
  ) {
    guard let points = contour.points else {
      drawDensity(contour, number, color, on: &canvas)
      return
    }
    canvas.stroke(lines(through: points), LineStyle(width: lineWidth(number), color: color))
  }

  /// Joins neighbouring readings unless the pitch leaps between them.
  private func lines(through points: [PitchDistribution.Point]) -> [[Point]] {
    var lines: [[Point]] = []
    var last: PitchDistribution.Point?
    for point in points where pitchAxis.range.contains(point.pitch) {
      let position = self.point(time: point.time, pitch: point.pitch)
      if let last, point.time - last.time < 1.5 * plot.hop,
        abs(point.pitch - last.pitch) < Self.leap
      {
        lines[lines.count - 1].append(position)
      } else {
        lines.append([position])
      }
      last = point
    }
    return lines
  }

  /// Draws the density of each pitch in each column.
  private func drawDensity(
    _ contour: PitchDistribution, _ number: Int, _ color: Color, on canvas: inout some PlotCanvas
  ) {
    let density = contour.density
    let rows = contour.rows.rows(touching: pitchAxis.range)
    var raster = Raster(width: density.columns.count, height: rows.count)
    for (x, column) in density.columns.enumerated() where !column.counts.isEmpty {
      for (height, row) in rows.enumerated() {
        let share = column.share(aroundRow: row, reach: 1 + number)
        guard share > 0 else { continue }
        var color = color
        color.opacity = min(1, 0.35 + 4 * share)
        raster.pixels[(rows.count - 1 - height) * raster.width + x] = color.pixel
      }
    }
    let top = contour.rows.edge(belowRow: rows.upperBound)
    let bottom = contour.rows.edge(belowRow: rows.lowerBound)
    let start = -0.5 * plot.hop
    let end = start + Double(density.columns.count * density.span) * plot.hop
    let corner = point(time: start, pitch: top)
    let opposite = point(time: end, pitch: bottom)
    canvas.draw(
      raster,
      in: Rectangle(
        x: corner.x, y: corner.y, width: opposite.x - corner.x, height: opposite.y - corner.y))
  }

  /// Marks pitches beyond the axis at its edge.
  private func drawOutliers(on canvas: inout some PlotCanvas) {
    let density = plot.contour.density
    let rows = plot.contour.rows.rows(touching: pitchAxis.range)
    for (index, column) in density.columns.enumerated() where !column.counts.isEmpty {
      let time = (Double(index) + 0.5) * Double(density.span) * plot.hop - 0.5 * plot.hop
      let x = point(time: time, pitch: pitchAxis.range.lowerBound).x
      if column.counts[..<rows.lowerBound].contains(where: { $0 > 0 }) {
        drawMark(atX: x, edge: layout.pitches.bottom, inwards: -1, on: &canvas)
      }
      if column.counts[rows.upperBound...].contains(where: { $0 > 0 }) {
        drawMark(atX: x, edge: layout.pitches.y, inwards: 1, on: &canvas)
      }
    }
  }

  private func drawMark(
    atX x: Double, edge: Double, inwards: Double, on canvas: inout some PlotCanvas
  ) {
    let base = edge + 7 * inwards
    canvas.fill(
      polygon: [
        Point(x: x, y: edge + inwards), Point(x: x - 3.5, y: base), Point(x: x + 3.5, y: base),
      ], Theme.pitch)
  }

  /// The smallest change between two readings that is not a slide, in semitones.
  private static let leap = 1.5
}

extension PitchHistogram {
  /// Returns the largest share of the readings in a row or its neighbours, in 0...1: one row alone
  /// would be thinner than a line.
  func share(aroundRow row: Int, reach: Int) -> Double {
    let largest = counts[max(0, row - reach)...min(counts.count - 1, row + reach)].max() ?? 0
    return Double(largest) / Double(readingCount)
  }
}

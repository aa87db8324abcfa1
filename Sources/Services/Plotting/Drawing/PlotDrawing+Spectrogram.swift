internal import SignalProcessing

extension PlotDrawing {
  /// Draws the spectrogram with its columns centred on their frames. Its rows begin and end a
  /// little beyond the axis.
  func drawSpectrogram(on canvas: inout some PlotCanvas) {
    let spectrogram = plot.spectrogram
    let columns = spectrogram.columns
    guard !columns.columns.isEmpty else { return }
    let start = -0.5 * Spectrogram.hop
    let end = start + Double(columns.columns.count * columns.span) * Spectrogram.hop
    let top = spectrogram.rows.edge(belowRow: spectrumRows.upperBound)
    let bottom = spectrogram.rows.edge(belowRow: spectrumRows.lowerBound)
    let corner = point(time: start, pitch: top)
    let opposite = point(time: end, pitch: bottom)
    canvas.beginClip(layout.pitches)
    canvas.draw(
      raster(),
      in: Rectangle(
        x: corner.x, y: corner.y, width: opposite.x - corner.x, height: opposite.y - corner.y))
    if isCloud { canvas.fill(layout.pitches, Theme.cloudWash) }
    canvas.endClip()
  }

  /// `true` if the pitches are a cloud, which needs a paler ground than lines.
  private var isCloud: Bool { plot.contour.points == nil }

  private func raster() -> Raster {
    let columns = plot.spectrogram.columns.columns
    var raster = Raster(width: columns.count, height: spectrumRows.count)
    for (x, column) in columns.enumerated() {
      for (height, row) in spectrumRows.enumerated() {
        let position = colorScale.position(of: column.level(ofRow: row))
        let y = spectrumRows.count - 1 - height
        raster.pixels[y * columns.count + x] = ColorScale.pixels[Int(position * 255)]
      }
    }
    return raster
  }

  /// Draws the legend of the colours, on the right.
  func drawColorScale(on canvas: inout some PlotCanvas) {
    let area = layout.colors
    var raster = Raster(width: 1, height: 256)
    for y in 0..<256 { raster.pixels[y] = ColorScale.pixels[255 - y] }
    canvas.draw(raster, in: area)
    if isCloud { canvas.fill(area, Theme.cloudWash) }
    canvas.outline(area, Theme.frame)
    for level in colorScale.ticks(every: 10) {
      let point = area.point(across: 1, up: colorScale.position(of: level))
      canvas.stroke(
        from: point, to: Point(x: point.x + 4, y: point.y),
        LineStyle(width: 0.75, color: Theme.frame))
      canvas.write(
        level.rounded(decimals: 0), at: Point(x: point.x + 8, y: point.y + 3.7), .left,
        Theme.label)
    }
    canvas.write(
      "dBFS", at: Point(x: area.x, y: area.y - 9), .left, Theme.quietLabel)
  }
}

/// A reliability diagram: the share of right readings over their confidence.
///
/// Readings whose confidence equals their share of right readings lie on the diagonal.
///
/// - SeeAlso: A. Niculescu-Mizil, R. Caruana, "Predicting good probabilities with supervised
///   learning", ICML 2005, [doi:10.1145/1102351.1102430](https://doi.org/10.1145/1102351.1102430).
package struct ReliabilityPlot: Sendable {
  /// Readings of about the same confidence.
  package struct Bin: Sendable, Hashable {
    /// The number of readings, at least 1.
    package var count: Int
    /// Their mean confidence, 0...1.
    package var confidence: Double
    /// The share of right readings, 0...1.
    package var share: Double

    package init(count: Int, confidence: Double, share: Double) {
      (self.count, self.confidence, self.share) = (count, confidence, share)
    }
  }

  /// Readings of one origin.
  package struct Curve: Sendable, Hashable {
    package var name: String
    /// In order of confidence.
    package var bins: [Bin]

    package init(name: String, bins: [Bin]) {
      (self.name, self.bins) = (name, bins)
    }
  }

  /// The title of the plot.
  package var title: String
  /// The curves to compare; six have colours of their own.
  package var curves: [Curve]

  package init(title: String, curves: [Curve]) {
    (self.title, self.curves) = (title, curves)
  }

  /// Draws the picture.
  ///
  /// - Parameter format: The kind of file.
  /// - Returns: The content of the file.
  /// - Throws: ``PlotError/drawingFailed(reason:)`` if there is not enough memory.
  package func picture(_ format: PlotFormat) throws(PlotError) -> [UInt8] {
    try ReliabilityDrawing(plot: self).picture(format)
  }
}

/// Draws the share of right readings over their confidence, with dots that grow with their number.
struct ReliabilityDrawing: Drawable {
  let plot: ReliabilityPlot
  let size = Size(width: 640, height: 480)
  let panel = Rectangle(x: 64, y: 60, width: 370, height: 370)

  var title: String { plot.title }

  func draw(on canvas: inout some PlotCanvas) {
    canvas.fill(Rectangle(x: 0, y: 0, width: size.width, height: size.height), Theme.background)
    drawAxes(on: &canvas)
    canvas.beginClip(
      Rectangle(
        x: panel.x - 6, y: panel.y - 6, width: panel.width + 12, height: panel.height + 12))
    for (index, curve) in plot.curves.enumerated() { draw(curve, Self.color(index), on: &canvas) }
    canvas.endClip()
    drawLegend(on: &canvas)
    canvas.writeHeading(plot.title, above: panel, width: size.width - 2 * 24)
  }

  private static let colors = [Theme.pitch] + Theme.otherPitches + [Theme.level]

  private static func color(_ index: Int) -> Color { colors[index % colors.count] }

  /// The width of a dot: the fourth root, since some bins have a thousand times as many readings.
  private static func width(_ count: Int) -> Double {
    min(14, max(2.5, Double(count).squareRoot().squareRoot()))
  }

  private func drawAxes(on canvas: inout some PlotCanvas) {
    for tenths in stride(from: 0, through: 10, by: 2) {
      let value = Double(tenths) / 10
      let (across, up) = (panel.point(across: value, up: 0), panel.point(across: 0, up: value))
      let line = LineStyle(width: 0.75, color: Theme.noteLine)
      canvas.stroke(from: across, to: Point(x: across.x, y: panel.y), line)
      canvas.stroke(from: up, to: Point(x: panel.right, y: up.y), line)
      let text = value.rounded(decimals: 1)
      canvas.write(text, at: Point(x: across.x, y: across.y + 17), .center, Theme.label)
      canvas.write(text, at: Point(x: up.x - 8, y: up.y + 3.7), .right, Theme.label)
    }
    canvas.stroke(
      from: panel.point(across: 0, up: 0), to: panel.point(across: 1, up: 1),
      LineStyle(width: 1, color: Theme.octaveLine))
    canvas.outline(panel, Theme.frame)
    canvas.write(
      "share of right readings", at: Point(x: panel.x, y: panel.y - 9), .left, Theme.quietLabel)
    canvas.write(
      "confidence", at: Point(x: panel.middle.x, y: panel.bottom + 36), .center, Theme.quietLabel)
  }

  private func draw(
    _ curve: ReliabilityPlot.Curve, _ color: Color, on canvas: inout some PlotCanvas
  ) {
    let points = curve.bins.map { panel.point(across: $0.confidence, up: $0.share) }
    canvas.stroke([points], LineStyle(width: 1.5, color: color))
    for (point, bin) in zip(points, curve.bins) {
      canvas.stroke([[point]], LineStyle(width: Self.width(bin.count), color: color))
    }
  }

  private func drawLegend(on canvas: inout some PlotCanvas) {
    let place = Point(x: panel.right + 24, y: panel.y + 12)
    for (index, curve) in plot.curves.enumerated() {
      let y = place.y + 20 * Double(index)
      canvas.stroke(
        from: Point(x: place.x, y: y - 4), to: Point(x: place.x + 18, y: y - 4),
        LineStyle(width: 3, color: Self.color(index)))
      canvas.write(
        TextMeasure.fitted(curve.name, to: 130, Theme.label),
        at: Point(x: place.x + 26, y: y), .left, Theme.label)
    }
  }
}

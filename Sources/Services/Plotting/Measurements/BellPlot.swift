/// A plot of bells or their kin over their notes: how far each partial is from its target, before
/// and after tuning.
package struct BellPlot: Sendable {
  /// A value of one object.
  package struct Point: Sendable, Hashable {
    /// The MIDI number of its note.
    package var note: Int
    /// The deviation, in cents.
    package var cents: Double

    /// Creates a point.
    package init(note: Int, cents: Double) {
      self.note = note
      self.cents = cents
    }
  }

  /// A partial of all objects.
  package struct Series: Sendable, Hashable {
    /// Its name, such as `tierce`.
    package var name: String
    /// Before tuning, from the lowest note.
    package var before: [Point]
    /// After tuning, from the lowest note.
    package var after: [Point]

    /// Creates a series.
    package init(name: String, before: [Point], after: [Point]) {
      self.name = name
      self.before = before
      self.after = after
    }
  }

  /// The title.
  package var title: String
  /// From the first to the last panel.
  package var series: [Series]

  /// Creates a plot.
  package init(title: String, series: [Series]) {
    self.title = title
    self.series = series
  }

  /// Draws the picture.
  ///
  /// - Parameter format: The kind of file.
  /// - Returns: The content of the file.
  /// - Throws: ``PlotError/drawingFailed(reason:)`` if there is not enough memory.
  package func picture(_ format: PlotFormat) throws(PlotError) -> [UInt8] {
    try BellDrawing(self).picture(format)
  }
}

/// Draws a panel for each partial, below each other.
struct BellDrawing: Drawable {
  private static let panelHeight = 108.0
  private static let gap = 30.0

  let plot: BellPlot
  let size: Size
  private let notes: ClosedRange<Int>

  var title: String { plot.title }

  init(_ plot: BellPlot) {
    self.plot = plot
    let count = max(1, plot.series.count)
    size = Size(width: 960, height: 100 + Double(count) * (Self.panelHeight + Self.gap) + 16)
    let all = plot.series.flatMap { ($0.before + $0.after).map(\.note) }
    notes = (all.min() ?? 60)...max((all.min() ?? 60) + 1, all.max() ?? 72)
  }

  private func panel(_ index: Int) -> Rectangle {
    Rectangle(
      x: 70, y: 90 + Double(index) * (Self.panelHeight + Self.gap), width: 858,
      height: Self.panelHeight)
  }

  func draw(on canvas: inout some PlotCanvas) {
    canvas.fill(Rectangle(x: 0, y: 0, width: size.width, height: size.height), Theme.background)
    canvas.writeHeading(
      plot.title, subtitle: "cents from the target: rings before, dots after tuning",
      above: panel(0))
    for (index, series) in plot.series.enumerated() { draw(series, in: panel(index), on: &canvas) }
    if plot.series.isEmpty {
      canvas.writeMessage("nothing measured", in: panel(0))
      canvas.outline(panel(0), Theme.frame)
    }
  }

  private func x(_ note: Int, _ panel: Rectangle) -> Double {
    let share = (Double(note - notes.lowerBound) + 0.5) / Double(notes.count)
    return panel.x + share * panel.width
  }

  private func draw(
    _ series: BellPlot.Series, in panel: Rectangle, on canvas: inout some PlotCanvas
  ) {
    let greatest = (series.before + series.after).map(\.cents.magnitude).max() ?? 0
    let limit = [2.0, 5, 10, 20, 50, 100, 200, 500].first { $0 >= 1.05 * greatest } ?? 1200
    func y(_ cents: Double) -> Double {
      panel.point(across: 0, up: min(1, max(0, 0.5 + 0.5 * cents / limit))).y
    }
    for share in [-1.0, 0, 1] {
      canvas.stroke(
        from: Point(x: panel.x, y: y(share * limit)),
        to: Point(x: panel.right, y: y(share * limit)),
        LineStyle(width: 0.75, color: share == 0 ? Theme.octaveLine : Theme.noteLine))
      let label = "\(share > 0 ? "+" : "")\(Int(share * limit))"
      canvas.write(
        label, at: Point(x: panel.x - 8, y: y(share * limit) + 3.7), .right, Theme.label)
    }
    for note in notes where note % 12 == 0 {
      canvas.stroke(
        from: Point(x: x(note, panel), y: panel.y), to: Point(x: x(note, panel), y: panel.bottom),
        LineStyle(width: 0.75, color: Theme.noteLine))
      canvas.write(
        "C\(note / 12 - 1)", at: Point(x: x(note, panel), y: panel.bottom + 14), .center,
        Theme.quietLabel)
    }
    canvas.write(
      series.name, at: Point(x: panel.x + 6, y: panel.y + 14), .left, Theme.quietLabel)
    for point in series.before where point.cents.isFinite {
      let place = Point(x: x(point.note, panel), y: y(point.cents))
      canvas.stroke([[place]], LineStyle(width: 6.5, color: Theme.quietText))
      canvas.stroke([[place]], LineStyle(width: 4, color: Theme.background))
    }
    for point in series.after where point.cents.isFinite {
      let place = Point(x: x(point.note, panel), y: y(point.cents))
      canvas.stroke([[place]], LineStyle(width: 5, color: Theme.pitch))
    }
    canvas.outline(panel, Theme.frame)
  }
}

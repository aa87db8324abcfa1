/// A plot of deviations in cents: one column for each note, fret or interval.
package struct DeviationPlot: Sendable {
  /// A value in a column.
  package struct Value: Sendable, Hashable {
    /// The deviation, in cents.
    package var cents: Double
    /// One standard error, in cents; 0 draws no bar.
    package var error: Double
    /// The number of the series, from 0; it sets the colour.
    package var series: Int

    /// Creates a value.
    ///
    /// - Parameters:
    ///   - cents: The deviation, in cents; one that is not finite is not drawn.
    ///   - error: One standard error, in cents.
    ///   - series: The number of the series, from 0.
    package init(cents: Double, error: Double = 0, series: Int = 0) {
      (self.cents, self.error, self.series) = (cents, error, series)
    }
  }

  /// A column.
  package struct Column: Sendable, Hashable {
    /// The label below the column, such as `E4` or `fret 12`.
    package var label: String
    /// The values above the label.
    package var values: [Value]

    /// Creates a column.
    ///
    /// - Parameters:
    ///   - label: The label below the column.
    ///   - values: The values above the label; there may be none.
    package init(label: String, values: [Value]) { (self.label, self.values) = (label, values) }
  }

  /// The title of the plot.
  package var title: String
  /// The line below the title.
  package var subtitle: String
  /// The names of the series, by number.
  package var series: [String]
  /// The columns, from the left.
  package var columns: [Column]
  /// The unit of the labels below the columns; empty for names.
  package var unit: String

  /// Creates a plot.
  ///
  /// - Parameters:
  ///   - title: The title of the plot.
  ///   - subtitle: The line below the title.
  ///   - series: The names of the series, by number.
  ///   - columns: The columns, from the left; there may be none.
  ///   - unit: The unit of the labels below the columns; empty for names.
  package init(
    title: String, subtitle: String, series: [String], columns: [Column], unit: String = ""
  ) {
    (self.title, self.subtitle) = (title, subtitle)
    (self.series, self.columns, self.unit) = (series, columns, unit)
  }

  /// Draws the picture.
  ///
  /// - Parameter format: The kind of file.
  /// - Returns: The content of the file.
  /// - Throws: ``PlotError/drawingFailed(reason:)`` if there is not enough memory.
  package func picture(_ format: PlotFormat) throws(PlotError) -> [UInt8] {
    try DeviationDrawing(self).picture(format)
  }
}

/// Draws deviations over columns, with bars of one standard error, as ± is in the reports.
struct DeviationDrawing: Drawable {
  let plot: DeviationPlot
  let size = Size(width: 960, height: 480)
  private let panel = Rectangle(x: 70, y: 100, width: 860, height: 310)
  private let limit: Double  // of the cents

  var title: String { plot.title }

  private static let colors = [Theme.pitch] + Theme.otherPitches
  /// The largest number of labels, so that they do not overlap.
  private static let mostLabels = 32

  init(_ plot: DeviationPlot) {
    self.plot = plot
    let greatest =
      plot.columns.flatMap(\.values).map { $0.cents.magnitude + $0.error }
      .filter(\.isFinite).max() ?? 0
    limit = [2.0, 5, 10, 20, 40, 60, 100].first { $0 >= 1.02 * greatest } ?? 200
  }

  func draw(on canvas: inout some PlotCanvas) {
    canvas.fill(Rectangle(x: 0, y: 0, width: size.width, height: size.height), Theme.background)
    drawAxes(on: &canvas)
    for (index, column) in plot.columns.enumerated() {
      for value in column.values where value.cents.isFinite {
        draw(value, at: x(index, value.series), on: &canvas)
      }
    }
    canvas.outline(panel, Theme.frame)
    canvas.writeHeading(plot.title, subtitle: plot.subtitle, above: panel)
    if plot.columns.isEmpty { canvas.writeMessage("nothing measured", in: panel) }
  }

  private func draw(
    _ value: DeviationPlot.Value, at x: Double, on canvas: inout some PlotCanvas
  ) {
    let color = Self.colors[max(0, value.series) % Self.colors.count]
    if value.error > 0, value.error.isFinite {
      canvas.stroke(
        from: Point(x: x, y: y(value.cents - value.error)),
        to: Point(x: x, y: y(value.cents + value.error)), LineStyle(width: 1.5, color: color))
    }
    canvas.stroke([[Point(x: x, y: y(value.cents))]], LineStyle(width: 6, color: color))
  }

  /// Returns a position; the series of a column are side by side.
  private func x(_ column: Int, _ series: Int) -> Double {
    let width = panel.width / Double(max(1, plot.columns.count))
    let count = Double(max(1, plot.series.count))
    let shift = (Double(series) - (count - 1) / 2) * min(10, width / (count + 1))
    return panel.x + (Double(column) + 0.5) * width + shift
  }

  private func y(_ cents: Double) -> Double {
    panel.point(across: 0, up: min(1, max(0, 0.5 + 0.5 * cents / limit))).y
  }

  private func drawAxes(on canvas: inout some PlotCanvas) {
    for share in [-1, -0.5, 0, 0.5, 1] {
      let y = y(share * limit)
      canvas.stroke(
        from: Point(x: panel.x, y: y), to: Point(x: panel.right, y: y),
        LineStyle(width: 0.75, color: share == 0 ? Theme.octaveLine : Theme.noteLine))
      canvas.write(
        "\(share > 0 ? "+" : "")\((share * limit).rounded(decimals: 1))",
        at: Point(x: panel.x - 8, y: y + 3.7), .right, Theme.label)
    }
    let step = (plot.columns.count + Self.mostLabels - 1) / Self.mostLabels
    let width = panel.width / Double(max(1, plot.columns.count)) * Double(max(1, step))
    for (index, column) in plot.columns.enumerated() where index % max(1, step) == 0 {
      let x = panel.x + (Double(index) + 0.5) * panel.width / Double(plot.columns.count)
      canvas.write(
        TextMeasure.fitted(column.label, to: max(24, width), Theme.label),
        at: Point(x: x, y: panel.bottom + 17), .center, Theme.label)
    }
    canvas.write(
      plot.unit, at: Point(x: panel.x + panel.width / 2, y: panel.bottom + 40), .center,
      Theme.quietLabel)
    var left = panel.x
    canvas.write("cents", at: Point(x: left, y: panel.y - 9), .left, Theme.quietLabel)
    left += 50
    for (index, name) in plot.series.enumerated() {
      let color = Self.colors[index % Self.colors.count]
      canvas.stroke([[Point(x: left, y: panel.y - 12.5)]], LineStyle(width: 6, color: color))
      canvas.write(name, at: Point(x: left + 8, y: panel.y - 9), .left, Theme.quietLabel)
      left += 24 + TextMeasure.width(of: name, Theme.quietLabel)
    }
  }
}

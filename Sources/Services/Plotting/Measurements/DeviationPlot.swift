/// A plot of deviations in cents: one column for each note, fret or interval.
package struct DeviationPlot: ChartPlot {
  /// A value in a column.
  package typealias Value = ChartValue

  /// A column.
  package struct Column: Sendable, Hashable {
    /// The label below the column, such as `E4` or `fret 12`.
    package var label: String
    /// The values above the label; there may be none.
    package var values: [Value]

    package init(label: String, values: [Value]) { (self.label, self.values) = (label, values) }
  }

  /// The title of the plot.
  package var title: String
  /// The line below the title.
  package var subtitle: String
  /// The names of the series, by number.
  package var series: [String]
  /// The columns, from the left; there may be none.
  package var columns: [Column]
  /// The unit of the labels below the columns; empty for names.
  package var unit: String

  package init(
    title: String, subtitle: String, series: [String], columns: [Column], unit: String = ""
  ) {
    (self.title, self.subtitle) = (title, subtitle)
    (self.series, self.columns, self.unit) = (series, columns, unit)
  }
}

extension ChartValue {
  /// Creates a deviation in a column; one that is not finite is not drawn.
  package init(cents: Double, error: Double = 0, series: Int = 0) {
    self.init(x: 0, y: cents, error: error, series: series)
  }
}

extension DeviationPlot {
  /// The plot, in which the series of a column are side by side.
  package var chart: Chart {
    let frame = Rectangle(x: 70, y: 100, width: 860, height: 310)
    let greatest =
      columns.flatMap(\.values).map { $0.y.magnitude + $0.error }.filter(\.isFinite).max() ?? 0
    let up = Chart.Axis(
      deviationsTo: 1.02 * greatest, limits: [2, 5, 10, 20, 40, 60, 100, 200], parts: 4,
      decimals: 1, title: "cents")
    return Chart(
      size: Size(width: 960, height: 480), title: title, subtitle: subtitle,
      panels: [
        Chart.Panel(
          frame: frame, across: labels(width: frame.width), up: up,
          marks: Chart.Mark.measured(values(width: frame.width)),
          message: columns.isEmpty ? "nothing measured" : nil)
      ],
      legend: Chart.Legend(
        entries: series.enumerated().map { ($1, Chart.color($0)) },
        origin: Point(x: frame.x + 50, y: frame.y - 9),
        arrangement: .row(dot: 6, inset: 0, gap: 8, spacing: 16, rise: 3.5),
        style: Theme.quietLabel))
  }

  private func labels(width: Double) -> Chart.Axis {
    let step = max(1, (columns.count + Self.mostLabels - 1) / Self.mostLabels)
    let room = max(24, width / Double(max(1, columns.count)) * Double(step))
    return Chart.Axis(
      columns: columns.map { TextMeasure.fitted($0.label, to: room, Theme.label) }, step: step,
      title: unit)
  }

  private func values(width: Double) -> [ChartValue] {
    let points = width / Double(max(1, columns.count))
    let count = Double(max(1, series.count))
    let distance = min(10 / points, 1 / (count + 1))
    return columns.enumerated().flatMap { index, column in
      column.values.map { value in
        var value = value
        value.x = Double(index) + (Double(value.series) - (count - 1) / 2) * distance
        return value
      }
    }
  }

  /// The largest number of labels, so that they do not overlap.
  private static let mostLabels = 32
}

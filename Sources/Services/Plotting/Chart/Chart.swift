/// A picture of values: panels with axes and marks, below a heading.
package struct Chart: Sendable {
  let size: Size
  let title: String
  var subtitle = ""
  /// The room for the title, in points; that of the first panel by default.
  var titleWidth: Double?
  let panels: [Panel]
  var legend: Legend?

  /// Draws the picture.
  ///
  /// - Parameter format: The kind of file.
  /// - Returns: The content of the file.
  /// - Throws: ``PlotError/drawingFailed(reason:)`` if there is not enough memory.
  package func picture(_ format: PlotFormat) throws(PlotError) -> [UInt8] {
    try file(format)
  }

  /// Returns the colour of a series, by its number from 0.
  static func color(_ series: Int) -> Color { colors[max(0, series) % colors.count] }

  private static let colors = [Theme.pitch] + Theme.otherPitches
}

extension Chart: Drawable {
  func draw(on canvas: inout some PlotCanvas) {
    canvas.fill(Rectangle(x: 0, y: 0, width: size.width, height: size.height), Theme.background)
    for panel in panels {
      panel.drawAxes(on: &canvas)
      for mark in panel.marks { panel.draw(mark, on: &canvas) }
    }
    for panel in panels { canvas.outline(panel.frame, Theme.frame) }
    if let first = panels.first?.frame {
      canvas.writeHeading(title, subtitle: subtitle, above: first, width: titleWidth)
    }
    legend?.draw(on: &canvas)
    for panel in panels {
      if let message = panel.message { canvas.writeMessage(message, in: panel.frame) }
    }
  }
}

/// A value with its standard error.
package struct ChartValue: Sendable, Hashable {
  /// The position along the horizontal axis.
  package var x: Double
  /// The position along the vertical axis.
  package var y: Double
  /// One standard error of `y`; 0 draws no bar.
  package var error: Double
  /// The number of the series, from 0; it sets the colour.
  package var series: Int

  package init(x: Double, y: Double, error: Double = 0, series: Int = 0) {
    (self.x, self.y) = (x, y)
    (self.error, self.series) = (error, series)
  }
}

/// A plot that is drawn as a chart.
package protocol ChartPlot: Sendable {
  var chart: Chart { get }
}

extension ChartPlot {
  /// Draws the picture.
  ///
  /// - Parameter format: The kind of file.
  /// - Returns: The content of the file.
  /// - Throws: ``PlotError/drawingFailed(reason:)`` if there is not enough memory.
  package func picture(_ format: PlotFormat) throws(PlotError) -> [UInt8] {
    try chart.picture(format)
  }
}

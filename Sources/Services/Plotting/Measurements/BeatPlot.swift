/// A plot of lines near one frequency over time, each with its standard error.
package struct BeatPlot: Sendable {
  /// One line at one time.
  package struct Point: Sendable, Hashable {
    /// In seconds.
    package var time: Double
    /// In hertz.
    package var frequency: Double
    /// One standard error, in hertz.
    package var error: Double
    /// The number of the line, from 0; it sets the colour.
    package var line: Int

    /// Creates a point.
    ///
    /// - Parameters:
    ///   - time: In seconds.
    ///   - frequency: In hertz.
    ///   - error: One standard error, in hertz.
    ///   - line: The number of the line, from 0.
    package init(time: Double, frequency: Double, error: Double, line: Int) {
      (self.time, self.frequency) = (time, frequency)
      (self.error, self.line) = (error, line)
    }
  }

  /// The title of the plot.
  package var title: String
  /// The line below the title, such as the beats.
  package var subtitle: String
  /// The frequency that the lines lie near, in hertz.
  package var target: Double
  /// All lines at all times.
  package var points: [Point]

  /// Creates a plot.
  ///
  /// - Parameters:
  ///   - title: The title of the plot.
  ///   - subtitle: The line below the title.
  ///   - target: The frequency that the lines lie near, in hertz.
  ///   - points: All lines at all times; there may be none.
  package init(title: String, subtitle: String, target: Double, points: [Point]) {
    (self.title, self.subtitle) = (title, subtitle)
    (self.target, self.points) = (target, points)
  }

  /// Draws the picture.
  ///
  /// - Parameter format: The kind of file.
  /// - Returns: The content of the file.
  /// - Throws: ``PlotError/drawingFailed(reason:)`` if there is not enough memory.
  package func picture(_ format: PlotFormat) throws(PlotError) -> [UInt8] {
    try BeatDrawing(self).picture(format)
  }
}

/// Draws lines over time, with bars of one standard error, as ± is in text.
struct BeatDrawing: Drawable {
  let plot: BeatPlot
  let size = Size(width: 960, height: 480)
  let panel = Rectangle(x: 74, y: 84, width: 856, height: 330)
  private let times: ClosedRange<Double>
  private let frequencies: ClosedRange<Double>

  var title: String { plot.title }

  init(_ plot: BeatPlot) {
    self.plot = plot
    let points = plot.points.filter { $0.time.isFinite && $0.frequency.isFinite }
    let (first, last) = (points.map(\.time).min() ?? 0, points.map(\.time).max() ?? 1)
    times = min(first, last - 1)...max(last, first + 1)
    let low = min(plot.target, points.map(\.frequency).min() ?? plot.target)
    let high = max(plot.target, points.map(\.frequency).max() ?? plot.target)
    let margin = max(0.5, 0.15 * (high - low))
    frequencies = (low - margin)...(high + margin)
  }

  private func position(_ time: Double, _ frequency: Double) -> Point {
    let across = (time - times.lowerBound) / (times.upperBound - times.lowerBound)
    let up =
      (frequency - frequencies.lowerBound) / (frequencies.upperBound - frequencies.lowerBound)
    return Point(
      x: panel.x + (0.02 + 0.96 * across) * panel.width,
      y: panel.point(across: 0, up: min(1, max(0, up))).y)
  }

  func draw(on canvas: inout some PlotCanvas) {
    canvas.fill(Rectangle(x: 0, y: 0, width: size.width, height: size.height), Theme.background)
    drawAxes(on: &canvas)
    for point in plot.points where point.time.isFinite && point.frequency.isFinite {
      let color = Self.colors[point.line % Self.colors.count]
      canvas.stroke(
        from: position(point.time, point.frequency - point.error),
        to: position(point.time, point.frequency + point.error),
        LineStyle(width: 1.5, color: color))
      canvas.stroke(
        [[position(point.time, point.frequency)]], LineStyle(width: 6, color: color))
    }
    canvas.outline(panel, Theme.frame)
    canvas.writeHeading(plot.title, subtitle: plot.subtitle, above: panel)
    if plot.points.isEmpty { canvas.writeMessage("no line", in: panel) }
  }

  private static let colors = [Theme.pitch] + Theme.otherPitches

  private func drawAxes(on canvas: inout some PlotCanvas) {
    for value in Self.ticks(frequencies) {
      let y = position(times.lowerBound, value).y
      canvas.stroke(
        from: Point(x: panel.x, y: y), to: Point(x: panel.right, y: y),
        LineStyle(width: 0.75, color: Theme.noteLine))
      canvas.write(
        value.rounded(decimals: 2), at: Point(x: panel.x - 8, y: y + 3.7), .right, Theme.label)
    }
    for value in Self.ticks(times) {
      let x = position(value, plot.target).x
      canvas.stroke(
        from: Point(x: x, y: panel.y), to: Point(x: x, y: panel.bottom),
        LineStyle(width: 0.75, color: Theme.timeLine))
      canvas.write(
        value.rounded(decimals: 1), at: Point(x: x, y: panel.bottom + 17), .center, Theme.label)
    }
    let target = position(times.lowerBound, plot.target).y
    canvas.stroke(
      from: Point(x: panel.x, y: target), to: Point(x: panel.right, y: target),
      LineStyle(width: 1, color: Theme.octaveLine))
    canvas.write(
      "frequency, Hz", at: Point(x: panel.x, y: panel.y - 9), .left, Theme.quietLabel)
    canvas.write(
      "time, s", at: Point(x: panel.middle.x, y: panel.bottom + 40), .center, Theme.quietLabel)
  }

  /// Returns four to ten round values.
  private static func ticks(_ range: ClosedRange<Double>) -> [Double] {
    let span = range.upperBound - range.lowerBound
    let steps = [0.05, 0.1, 0.2, 0.25, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]
    let step = steps.first { span / $0 <= 10 } ?? span / 5
    let first = (range.lowerBound / step).rounded(.up)
    return stride(from: first, through: (range.upperBound / step).rounded(.down), by: 1).map {
      $0 * step
    }
  }
}

extension Chart {
  /// A rectangle with two axes.
  struct Panel: Sendable {
    let frame: Rectangle
    let across: Axis
    let up: Axis
    /// The name, in the upper left corner.
    var name = ""
    /// The values of the vertical axis that are in tune.
    var inTune: ClosedRange<Double>?
    var marks: [Mark] = []
    /// The message that is shown instead of marks.
    var message: String?

    /// Returns the position of a value on the canvas.
    func point(_ x: Double, _ y: Double) -> Point {
      frame.point(across: across.position(of: x), up: up.position(of: y))
    }
  }

  /// Something drawn on a panel, from values of its axes; widths are in points.
  enum Mark: Sendable {
    case dots([ChartValue], width: Double, Color)
    case rings([ChartValue])
    case line([ChartValue], width: Double, Color)
    /// An upright line.
    case bar(x: Double, from: Double, to: Double, width: Double, Color)
    /// A column that stands on the lower end of the axis.
    case column(ChartValue, width: Double, Color)

    /// Returns a dot for each value that is finite, and its bar of one standard error.
    static func measured(_ values: [ChartValue]) -> [Mark] {
      values.filter { $0.x.isFinite && $0.y.isFinite }.flatMap { value in
        let color = Chart.color(value.series)
        let hasBar = value.error > 0 && value.error.isFinite
        let bar = Mark.bar(
          x: value.x, from: value.y - value.error, to: value.y + value.error, width: 1.5, color)
        return (hasBar ? [bar] : []) + [Mark.dots([value], width: 6, color)]
      }
    }
  }
}

extension Chart.Panel {
  func draw(_ mark: Chart.Mark, on canvas: inout some PlotCanvas) {
    switch mark {
    case .dots(let values, let width, let color):
      canvas.stroke(points(values).map { [$0] }, LineStyle(width: width, color: color))
    case .rings(let values):
      for point in points(values) {
        canvas.stroke([[point]], LineStyle(width: 6.5, color: Theme.quietText))
        canvas.stroke([[point]], LineStyle(width: 4, color: Theme.background))
      }
    case .line(let values, let width, let color):
      canvas.stroke([points(values)], LineStyle(width: width, color: color))
    case .bar(let x, let start, let end, let width, let color):
      canvas.stroke(
        from: point(x, start), to: point(x, end), LineStyle(width: width, color: color))
    case .column(let value, let width, let color):
      let top = point(value.x, value.y)
      canvas.fill(
        Rectangle(x: top.x - width / 2, y: top.y, width: width, height: frame.bottom - top.y),
        color)
    }
  }

  private func points(_ values: [ChartValue]) -> [Point] { values.map { point($0.x, $0.y) } }

  /// Draws the lines and labels of both axes, and their titles.
  func drawAxes(on canvas: inout some PlotCanvas) {
    if let inTune {
      let top = point(0, inTune.upperBound).y
      canvas.fill(
        Rectangle(
          x: frame.x, y: top, width: frame.width, height: point(0, inTune.lowerBound).y - top),
        Theme.inTune)
    }
    for tick in up.ticks {
      let y = point(0, tick.value).y
      if case .grid(let color) = tick.line {
        canvas.stroke(
          from: Point(x: frame.x, y: y), to: Point(x: frame.right, y: y),
          LineStyle(width: 0.75, color: color))
      }
      let end = Point(x: frame.x - 8, y: y + 3.7)
      write(tick.label, at: end, .right, up.labelStyle, on: &canvas)
    }
    for tick in across.ticks { draw(tick, on: &canvas) }
    write(name, at: Point(x: frame.x + 6, y: frame.y + 14), .left, on: &canvas)
    write(up.title, at: Point(x: frame.x, y: frame.y - 9), .left, on: &canvas)
    write(
      across.title, at: Point(x: frame.middle.x, y: frame.bottom + across.titleDrop), .center,
      on: &canvas)
  }

  private func draw(_ tick: Chart.Axis.Tick, on canvas: inout some PlotCanvas) {
    let x = point(tick.value, 0).x
    switch tick.line {
    case .none: break
    case .grid(let color):
      canvas.stroke(
        from: Point(x: x, y: frame.y), to: Point(x: x, y: frame.bottom),
        LineStyle(width: 0.75, color: color))
    case .foot:
      canvas.stroke(
        from: Point(x: x, y: frame.bottom), to: Point(x: x, y: frame.bottom + 4),
        LineStyle(width: 0.75, color: Theme.frame))
    }
    let middle = Point(x: x, y: frame.bottom + across.labelDrop)
    write(tick.label, at: middle, .center, across.labelStyle, on: &canvas)
  }

  private func write(
    _ text: String, at point: Point, _ alignment: TextAlignment,
    _ style: LabelStyle = Theme.quietLabel, on canvas: inout some PlotCanvas
  ) {
    guard !text.isEmpty else { return }
    canvas.write(text, at: point, alignment, style)
  }
}

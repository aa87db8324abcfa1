import SignalProcessing

/// A plot of a piano: B over the keys with the fit, and the stretch of its tuning.
package struct PianoPlot: Sendable {
  /// A value of one key.
  package struct Measured: Sendable, Hashable {
    /// The key, 0 for A0 to 87 for C8.
    package var key: Int
    /// The value.
    package var value: Double
    /// One standard error.
    package var error: Double

    /// Creates a value.
    package init(key: Int, value: Double, error: Double) {
      self.key = key
      self.value = value
      self.error = error
    }
  }

  /// The title.
  package var title: String
  /// The inharmonicity B of the measured keys.
  package var inharmonicities: [Measured]
  /// The inharmonicity B of all 88 keys according to the model.
  package var model: [Double]
  /// The stretch of all 88 keys, in cents.
  package var curve: [Double]
  /// The stretch without smoothing, in cents.
  package var roughCurve: [Double]
  /// The first partials before tuning, in cents from equal temperament.
  package var before: [Measured]
  /// The first partials after tuning, in cents from equal temperament.
  package var after: [Measured]

  /// Creates a plot.
  package init(
    title: String, inharmonicities: [Measured], model: [Double], curve: [Double],
    roughCurve: [Double], before: [Measured], after: [Measured]
  ) {
    self.title = title
    self.inharmonicities = inharmonicities
    self.model = model
    self.curve = curve
    self.roughCurve = roughCurve
    self.before = before
    self.after = after
  }

  /// Draws the picture.
  ///
  /// - Parameter format: The kind of file.
  /// - Returns: The content of the file.
  /// - Throws: ``PlotError/drawingFailed(reason:)`` if there is not enough memory.
  package func picture(_ format: PlotFormat) throws(PlotError) -> [UInt8] {
    try PianoDrawing(self).picture(format)
  }
}

/// Draws a piano: B on a logarithmic scale above, the stretch in cents below, over the 88 keys.
struct PianoDrawing: Drawable {
  let plot: PianoPlot
  let size = Size(width: 960, height: 640)
  private let stiffness = Rectangle(x: 70, y: 84, width: 858, height: 222)
  private let stretch = Rectangle(x: 70, y: 356, width: 858, height: 230)
  private let limit: Double  // of the cents

  var title: String { plot.title }

  init(_ plot: PianoPlot) {
    self.plot = plot
    let values = (plot.curve + plot.before.map(\.value) + plot.after.map(\.value))
      .filter(\.isFinite).map(\.magnitude)
    let greatest = values.max() ?? 0
    limit = [10.0, 20, 40, 60, 100, 200].first { $0 >= 1.05 * greatest } ?? 400
  }

  func draw(on canvas: inout some PlotCanvas) {
    canvas.fill(Rectangle(x: 0, y: 0, width: size.width, height: size.height), Theme.background)
    canvas.writeHeading(plot.title, above: stiffness)
    drawKeys(on: &canvas)
    drawStiffness(on: &canvas)
    drawStretch(on: &canvas)
    for panel in [stiffness, stretch] { canvas.outline(panel, Theme.frame) }
  }

  private func x(_ key: Int) -> Double { stiffness.x + stiffness.width * (Double(key) + 0.5) / 88 }

  /// Draws a line at each A, with its name below.
  private func drawKeys(on canvas: inout some PlotCanvas) {
    for octave in 0...7 {
      for panel in [stiffness, stretch] {
        canvas.stroke(
          from: Point(x: x(12 * octave), y: panel.y),
          to: Point(x: x(12 * octave), y: panel.bottom),
          LineStyle(width: 0.75, color: Theme.noteLine))
      }
      canvas.write(
        "A\(octave)", at: Point(x: x(12 * octave), y: stretch.bottom + 17), .center, Theme.label)
    }
  }

  // From 10⁻⁵ to 10⁻¹.
  private func y(inharmonicity value: Double) -> Double {
    let share = (Elementary.log10(max(1e-9, value)) + 5) / 4
    return stiffness.point(across: 0, up: min(1, max(0, share))).y
  }

  private func drawStiffness(on canvas: inout some PlotCanvas) {
    for (exponent, label) in zip(1...5, ["0.1", "0.01", "0.001", "0.0001", "0.00001"]) {
      let y = stiffness.point(across: 0, up: Double(5 - exponent) / 4).y
      canvas.stroke(
        from: Point(x: stiffness.x, y: y), to: Point(x: stiffness.right, y: y),
        LineStyle(width: 0.75, color: Theme.noteLine))
      canvas.write(label, at: Point(x: stiffness.x - 8, y: y + 3.7), .right, Theme.label)
    }
    canvas.write(
      "inharmonicity B: measured with one standard error, and the model",
      at: Point(x: stiffness.x, y: stiffness.y - 9), .left, Theme.quietLabel)
    let line = plot.model.enumerated().map { Point(x: x($0), y: y(inharmonicity: $1)) }
    canvas.stroke([line], LineStyle(width: 1.5, color: Theme.level))
    for measured in plot.inharmonicities where (0..<88).contains(measured.key) {
      let high = y(inharmonicity: measured.value + measured.error)
      let low = y(inharmonicity: max(1e-9, measured.value - measured.error))
      canvas.stroke(
        from: Point(x: x(measured.key), y: low), to: Point(x: x(measured.key), y: high),
        LineStyle(width: 1, color: Theme.pitch))
      canvas.stroke(
        [[Point(x: x(measured.key), y: y(inharmonicity: measured.value))]],
        LineStyle(width: 5, color: Theme.pitch))
    }
    if plot.inharmonicities.isEmpty { canvas.writeMessage("nothing measured", in: stiffness) }
  }

  private func y(cents: Double) -> Double {
    stretch.point(across: 0, up: min(1, max(0, 0.5 + 0.5 * cents / limit))).y
  }

  private func drawStretch(on canvas: inout some PlotCanvas) {
    for share in [-1, -0.5, 0, 0.5, 1] {
      let y = y(cents: share * limit)
      canvas.stroke(
        from: Point(x: stretch.x, y: y), to: Point(x: stretch.right, y: y),
        LineStyle(width: 0.75, color: share == 0 ? Theme.octaveLine : Theme.noteLine))
      let label = "\(share > 0 ? "+" : "")\(Int(share * limit))"
      canvas.write(label, at: Point(x: stretch.x - 8, y: y + 3.7), .right, Theme.label)
    }
    canvas.write(
      "stretch in cents: curve, thin without smoothing; rings before, dots after tuning",
      at: Point(x: stretch.x, y: stretch.y - 9), .left, Theme.quietLabel)
    canvas.stroke([points(plot.roughCurve)], LineStyle(width: 0.75, color: Theme.quietText))
    canvas.stroke([points(plot.curve)], LineStyle(width: 1.75, color: Theme.level))
    for measured in plot.before where (0..<88).contains(measured.key) {
      let point = Point(x: x(measured.key), y: y(cents: measured.value))
      canvas.stroke([[point]], LineStyle(width: 6.5, color: Theme.quietText))
      canvas.stroke([[point]], LineStyle(width: 4, color: Theme.background))
    }
    for measured in plot.after where (0..<88).contains(measured.key) {
      let point = Point(x: x(measured.key), y: y(cents: measured.value))
      canvas.stroke([[point]], LineStyle(width: 5, color: Theme.pitch))
    }
  }

  private func points(_ cents: [Double]) -> [Point] {
    cents.enumerated().map { Point(x: x($0), y: y(cents: $1)) }
  }
}

import SignalProcessing

/// A plot of a piano: B over the keys with the fit, and the stretch of its tuning.
package struct PianoPlot: ChartPlot {
  /// A value of one key, with its standard error.
  package typealias Measured = ChartValue

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
}

extension ChartValue {
  /// Creates a value of a key: 0 for A0 to 87 for C8.
  package init(key: Int, value: Double, error: Double) {
    self.init(x: Double(key), y: value, error: error)
  }
}

extension PianoPlot {
  /// The plot: B on a logarithmic scale above, the stretch in cents below, over the 88 keys.
  package var chart: Chart {
    Chart(
      size: Size(width: 960, height: 640), title: title, panels: [stiffness, stretch])
  }

  /// Returns the axis of the keys, with a line at each A.
  private static func keys(hasLabels: Bool) -> Chart.Axis {
    Chart.Axis(
      range: -0.5...87.5,
      ticks: (0...7).map {
        Chart.Axis.Tick(value: Double(12 * $0), label: hasLabels ? "A\($0)" : "")
      })
  }

  private var stiffness: Chart.Panel {
    let labels = ["0.00001", "0.0001", "0.001", "0.01", "0.1"]
    var marks = [Chart.Mark.line(Self.line(model.map(Self.logarithm)), width: 1.5, Theme.level)]
    for value in inharmonicities where Self.isKey(value) {
      marks.append(
        .bar(
          x: value.x, from: Self.logarithm(value.y - value.error),
          to: Self.logarithm(value.y + value.error), width: 1, Theme.pitch))
      let dot = ChartValue(x: value.x, y: Self.logarithm(value.y))
      marks.append(.dots([dot], width: 5, Theme.pitch))
    }
    return Chart.Panel(
      frame: Rectangle(x: 70, y: 84, width: 858, height: 222),
      across: Self.keys(hasLabels: false),
      up: Chart.Axis(
        -5...(-1), parts: 4,
        title: "inharmonicity B: measured with one standard error, and the model"
      ) { labels[Int($0) + 5] },
      marks: marks, message: inharmonicities.isEmpty ? "nothing measured" : nil)
  }

  private static func logarithm(_ value: Double) -> Double { Elementary.log10(max(1e-9, value)) }

  private static func isKey(_ value: ChartValue) -> Bool { (0..<88).contains(value.x) }

  private static func line(_ values: [Double]) -> [ChartValue] {
    values.enumerated().map { ChartValue(x: Double($0), y: $1) }
  }

  private var stretch: Chart.Panel {
    let greatest =
      (curve + before.map(\.y) + after.map(\.y)).filter(\.isFinite).map(\.magnitude).max() ?? 0
    return Chart.Panel(
      frame: Rectangle(x: 70, y: 356, width: 858, height: 230),
      across: Self.keys(hasLabels: true),
      up: Chart.Axis(
        deviationsTo: 1.05 * greatest, limits: [10, 20, 40, 60, 100, 200, 400], parts: 4,
        title: "stretch in cents: curve, thin without smoothing; rings before, dots after tuning"),
      marks: [
        .line(Self.line(roughCurve), width: 0.75, Theme.quietText),
        .line(Self.line(curve), width: 1.75, Theme.level), .rings(before.filter(Self.isKey)),
      ] + after.filter(Self.isKey).map { .dots([$0], width: 5, Theme.pitch) })
  }
}

/// A plot of bells or their kin over their notes: how far each partial is from its target, before
/// and after tuning.
package struct BellPlot: ChartPlot {
  /// A value of one object.
  package typealias Point = ChartValue

  /// A partial of all objects.
  package struct Series: Sendable, Hashable {
    /// Its name, such as `tierce`.
    package var name: String
    /// Before tuning, from the lowest note.
    package var before: [Point]
    /// After tuning, from the lowest note.
    package var after: [Point]

    package init(name: String, before: [Point], after: [Point]) {
      self.name = name
      self.before = before.filter(\.y.isFinite)
      self.after = after.filter(\.y.isFinite)
    }
  }

  /// The title.
  package var title: String
  /// From the first to the last panel.
  package var series: [Series]

  package init(title: String, series: [Series]) {
    self.title = title
    self.series = series
  }
}

extension ChartValue {
  /// Creates a deviation over the MIDI number of a note.
  package init(note: Int, cents: Double) { self.init(x: Double(note), y: cents) }
}

extension BellPlot {
  /// The plot, with a panel for each partial.
  package var chart: Chart {
    let notes = series.flatMap { ($0.before + $0.after).map { Int($0.x) } }
    let lowest = notes.min() ?? 60
    let range = lowest...max(lowest + 1, notes.max() ?? 72)
    var panels = series.enumerated().map { index, series in
      Chart.Panel(
        frame: Self.frame(index), across: Self.axis(range),
        up: Chart.Axis(
          deviationsTo: 1.05 * ((series.before + series.after).map(\.y.magnitude).max() ?? 0),
          limits: [2, 5, 10, 20, 50, 100, 200, 500, 1200], parts: 2),
        name: series.name,
        marks: [.rings(series.before)]
          + series.after.map { .dots([$0], width: 5, Theme.pitch) })
    }
    if panels.isEmpty {
      let empty = Chart.Axis(range: 0...1)
      panels = [
        Chart.Panel(frame: Self.frame(0), across: empty, up: empty, message: "nothing measured")
      ]
    }
    return Chart(
      size: Size(width: 960, height: Self.frame(panels.count).y + 26), title: title,
      subtitle: "cents from the target: rings before, dots after tuning", panels: panels)
  }

  private static func frame(_ index: Int) -> Rectangle {
    Rectangle(x: 70, y: 90 + 138 * Double(index), width: 858, height: 108)
  }

  /// Returns the axis of the notes, with a line at each C.
  private static func axis(_ notes: ClosedRange<Int>) -> Chart.Axis {
    let ticks = notes.filter { $0 % 12 == 0 }.map {
      Chart.Axis.Tick(value: Double($0), label: "C\($0 / 12 - 1)")
    }
    return Chart.Axis(
      range: (Double(notes.lowerBound) - 0.5)...(Double(notes.upperBound) + 0.5), ticks: ticks,
      labelStyle: Theme.quietLabel, labelDrop: 14)
  }
}

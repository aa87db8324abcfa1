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
  /// The names of the objects, by the MIDI numbers of their notes; they are written below each panel.
  package var names: [Int: String]

  package init(title: String, series: [Series], names: [Int: String] = [:]) {
    self.title = title
    self.series = series
    self.names = names
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
        frame: Self.frame(index), across: axis(range),
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

  /// Returns the axis of the notes: the name of each object, as far as there is room, and a line at
  /// each C.
  private func axis(_ notes: ClosedRange<Int>) -> Chart.Axis {
    let noteWidth = Self.frame(0).width / Double(notes.count)
    var labels: [Int: String] = [:]
    func add(_ note: Int, _ label: String) {
      let room = Self.labelWidth / noteWidth
      guard labels.keys.allSatisfy({ Double(abs($0 - note)) >= room }) else { return }
      labels[note] = label
    }
    for (note, name) in names.sorted(by: { $0.key < $1.key }) { add(note, name) }
    for note in notes where note % 12 == 0 { add(note, "C\(note / 12 - 1)") }
    let ticks = notes.filter { labels[$0] != nil || $0 % 12 == 0 }.map {
      Chart.Axis.Tick(
        value: Double($0), label: labels[$0] ?? "",
        line: $0 % 12 == 0 ? .grid(Theme.noteLine) : .none)
    }
    return Chart.Axis(
      range: (Double(notes.lowerBound) - 0.5)...(Double(notes.upperBound) + 0.5), ticks: ticks,
      labelStyle: Theme.quietLabel, labelDrop: 14)
  }

  /// The room that a name needs, in points.
  private static let labelWidth = 26.0
}

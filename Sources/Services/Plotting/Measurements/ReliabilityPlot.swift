extension Chart {
  /// Readings of about the same confidence: their number, at least 1, their mean confidence and the
  /// share of right ones, both 0...1.
  package typealias ReliabilityBin = (count: Int, confidence: Double, share: Double)

  /// Creates a reliability diagram: the share of right readings over their confidence.
  ///
  /// Readings whose confidence equals their share of right readings lie on the diagonal.
  ///
  /// - Parameters:
  ///   - title: The title of the plot.
  ///   - curves: The curves to compare, with bins in order of confidence; six have colours of their
  ///     own.
  /// - Returns: The diagram, in which dots grow with their number of readings.
  /// - SeeAlso: A. Niculescu-Mizil, R. Caruana, "Predicting good probabilities with supervised
  ///   learning", ICML 2005, [doi:10.1145/1102351.1102430](https://doi.org/10.1145/1102351.1102430).
  package static func reliability(
    title: String, curves: [(name: String, bins: [ReliabilityBin])]
  ) -> Chart {
    let frame = Rectangle(x: 64, y: 60, width: 370, height: 370)
    let colors = (0...Theme.otherPitches.count).map(color) + [Theme.level]
    let diagonal = [ChartValue(x: 0, y: 0), ChartValue(x: 1, y: 1)]
    var marks = [Mark.line(diagonal, width: 1, Theme.octaveLine)]
    for (index, curve) in curves.enumerated() {
      let color = colors[index % colors.count]
      let values = curve.bins.map { ChartValue(x: $0.confidence, y: $0.share) }
      marks.append(.line(values, width: 1.5, color))
      marks += zip(values, curve.bins).map { .dots([$0], width: dotWidth($1.count), color) }
    }
    func axis(_ title: String) -> Axis {
      Axis(0...1, parts: 5, title: title) { $0.rounded(decimals: 1) }
    }
    var across = axis("confidence")
    across.titleDrop = 36
    return Chart(
      size: Size(width: 640, height: 480), title: title, titleWidth: 592,
      panels: [
        Panel(frame: frame, across: across, up: axis("share of right readings"), marks: marks)
      ],
      legend: Legend(
        entries: curves.enumerated().map { ($1.name, colors[$0 % colors.count]) },
        origin: Point(x: frame.right + 24, y: frame.y + 12), arrangement: .list,
        style: Theme.label, longest: 130))
  }

  /// The width of a dot: the fourth root, since some bins have a thousand times as many readings.
  private static func dotWidth(_ count: Int) -> Double {
    min(14, max(2.5, Double(count).squareRoot().squareRoot()))
  }
}

extension Chart {
  /// Creates a plot of lines near one frequency over time, each with its standard error.
  ///
  /// - Parameters:
  ///   - title: The title of the plot.
  ///   - subtitle: The line below the title, such as the beats.
  ///   - target: The frequency that the lines lie near, in hertz.
  ///   - lines: All lines at all times, in seconds and hertz, with the number of each line as its
  ///     series; there may be none.
  /// - Returns: The plot.
  package static func beats(
    title: String, subtitle: String, target: Double, lines: [ChartValue]
  ) -> Chart {
    let finite = lines.filter { $0.x.isFinite && $0.y.isFinite }
    let (first, last) = (finite.map(\.x).min() ?? 0, finite.map(\.x).max() ?? 1)
    let times = min(first, last - 1)...max(last, first + 1)
    let low = min(target, finite.map(\.y).min() ?? target)
    let high = max(target, finite.map(\.y).max() ?? target)
    let margin = max(0.5, 0.15 * (high - low))
    // Dots at the ends of the time are not cut.
    let side = (times.upperBound - times.lowerBound) / 48
    var across = Axis(
      range: (times.lowerBound - side)...(times.upperBound + side), title: "time, s")
    across.ticks = roundValues(times).map {
      Axis.Tick(value: $0, label: $0.rounded(decimals: 1), line: .grid(Theme.timeLine))
    }
    var up = Axis(range: (low - margin)...(high + margin), title: "frequency, Hz")
    up.ticks = roundValues(up.range).map { Axis.Tick(value: $0, label: $0.rounded(decimals: 2)) }
    let line = [across.range.lowerBound, across.range.upperBound].map {
      ChartValue(x: $0, y: target)
    }
    return Chart(
      size: Size(width: 960, height: 480), title: title, subtitle: subtitle,
      panels: [
        Panel(
          frame: Rectangle(x: 74, y: 84, width: 856, height: 330), across: across, up: up,
          marks: [.line(line, width: 1, Theme.octaveLine)] + Mark.measured(lines),
          message: lines.isEmpty ? "no line" : nil)
      ])
  }

  /// Returns four to ten round values.
  private static func roundValues(_ range: ClosedRange<Double>) -> [Double] {
    let span = range.upperBound - range.lowerBound
    let steps = [0.05, 0.1, 0.2, 0.25, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]
    let step = steps.first { span / $0 <= 10 } ?? span / 5
    let first = (range.lowerBound / step).rounded(.up)
    return stride(from: first, through: (range.upperBound / step).rounded(.down), by: 1).map {
      $0 * step
    }
  }
}

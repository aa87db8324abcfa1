extension PlotDrawing {
  /// Greys out what has no pitch; where a column has both, in proportion.
  func drawUnvoicedSpans(on canvas: inout some PlotCanvas) {
    for run in runs where run.share < 1 {
      var color = Theme.unvoiced
      color.opacity = Theme.unvoicedOpacity * (1 - run.share)
      canvas.fill(rectangle(of: run, in: layout.pitches), color)
    }
  }

  /// Fills the band under the pitches where there is one.
  func drawVoicing(on canvas: inout some PlotCanvas) {
    for run in runs where run.share > 0 {
      var color = Theme.pitch
      color.opacity = 0.15 + 0.85 * run.share
      canvas.fill(rectangle(of: run, in: layout.voicing), color)
    }
  }

  /// Neighbouring columns of equal voicing.
  private struct Run {
    var columns: Range<Int>
    var share: Double
  }

  private var runs: [Run] {
    var runs: [Run] = []
    for (index, column) in plot.readings.columns.enumerated() {
      let share = (column.voicedShare * 8).rounded() / 8
      if let last = runs.last, last.share == share {
        runs[runs.count - 1].columns = last.columns.lowerBound..<(index + 1)
      } else {
        runs.append(Run(columns: index..<(index + 1), share: share))
      }
    }
    return runs
  }

  private func rectangle(of run: Run, in panel: Rectangle) -> Rectangle {
    let left = edge(ofReading: run.columns.lowerBound * plot.readings.span)
    let isLast = run.columns.upperBound == plot.readings.columns.count
    let right =
      isLast ? panel.right : edge(ofReading: run.columns.upperBound * plot.readings.span)
    return Rectangle(x: left, y: panel.y, width: right - left, height: panel.height)
  }
}

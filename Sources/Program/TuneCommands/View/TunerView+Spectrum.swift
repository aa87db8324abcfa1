import CommandKit
import InstrumentTuning

#if canImport(Darwin)
  import Darwin  // logarithms
#else
  import Glibc
#endif

extension TunerView {
  /// Level over frequency, both logarithmic, with the partials of the note marked below.
  func drawSpectrum(on canvas: inout Canvas, _ rows: Range<Int>) {
    let bands = state.scope.spectrum
    let left = 5
    let columns = size.columns - left - 1
    guard rows.count >= 3, columns > 0, !bands.isEmpty else {
      return canvas.drawCentered("no sound yet", row: rows.lowerBound, style: .faint)
    }
    let plot = rows.lowerBound..<rows.upperBound - 1
    for (text, level) in [("0", 0.0), ("\(symbols.minus)48", -48.0), ("\(symbols.minus)96", -96.0)]
    {
      let row = plot.lowerBound + Int(Double(plot.count - 1) * -level / -Self.quietest)
      canvas.draw(text, row: row, endColumn: left - 1, style: .faint)
    }
    for column in 0..<columns {
      let start = column * bands.count / columns
      let end = max(start + 1, (column + 1) * bands.count / columns)
      guard end <= bands.count else { continue }
      let level = Double(bands[start..<end].filter { !$0.isNaN }.max() ?? -.infinity)
      drawBar(on: &canvas, plot, column: left + column, level: level)
    }
    drawFrequencies(
      on: &canvas, top: rows.lowerBound, row: rows.upperBound - 1, left: left, columns: columns)
  }

  /// The lowest level that has a position, in dBFS.
  private static let quietest = -96.0

  private func drawBar(on canvas: inout Canvas, _ rows: Range<Int>, column: Int, level: Double) {
    let steps = Array(capabilities.hasUnicode ? "▁▂▃▄▅▆▇█" : "#")
    let part = max(0, min(1, (level - Self.quietest) / -Self.quietest))
    guard !level.isNaN else { return }
    var left = Int((part * Double(rows.count * steps.count)).rounded())
    var row = rows.upperBound - 1
    let style: TextStyle = level >= state.gateThreshold ? .good : .faint
    while left > 0, row >= rows.lowerBound {
      canvas.draw(String(steps[min(left, steps.count) - 1]), row: row, column: column, style: style)
      left -= steps.count
      row -= 1
    }
  }

  private func drawFrequencies(
    on canvas: inout Canvas, top: Int, row: Int, left: Int, columns: Int
  ) {
    let range = state.scope.spectrumRange
    func column(_ frequency: Double) -> Int {
      left
        + Int(
          log(frequency / range.lowerBound) / log(range.upperBound / range.lowerBound)
            * Double(columns))
    }
    for (frequency, text) in [(100.0, "100"), (1000, "1k"), (10_000, "10k")]
    where range.contains(frequency) {
      canvas.draw(text, row: top, column: column(frequency), style: .faint)
    }
    guard let reading = state.deviation else { return }
    for partial in 1...12 {
      let frequency = Double(partial) * reading.frequency
      guard range.contains(frequency) else { continue }
      canvas.draw(
        String(symbols.needleBelow), row: row, column: column(frequency), style: noteStyle)
    }
  }
}

import CommandKit
import InstrumentTuning

extension TunerView {
  /// The scale of ±50 cents with its in-tune zone, and the needle.
  func drawScale(on canvas: inout Canvas, _ layout: TunerLayout) {
    let scale = CentScale(columns: size.columns)
    let line = (0..<scale.columns).map { column in
      let isTick = scale.ticks.contains { $0.column == column }
      return isTick ? symbols.scaleTick : symbols.scaleLine
    }
    canvas.draw(String(line), row: layout.scaleRow, column: scale.start, style: .faint)
    let zone = scale.column(of: -state.setup.tolerance)...scale.column(of: state.setup.tolerance)
    canvas.draw(
      String(repeating: symbols.zone, count: zone.count), row: layout.scaleRow,
      column: scale.start + zone.lowerBound, style: .good)
    canvas.draw(
      String(symbols.scaleCenter), row: layout.scaleRow,
      column: scale.start + scale.column(of: 0), style: .good)
    if let row = layout.labelRow { drawLabels(of: scale, on: &canvas, row: row) }
    drawNeedle(scale, on: &canvas, layout)
  }

  private func drawLabels(of scale: CentScale, on canvas: inout Canvas, row: Int) {
    for tick in scale.ticks where scale.columns >= 60 || tick.cents % 20 != 0 || tick.cents == 0 {
      // Narrow terminals label every other tick: ±50, ±30, ±10 and 0.
      let label = tick.cents < 0 ? "\(symbols.minus)\(-tick.cents)" : "\(tick.cents)"
      let text = tick.cents > 0 ? "+" + label : label
      let middle = tick.cents == 0 ? 0 : 1  // the digits, not the sign, stand over the tick
      let column = scale.start + tick.column - middle
      canvas.draw(
        text, row: row, column: min(max(0, column), size.columns - text.columns), style: .faint)
    }
  }

  private func drawNeedle(_ scale: CentScale, on canvas: inout Canvas, _ layout: TunerLayout) {
    guard let reading = state.deviation else { return }
    let column = scale.start + scale.column(of: reading.cents)
    let isBeyond = reading.cents.magnitude > CentScale.limit
    let edge = reading.cents < 0 ? symbols.beyondLeft : symbols.beyondRight
    canvas.draw(
      String(isBeyond ? edge : symbols.needleBelow), row: layout.lowerNeedleRow, column: column,
      style: noteStyle)
    if let row = layout.upperNeedleRow {
      canvas.draw(
        String(isBeyond ? edge : symbols.needleAbove), row: row, column: column, style: noteStyle)
    }
  }
}

/// A horizontal scale from -50 to +50 cents whose middle is one exact column.
struct CentScale: Hashable {
  static let limit = 50.0

  /// The column of the terminal where the scale starts.
  let start: Int
  /// An odd number, so that 0 has a column of its own.
  let columns: Int

  /// Fits the scale into a terminal; at least two columns stay free on each side.
  init(columns available: Int) {
    // A multiple of ten between the ends puts every tick on an exact column.
    let cells = max(1, (available - 4) / 10) * 10
    columns = cells + 1
    start = (available - columns) / 2
  }

  /// The column, from 0, of a distance; distances beyond the ends stay at the ends.
  func column(of cents: Double) -> Int {
    let position = (min(max(cents, -Self.limit), Self.limit) / Self.limit + 1) / 2
    return Int((position * Double(columns - 1)).rounded())
  }

  /// A tick every ten cents.
  var ticks: [(cents: Int, column: Int)] {
    stride(from: -50, through: 50, by: 10).map { ($0, column(of: Double($0))) }
  }
}

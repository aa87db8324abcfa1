import CommandKit

extension TunerView {
  /// Some periods of the wave itself, standing still while the tone is steady.
  func drawWave(on canvas: inout Canvas, _ rows: Range<Int>) {
    let wave = state.scope.wave
    let columns = size.columns - 2
    guard rows.count >= 2, columns > 0, wave.count > 1 else {
      return canvas.drawCentered("no sound yet", row: rows.lowerBound, style: .faint)
    }
    // The loudest sample fills the height, down to a level where only noise would be magnified.
    let peak = max(0.01, wave.map(\.magnitude).filter(\.isFinite).max() ?? 0)
    guard capabilities.hasUnicode else { return drawStars(wave, peak, on: &canvas, rows, columns) }
    var bitmap = BrailleBitmap(columns: columns, rows: rows.count)
    var last: (x: Double, y: Double)?
    for x in 0..<bitmap.width {
      let value = wave[x * (wave.count - 1) / max(1, bitmap.width - 1)]
      guard value.isFinite else { continue }
      let y = (0.5 - 0.48 * Double(value / peak)) * Double(bitmap.height)
      let here = (x: Double(x), y: y)
      bitmap.line(from: last ?? here, to: here)
      last = here
    }
    canvas.draw(bitmap, row: rows.lowerBound, column: 1) { _, _ in
      state.deviation == nil ? .faint : noteStyle
    }
  }

  private func drawStars(
    _ wave: [Float], _ peak: Float, on canvas: inout Canvas, _ rows: Range<Int>, _ columns: Int
  ) {
    for column in 0..<columns {
      let value = wave[column * (wave.count - 1) / max(1, columns - 1)]
      guard value.isFinite else { continue }
      let position = (0.5 - 0.48 * Double(value / peak)) * Double(rows.count)
      canvas.draw(
        "*", row: rows.lowerBound + min(rows.count - 1, max(0, Int(position))), column: 1 + column,
        style: state.deviation == nil ? .faint : noteStyle)
    }
  }
}

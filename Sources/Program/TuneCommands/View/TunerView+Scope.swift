import CommandKit
import InstrumentTuning

#if canImport(Darwin)
  import Darwin  // cosine and logarithm
#else
  import Glibc
#endif

extension TunerView {
  /// Draws one line of stripes per partial: they stand still in tune, run to the right when sharp
  /// and to the left when flat, the further off, the faster, as on a turning disc.
  func drawStrobe(on canvas: inout Canvas, _ rows: Range<Int>) {
    let stripes = state.scope.stripes.filter(\.isVisible)
    guard !stripes.isEmpty, !rows.isEmpty else {
      return canvas.drawCentered(
        "play a note", row: (rows.lowerBound + rows.upperBound) / 2, style: .faint)
    }
    let count = state.scope.stripes.count
    let height = max(1, rows.count / max(1, count))
    if let coefficient = state.scope.inharmonicity, rows.count > count * height {
      let text = "string inharmonicity \((coefficient * 1e6).formatted(decimals: 0)) millionths"
      canvas.draw(text, row: rows.upperBound - 1, endColumn: size.columns - 1, style: .faint)
    }
    let loudest = stripes.map(\.level).max() ?? 0
    for (index, stripe) in state.scope.stripes.enumerated() {
      let first = rows.lowerBound + index * height
      guard first + height <= rows.upperBound, stripe.isVisible else { continue }
      let text = pattern(stripe, columns: max(0, size.columns - 16), loudest: loudest)
      let style = self.style(ofDeviation: stripe.deviation)
      for row in first..<first + max(1, height - (height > 2 ? 1 : 0)) {
        canvas.draw(text, row: row, column: 4, style: style)
      }
      canvas.draw("\(stripe.number)", row: first, endColumn: 3, style: .faint)
      if let deviation = stripe.deviation {
        canvas.draw(
          signedCents(deviation) + " c", row: first, endColumn: size.columns - 1, style: style)
      }
    }
  }

  /// Returns stripes of four shades; a partial has as many as its number times two, so that all of
  /// them cross the line at the speed of the same disc.
  private func pattern(_ stripe: ScopeState.Stripe, columns: Int, loudest: Double) -> String {
    let shades = Array(capabilities.hasUnicode ? " ░▒▓█" : " .:*#")
    let brightness = max(0, min(1, 1 + (stripe.level - loudest) / 48))
    let count = Double(max(2, 2 * stripe.number))
    let characters = (0..<columns).map { column in
      let position = (Double(column) + 0.5) / Double(max(1, columns)) * count - stripe.turns
      let light = 0.5 + 0.5 * cos(2 * Double.pi * position)
      // Squared off, because the eye follows edges.
      let edge = max(0, min(1, (light - 0.5) * 3 + 0.5))
      let shade = edge * brightness * Double(shades.count - 1)
      return shades[Int(shade.rounded())]
    }
    return String(characters)
  }

  private func style(ofDeviation cents: Double?) -> TextStyle {
    guard let cents else { return .faint }
    if cents.magnitude <= state.setup.tolerance { return .good }
    return cents < 0 ? .low : .high
  }
}

extension ScopeState.Stripe {
  /// True if there is anything to draw.
  fileprivate var isVisible: Bool { level.isFinite && turns.isFinite }
}

extension TunerView {
  /// Draws level over frequency, both logarithmic, with the partials of the note marked below.
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

extension TunerView {
  /// Draws some periods of the wave itself, standing still while the tone is steady.
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

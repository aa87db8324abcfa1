import CommandKit

extension TunerView {
  /// The level as a bar in dBFS, with the gate drawn where it opens, and the noise that it has learned.
  func drawLevel(on canvas: inout Canvas, _ layout: TunerLayout) {
    let text = levelText
    let meter = LevelMeterScale(columns: max(10, size.columns - 9 - 3 - (isWide ? 20 : 9)))
    canvas.draw("level", row: layout.levelRow, column: 1, style: .faint)
    let isOpen = state.level >= state.gateThreshold
    let filled = meter.column(of: state.level)
    for column in 0..<meter.columns {
      let isFilled = column < filled
      canvas.draw(
        String(isFilled ? symbols.meterFull : symbols.meterEmpty), row: layout.levelRow,
        column: 8 + column, style: style(ofMeterColumn: column, isFilled, isOpen, meter))
    }
    if state.noiseLevel > LevelMeterScale.quietest {
      let column = min(meter.column(of: state.noiseLevel), meter.columns - 1)
      canvas.draw(String(symbols.meterNoise), row: layout.levelRow, column: 8 + column)
    }
    if state.gateThreshold.isFinite {
      let column = min(meter.column(of: state.gateThreshold), meter.columns - 1)
      canvas.draw(
        String(symbols.meterGate), row: layout.levelRow, column: 8 + column, style: .strong)
    }
    canvas.draw(text, row: layout.levelRow, endColumn: size.columns - 1)
  }

  private var isWide: Bool { size.columns >= 70 }

  private var levelText: String {
    guard state.level.isFinite else { return "silence" }
    let level = decibels(state.level) + " dBFS"
    guard isWide, state.noiseLevel.isFinite else { return level }
    return "noise \(decibels(state.noiseLevel)) \(level)"
  }

  private func decibels(_ level: Double) -> String {
    let text = level.rounded().formatted(decimals: 0)
    return text.first == "-" ? symbols.minus + text.dropFirst() : text
  }

  private func style(
    ofMeterColumn column: Int, _ isFilled: Bool, _ isOpen: Bool, _ meter: LevelMeterScale
  ) -> TextStyle {
    guard isFilled, isOpen else { return .faint }
    return column >= meter.column(of: -3) ? .warning : .good
  }
}

/// A horizontal scale from -90 to 0 dBFS.
struct LevelMeterScale: Hashable {
  static let quietest = -90.0
  let columns: Int

  /// The number of columns that a level fills.
  func column(of level: Double) -> Int {
    guard level > Self.quietest else { return 0 }
    let part = (min(level, 0) - Self.quietest) / -Self.quietest
    return Int((part * Double(columns)).rounded())
  }
}
